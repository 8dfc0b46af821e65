import { expect, test } from 'vitest'
import type { ImportChoices } from 'contract/content-imports'
import { fits } from './oscal-profile.ts'
import { readNamedFile } from './read-content.ts'

const catalogue = (groups: object[]) => ({
  catalog: { metadata: { title: 'Care of *plants*', version: '2' }, groups },
})
const control = (id: string, more: object = {}) => ({
  id,
  title: `Control ${id}`,
  parts: [{ name: 'statement', prose: `Do ${id}.` }],
  ...more,
})

const WATER = {
  title: 'Watering',
  controls: [
    control('wa-1', {
      params: [{ id: 'p1', label: 'how often' }],
      parts: [{ name: 'statement', prose: 'Water plants {{ insert: param, p1 }} ; and' }],
      controls: [control('wa-1.1')],
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

const PROFILE = {
  profile: {
    metadata: { title: 'Small gardens' },
    imports: [{ href: '#res', 'include-controls': [{ 'with-ids': ['wa-1', 'x'] }] }],
    modify: { 'set-parameters': [{ 'param-id': 'p1', values: ['every day'] }], alters: [{}] },
    'back-matter': {
      resources: [
        {
          uuid: 'res',
          title: 'Care of plants',
          rlinks: [{ href: '../a/plants.xml' }, { href: 'b/plants.json' }],
        },
      ],
    },
  },
}
const WHOLE = catalogue([
  WATER,
  { id: 'o', title: 'Others', controls: [control('x'), control('y')] },
])

test('a profile without its catalogue is refused with the name of the catalogue', async () => {
  expect(await read(PROFILE)).toMatchObject({
    faults: [
      {
        place: 'File',
        message:
          'An OSCAL profile: “Small gardens” chooses 2 controls. Choose its catalogue too: “Care of plants” (plants.json).',
      },
    ],
    findings: { kind: 'oscal-profile', needs: '“Care of plants” (plants.json)' },
  })
  const imports = ['a.json', 'b.json'].map((href) => ({ href, 'include-all': {} }))
  const both = await read({ profile: { metadata: { title: 'Both' }, imports } })
  expect(JSON.stringify(both)).toContain(
    'Also choose one catalogue that has the controls of “a.json” and “b.json”.',
  )
})

test.each([
  ['the profile', PROFILE, WHOLE],
  ['the catalogue', WHOLE, PROFILE],
])(
  'a profile and its catalogue are read together, whichever is first: %s',
  async (_, one, other) => {
    const result = await read(one, {}, other)
    expect(result).toMatchObject({
      set: {
        title: 'Small gardens',
        elements: [
          {
            title: 'Watering',
            statements: [{ key: 'wa-1', text: 'Control wa-1\nWater plants every day; and' }],
          },
          { title: 'Others', statements: [{ key: 'x' }] },
        ],
      },
      findings: {
        recognised:
          'An OSCAL profile: “Small gardens” chooses 2 of 5 controls in “Care of plants”.',
        left_out: expect.arrayContaining([
          '2 controls that the profile doesn’t choose',
          '1 text change in the profile',
        ]),
        asks: ['whole', 'responses'],
      },
    })
  },
)

test('the whole catalogue of a profile has the profile as its lowest level, or as a profile', async () => {
  const groupsOf = async (choices: ImportChoices) => {
    const result = await read(PROFILE, { whole: true, ...choices }, WHOLE)
    if (!('set' in result)) throw new Error('It is faulty.')
    const statements = result.set.elements.flatMap((element) => element.statements)
    return [result.set.groups, statements.map(({ key, groups }) => [key, groups])]
  }
  expect(await groupsOf({})).toMatchObject([
    [
      { key: 'profile', label: 'Small gardens', kind: 'level', order: 1 },
      { key: 'catalogue', kind: 'level', order: 2 },
    ],
    [
      ['wa-1', ['profile']],
      ['wa-1.1', ['catalogue']],
      ['x', ['profile']],
      ['y', ['catalogue']],
    ],
  ])
  expect(await groupsOf({ groups: 'profile' })).toMatchObject([
    [{ key: 'profile', kind: 'profile' }, { key: 'catalogue' }],
    [
      ['wa-1', ['profile', 'catalogue']],
      ['wa-1.1', ['catalogue']],
      ['x', ['profile', 'catalogue']],
      ['y', ['catalogue']],
    ],
  ])
})

test('a catalogue without the controls of the profile is refused, and so is a second file of another kind', async () => {
  const other = catalogue([{ title: 'Others', controls: [control('x')] }])
  expect(await read(PROFILE, {}, other)).toMatchObject({
    faults: [
      {
        message:
          '1 control that the profile chooses isn’t in “Care of plants”: wa-1. Choose the catalogue “Care of plants” (plants.json).',
      },
    ],
  })
  expect(await read(PROFILE, {}, { format: 'content-set/1' })).toMatchObject({
    faults: [
      {
        message:
          'The second file is not an OSCAL catalogue or profile in JSON. Choose another file.',
      },
    ],
  })
})

test('a profile chooses by pattern, with inner controls, and without some', async () => {
  const imports = [
    {
      href: 'plants.json',
      'include-controls': [
        { matching: [{ pattern: 'wa-?' }], 'with-child-controls': 'yes' },
        { 'with-ids': ['y'] },
      ],
      'exclude-controls': [{ 'with-ids': ['wa-1'] }],
    },
  ]
  const result = await read({ profile: { ...PROFILE.profile, imports } }, {}, WHOLE)
  expect(result).toMatchObject({
    set: { elements: [{ statements: [{ key: 'wa-1.1' }] }, { statements: [{ key: 'y' }] }] },
  })
})

test.each([
  ['ac-2', 'ac-*', true],
  ['ac-2', '*', true],
  ['ac-2', 'a?-2', true],
  ['ac-2', 'ac-', false],
  ['ac-2', '*-3', false],
  ['a'.repeat(2000), `${'*a'.repeat(500)}b`, false],
])('%.10s fits the pattern %.10s: %s', (text, pattern, expected) => {
  expect(fits(text, pattern)).toBe(expected)
})
