import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { ImportChoices } from 'contract/content-imports'
import { readNamedFile } from './read-content.ts'

const node = (urn: string, more: object) => ({ urn, assessable: false, ...more })
const asked = (urn: string, parent_urn: string, more: object = {}) =>
  node(urn, { parent_urn, assessable: true, ...more })

const NODES = [
  node('a', {
    ref_id: 'A',
    name: 'Soil',
    description: 'About soil.',
    translations: { fr: { name: 'Sol' } },
  }),
  node('a.1', { parent_urn: 'a', ref_id: 'A.1', name: 'Compost', description: 'Why compost.' }),
  asked('a.1.1', 'a.1', {
    ref_id: 1.1,
    name: 'Heap',
    description: 'There is a heap.',
    annotation: 'Turn it.',
    typical_evidence: 'A *photograph*.',
    weight: 3,
    implementation_groups: ['small', 'large'],
    reference_controls: ['x', 'y'],
    translations: {
      fr: { name: 'Tas', description: 'Il y a un tas.', annotation: 'Retournez-le.' },
    },
  }),
  asked('a.1.2', 'a.1.1', { description: 'It is covered.', implementation_groups: ['large'] }),
  node('b', { name: 'Notes', description: 'No requirement.' }),
]

const library = (framework: object = {}, more: object = {}) => ({
  urn: 'urn:garden',
  locale: 'en',
  name: 'Garden library',
  version: 4,
  provider: 'Gardeners',
  copyright: 'Free',
  objects: {
    framework: {
      name: 'Garden care',
      description: 'Of plants.',
      implementation_groups_definition: [
        { ref_id: 'small', name: 'Small gardens' },
        { ref_id: 'large', name: 'Large gardens', description: 'Above 100 m².' },
      ],
      requirement_nodes: NODES,
      ...framework,
    },
    threats: [{ name: 'Slugs' }],
  },
  ...more,
})

const read = async (value: object, choices: ImportChoices = {}) =>
  await readNamedFile('garden.yaml', Buffer.from(stringify(value)), undefined, { choices })

test('a YAML file with another ending is refused', async () => {
  const message =
    'The file name ends in .xml, but the file is a YAML file. Change the end of the file name to .yaml.'
  expect(await readNamedFile('garden.xml', Buffer.from(stringify(library())))).toEqual({
    faults: [{ place: 'File', message }],
  })
})

test('the tree of requirements becomes headings, elements and statements', async () => {
  expect(await read(library())).toMatchObject({
    set: {
      title: 'Garden care',
      description: 'Of plants.',
      language: 'en',
      source: 'Gardeners, version 4, urn:garden',
      licence: 'Free',
      groups: [
        { key: 'small', label: 'Small gardens', kind: 'level', order: 1 },
        {
          key: 'large',
          label: 'Large gardens',
          description: 'Above 100 m².',
          kind: 'level',
          order: 2,
        },
      ],
      elements: [
        {
          key: 'A.1',
          title: 'Compost',
          group: 'Soil',
          description: 'Why compost.',
          statements: [
            {
              key: '1.1',
              text: 'Heap\nThere is a heap.',
              shortTitle: 'Heap',
              guidance: 'Turn it.',
              evidenceExample: 'A *photograph*.',
              weight: 3,
              groups: ['small'],
            },
            { key: expect.stringMatching(/^auto-/), text: 'It is covered.', groups: ['large'] },
          ],
        },
      ],
    },
    findings: {
      kind: 'ciso-library',
      recognised: 'A CISO Assistant library: “Garden care”, with 2 requirements.',
      left_out: [
        'the text of 1 heading',
        '2 links to reference controls',
        '1 part without a requirement',
        'the threats',
      ],
      asks: ['text', 'language', 'responses', 'groups'],
      languages: ['en', 'fr'],
      groups: [
        { key: 'small', statements: 1 },
        { key: 'large', statements: 2 },
      ],
    },
  })
})

test('texts are in the language that is chosen, and what isn’t translated is counted', async () => {
  const result = await read(library(), { language: 'fr', text: 'name' })
  expect(result).toMatchObject({
    set: {
      language: 'fr',
      elements: [
        {
          title: 'Compost',
          group: 'Sol',
          statements: [
            { text: 'Tas', guidance: 'Il y a un tas.\n\nRetournez-le.' },
            { text: 'It is covered.' },
          ],
        },
      ],
    },
    findings: { choices: { language: 'fr', text: 'name' } },
  })
  expect(result.findings?.left_out[0]).toMatch(/^the translations of \d+ texts/)
})

