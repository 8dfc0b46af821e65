import type { ContentSetFile } from 'contract/content-format'
import { expect, test } from 'vitest'
import { readContentJson } from './read-content.ts'

type Raw = Record<string, unknown>

function aSet(): ContentSetFile {
  const statement = (key: string) => ({
    key,
    text: 'We keep a list.',
    weight: 1,
    allowsNotApplicable: false,
    responses: [1, 2].map((value) => ({ key: `${key}-${value}`, label: `Level ${value}`, value })),
  })
  const element = (key: string) => ({
    key,
    title: key,
    required: true,
    weight: 1,
    reportBands: [
      { from: 0, to: 50, title: 'Low', text: 'Begin.' },
      { from: 50, to: 100, title: 'High', text: 'Go on.' },
    ],
    statements: [statement(`${key}-1`)],
  })
  return {
    format: 'content-set/1',
    title: 'A set',
    scale: ['Low', 'High'],
    certificationBands: [
      { label: 'One', minOverall: 10, minElement: 5 },
      { label: 'Two', minOverall: 50, minElement: 20 },
    ],
    elements: [element('A'), element('B')],
  }
}

const FAULTS: [string, (set: ContentSetFile) => unknown, string, string][] = [
  [
    'another format',
    (set) => Object.assign(set, { format: 'content-set/9' }),
    'format',
    'format must be "content-set/1"',
  ],
  [
    'no title',
    (set) => Object.assign(set, { title: ' ' }),
    'title',
    'title is missing: enter a text',
  ],
  [
    'no elements',
    (set) => Object.assign(set, { elements: [] }),
    'elements',
    'elements must hold 1 to 2,000 elements',
  ],
  [
    'an unknown field',
    (set) => Object.assign(at(set, 0), { colour: 'red' }),
    'elements[0].colour',
    'colour is no field of content-set/1: correct its name or leave it out',
  ],
  [
    'a weight of zero',
    (set) => Object.assign(at(set, 0), { weight: 0 }),
    'elements[0].weight',
    'weight must be above 0',
  ],
  [
    'a key that is used twice',
    (set) => Object.assign(at(set, 1), { key: 'A' }),
    'elements[1].key',
    'key must be unique: "A" is used before',
  ],
  [
    'text instead of yes or no',
    (set) => Object.assign(at(set, 0), { required: 'yes' }),
    'elements[0].required',
    'required must be true (yes) or false (no)',
  ],
  [
    'an effort of 6',
    (set) => Object.assign(response(set), { effort: 6 }),
    'elements[0].statements[0].responses[1].effort',
    'effort must be 1 to 5',
  ],
  [
    'half an effort',
    (set) => Object.assign(response(set), { effort: 1.5 }),
    'elements[0].statements[0].responses[1].effort',
    'effort must be a whole number from 1 to 5',
  ],
  [
    'a control character',
    (set) => Object.assign(response(set), { action: 'a\u0000b' }),
    'elements[0].statements[0].responses[1].action',
    'action must not hold control characters or broken letters',
  ],
  [
    'values that do not rise',
    (set) => Object.assign(response(set), { value: 1 }),
    'elements[0].statements[0].responses[1].value',
    'value must be above the one before, 1',
  ],
  [
    'values off the scale',
    (set) => Object.assign(response(set), { value: 3 }),
    'elements[0].statements[0].responses',
    'responses must have the values 1 to 2, as the set has a scale of 2 levels',
  ],
  [
    'a gap between bands',
    (set) => Object.assign(band(set), { from: 60 }),
    'elements[0].reportBands[1].from',
    'from must be 50, so that there is no gap or overlap',
  ],
  [
    'overlapping bands',
    (set) => Object.assign(band(set), { from: 40 }),
    'elements[0].reportBands[1].from',
    'from must be 50, so that there is no gap or overlap',
  ],
  [
    'bands that end early',
    (set) => Object.assign(band(set), { to: 99 }),
    'elements[0].reportBands[1].to',
    'to must be 100 in the last band',
  ],
  [
    'certification bands that do not ascend',
    (set) => Object.assign(certification(set), { minOverall: 10 }),
    'certificationBands[1].minOverall',
    'minOverall must be above the one before, 10',
  ],
  [
    'a lower minimum in a higher band',
    (set) => Object.assign(certification(set), { minElement: 1 }),
    'certificationBands[1].minElement',
    'minElement must be at least 5, that of the band before',
  ],
]

