import { expect, test } from 'vitest'
import type { ImportChoices } from 'contract/content-imports'
import { readNamedFile } from './read-content.ts'

const label = (value: string, more: object = {}) => ({ name: 'label', value, ...more })

const catalogue = (groups: object[], more: object = {}) => ({
  catalog: { metadata: { title: 'Care of *plants*', version: '2' }, groups, ...more },
})
const control = (id: string, more: object = {}) => ({
  id,
  title: `Control ${id}`,
  parts: [{ name: 'statement', prose: `Do ${id}.` }],
  ...more,
})

const WATER = {
  id: 'wa',
  title: 'Watering',
  parts: [{ name: 'overview', prose: 'Why water matters.' }],
  controls: [
    control('wa-1', {
      title: 'Schedule',
      props: [label('WA-01', { class: 'sort' }), label('WA-1')],
      params: [
        { id: 'p1', label: 'how often', guidelines: [{ prose: 'Weekly is usual.' }] },
        {
          id: 'p2',
          select: { 'how-many': 'one-or-more', choice: ['by hand', 'by {{ insert: param, p3 }}'] },
        },
        { id: 'p3', values: ['a hose', 'a can'] },
      ],
      links: [{ href: '#wa-2', rel: 'related' }],
      parts: [
        {
          name: 'statement',
          prose: 'Water plants:',
          parts: [
            { name: 'item', props: [label('a.')], prose: '{{ insert: param, p1 }} ; and' },
            {
              name: 'item',
              props: [label('b.')],
              prose: '{{ insert: param, p2 }}, see [WA-2](#wa-2).',
            },
          ],
        },
        { name: 'guidance', prose: 'Roots need *air* too.' },
        {
          name: 'overview',
          props: [label('Other information')],
          prose: 'See [the book](https://example.org/book).',
        },
        { name: 'assessment-objective', prose: 'the schedule is kept' },
        {
          name: 'assessment-method',
          props: [{ name: 'method', value: 'EXAMINE' }],
          parts: [{ name: 'assessment-objects', prose: 'Schedule\n\nphotographs' }],
        },
        { name: 'assessment-method', props: [{ name: 'method', value: 'INTERVIEW' }], parts: [] },
      ],
      controls: [control('wa-1.1', { props: [label('WA-1(1)')] })],
    }),
    control('wa-2', { props: [{ name: 'status', value: 'withdrawn' }] }),
  ],
}

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value))
const read = async (value: unknown, choices: ImportChoices = {}, other?: unknown) =>
  await readNamedFile('a file.json', bytesOf(value), undefined, {
    choices,
    ...(other !== undefined && { other: { name: 'other.json', bytes: bytesOf(other) } }),
  })

test('groups and controls of a catalogue become headings, elements and statements', async () => {
  const outer = { id: 'g', title: 'Garden', groups: [WATER] }
  expect(await read(catalogue([outer]))).toMatchObject({
    set: {
      title: 'Care of plants',
      source: 'version 2',
      responses: [{ label: 'No' }, { label: 'Partly' }, { label: 'Yes' }],
      elements: [
        {
          key: 'WA',
          title: 'Watering',
          group: 'Garden',
          description: 'Why water matters.',
          statements: [
            {
              key: 'WA-1',
              text: 'Schedule\nWater plants:\na. [how often]; and\nb. [one or more of: by hand; by a hose, a can], see WA-2.',
              shortTitle: 'Schedule',
              guidance:
                'Roots need *air* too.\n\n**Other information**\n\nSee [the book](https://example.org/book).',
              evidenceExample: '- Schedule\n- photographs',
            },
            { key: 'WA-1(1)', text: 'Control wa-1.1\nDo wa-1.1.' },
          ],
        },
      ],
    },
    findings: {
      kind: 'oscal-catalogue',
      recognised: 'An OSCAL catalogue: “Care of plants”, version 2, with 3 controls.',
      decided: expect.arrayContaining(['2 parameters without a value appear in square brackets.']),
      left_out: [
        '1 link to a control or a source',
        'the assessment objectives of 1 control',
        '1 assessment interview or test',
        'the explanation of 1 parameter',
        '1 withdrawn control',
      ],
      asks: ['responses'],
    },
  })
})

test('headings are as deep as the groups, and a control that only holds others is one', async () => {
  const inner = { id: 'c', title: 'C', controls: [control('c-1')] }
  const holding = { id: 'd', title: 'D', controls: [control('d-1')] }
  const groups = [
    {
      id: 'a',
      title: 'A',
      groups: [{ id: 'b', title: 'B', groups: [inner], controls: [holding] }],
    },
  ]
  expect(await read(catalogue(groups))).toMatchObject({
    set: {
      elements: [
        { title: 'D', path: ['A', 'B'] },
        { title: 'C', path: ['A', 'B'] },
      ],
    },
  })
})

test('controls without a group are in an element of the catalogue’s name', async () => {
  expect(await read(catalogue([], { controls: [control('x')] }))).toMatchObject({
    set: { elements: [{ title: 'Care of plants', statements: [{ key: 'x' }] }] },
  })
})

test('parameters that name each other in a circle end', async () => {
  const params = ['p', 'q'].map((id, index) => ({
    id,
    select: { choice: [`{{ insert: param, ${index === 0 ? 'q' : 'p'} }}`] },
  }))
  const parts = [{ name: 'statement', prose: 'Use {{ insert: param, p }} or {{ nothing }}.' }]
  const result = await read(
    catalogue([{ title: 'G', controls: [control('x', { params, parts })] }]),
  )
  expect(result).toMatchObject({
    set: {
      elements: [
        {
          statements: [
            { text: expect.stringMatching(/^Control x\nUse \[one of: .*\] or \[nothing\]\.$/) },
          ],
        },
      ],
    },
  })
})

test('a catalogue of another shape is refused with the place of each fault, and one too deep with a sentence', async () => {
  expect(await read(catalogue([{ title: 'G', controls: [{ id: 7, title: 'X' }] }]))).toMatchObject({
    faults: [{ place: 'catalog.groups[0].controls[0].id', message: 'id must be text' }],
  })
  expect(await read(catalogue([]))).toHaveProperty('faults')
  const deep = Array.from({ length: 60 }).reduce<object>(
    (inner) => ({ title: 'G', groups: [inner] }),
    { title: 'G' },
  )
  expect(await read(catalogue([deep]))).toMatchObject({
    faults: [{ message: 'The file has more than 100 levels of nesting. Choose another file.' }],
  })
})