test('a statement without a reference keeps its key in every language and when others are added', async () => {
  const keysOf = async (nodes: object[], language: string) => {
    const result = await read(library({ requirement_nodes: nodes }), { language })
    if (!('set' in result)) throw new Error('It is faulty.')
    return result.set.elements.flatMap(({ statements }) => statements.map(({ key }) => key))
  }
  const [first, second] = await keysOf(NODES, 'en')
  const added = [
    ...NODES.slice(0, 2),
    asked('new', 'a.1', { description: 'New.' }),
    ...NODES.slice(2),
  ]
  const [, ...others] = await keysOf(added, 'fr')
  expect(others).toEqual([first, second])
})

test('the definition of scores is the scale', async () => {
  const scores_definition = [
    { score: 2, name: 'Done', translations: { fr: { name: 'Fait' } } },
    { score: 1, name: 'Not done', description: 'Nothing yet.' },
  ]
  expect(await read(library({ scores_definition }))).toMatchObject({
    set: {
      responses: [
        { key: '1', label: 'Not done', description: 'Nothing yet.', value: 1 },
        { key: '2', label: 'Done', value: 2 },
      ],
    },
    findings: { asks: ['text', 'language', 'groups'] },
  })
  const one = await read(library({ scores_definition: [{ score: 1, name: 'Done' }] }))
  expect(JSON.stringify(one)).not.toContain('The score definitions become')
})

test('four or more responses that are counted from 0 or 1 are levels', async () => {
  const result = await read(library(), { responses: ['A', 'B', 'C', 'D'] })
  expect(result).toMatchObject({ set: { scale: ['A', 'B', 'C', 'D'] } })
  expect(await read(library(), { responses: ['A', 'B', 'C'] })).toMatchObject({
    set: expect.not.objectContaining({ scale: expect.anything() }),
  })
  expect(await read(library(), { responses: ['A', 'B', 'C', '> D'] })).toMatchObject({
    set: expect.not.objectContaining({ scale: expect.anything() }),
  })
})

test('groups are levels in the order that is given, profiles, tags, or not taken', async () => {
  const groupsOf = async (choices: ImportChoices) => {
    const result = await read(library(), choices)
    if (!('set' in result)) throw new Error('It is faulty.')
    const [element] = result.set.elements
    return [
      result.set.groups?.map(({ key, kind }) => [key, kind]),
      element?.statements.map(({ groups }) => groups),
    ]
  }
  expect(await groupsOf({ groups: 'level', order: ['large', 'small'] })).toEqual([
    [
      ['large', 'level'],
      ['small', 'level'],
    ],
    [['large'], ['large']],
  ])
  expect(await groupsOf({ groups: 'profile' })).toEqual([
    [
      ['small', 'profile'],
      ['large', 'profile'],
    ],
    [['small', 'large'], ['large']],
  ])
  expect(await groupsOf({ groups: 'none' })).toEqual([undefined, [undefined, undefined]])
})

test.each([
  [
    'a library without a framework',
    { ...library(), objects: { threats: [], risk_matrix: [] } },
    'This CISO Assistant library has no framework, only threats and risk matrix. Choose another library.',
  ],
  [
    'a framework without requirements',
    library({ requirement_nodes: [] }),
    'The framework of this library has no requirements to assess. Choose another library.',
  ],
  [
    'other YAML',
    { steps: ['build'] },
    'The YAML file is not a CISO Assistant library. A library has “objects” with a framework. Choose another file.',
  ],
])('%s is refused with the reason', async (_, value, message) => {
  expect(await read(value)).toEqual({ faults: [{ place: 'File', message }] })
})

test('a part that is its own parent is read', async () => {
  const nodes = [
    node('a', { parent_urn: 'b', name: 'A' }),
    node('b', { parent_urn: 'a', name: 'B' }),
    asked('c', 'a', { name: 'C' }),
  ]
  expect(await read(library({ requirement_nodes: nodes }))).toMatchObject({
    set: { elements: [{ title: 'A' }] },
  })
})