test.each(FAULTS)(
  'a file with %s is refused with what would be right',
  (_, spoil, place, message) => {
    const set = aSet()
    spoil(set)
    expect(faultsOf(set)).toContainEqual({ place, message })
  },
)

test('all faults are reported at once, each with its path', () => {
  const set = aSet()
  Object.assign(set, { title: 1 })
  Object.assign(at(set, 0), { statements: [] })
  Object.assign(at(set, 1), { key: 'A', weight: 'heavy' })
  expect(faultsOf(set).map(({ place }) => place)).toEqual([
    'title',
    'elements[0].statements',
    'elements[1].weight',
    'elements[1].key',
  ])
})

test.each([
  ['{"format": ', 'File', /^The file is not valid JSON\. /],
  ['PK\u0003\u0004', 'File', /^The file is not valid JSON\. /],
  ['[]', 'File', /^The file must be an object with named fields$/],
  ['null', 'File', /^The file must be an object with named fields$/],
  [`"${'x'.repeat(21 * 1024 * 1024)}"`, 'File', /^The file is larger than 20 MB/],
])('a file that is no content set is refused (%#)', (text, place, message) => {
  expect(readContentJson(text)).toEqual({
    faults: [{ place, message: expect.stringMatching(message) }],
  })
})

test('fields left out have their defaults, and an empty optional text is none', () => {
  const set: Raw = { ...aSet(), description: '', certificationBands: undefined }
  const read = readContentJson(JSON.stringify(set))
  expect('set' in read && [read.set.description, read.set.certificationBands]).toEqual([
    undefined,
    [],
  ])
})

test('of a statement without responses one fault is told, not also that they miss the scale', () => {
  const set = aSet()
  Object.assign(set.elements[0]?.statements[0] ?? {}, { responses: [] })
  expect(faultsOf(set)).toEqual([
    {
      place: 'elements[0].statements[0].responses',
      message: 'responses must hold 2 to 10 responses',
    },
  ])
})

test.each([-1, 101])('of a band that ends at %i the next is not asked to start there', (to) => {
  const set = aSet()
  Object.assign(set.elements[0]?.reportBands?.[0] ?? {}, { to })
  expect(faultsOf(set)).toEqual([
    { place: 'elements[0].reportBands[0].to', message: 'to must be 0 to 100' },
  ])
})

test('more than 50,000 responses are refused', () => {
  const set = aSet()
  const [first] = set.elements
  const statements = Array.from({ length: 25_001 }, (_, index) => ({
    key: `S${index}`,
    text: 'x',
    weight: 1,
    allowsNotApplicable: false,
    responses: [1, 2].map((value) => ({ key: `S${index}-${value}`, label: 'x', value })),
  }))
  const half = Math.ceil(statements.length / 2)
  const elements = [
    { ...first, key: 'E1', statements: statements.slice(0, half) },
    { ...first, key: 'E2', statements: statements.slice(half) },
  ]
  expect(faultsOf({ ...set, elements })).toEqual([
    { place: 'elements', message: 'elements must hold at most 50,000 responses in all, not 50002' },
  ])
})

function faultsOf(set: unknown) {
  const read = readContentJson(JSON.stringify(set))
  return 'faults' in read ? read.faults : []
}

function at(set: ContentSetFile, index: number): Raw {
  return set.elements[index] ?? {}
}

function response(set: ContentSetFile): Raw {
  return set.elements[0]?.statements[0]?.responses[1] ?? {}
}

function band(set: ContentSetFile): Raw {
  return set.elements[0]?.reportBands?.[1] ?? {}
}

function certification(set: ContentSetFile): Raw {
  return set.certificationBands[1] ?? {}
}
