import { expect, test } from 'vitest'
import { ContentSetFile } from './content-format.ts'

const LADDER = [
  { key: 'two', label: 'Two', kind: 'level', order: 2 },
  { key: 'one', label: 'One', kind: 'level', order: 1 },
  { key: 'large', label: 'Large', kind: 'profile' },
]
const RESPONSES = [0, 1].map((value) => ({ key: `r${value}`, label: `Level ${value}`, value }))

function aSet({ groups, ...change }: { groups?: string[]; [field: string]: unknown } = {}) {
  const statement = { key: 'S1', text: 'There is a plan.', groups, responses: RESPONSES }
  return {
    format: 'content-set/1',
    title: 'A set',
    groups: LADDER,
    elements: [{ key: 'E1', title: 'Plans', statements: [statement] }],
    ...change,
  }
}

function faultsOf(set: unknown) {
  const { error } = ContentSetFile.safeParse(set)
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

test.each([
  [['one'], ['one']],
  [['two', 'one'], ['one']],
  [
    ['large', 'two', 'large'],
    ['two', 'large'],
  ],
  [['two', 'ONE\u200B'.toLowerCase()], ['one']],
  [[], undefined],
])('of the groups %j a statement keeps %j: of levels the lowest, each once', (named, kept) => {
  const { elements } = ContentSetFile.parse(aSet({ groups: named }))
  expect(elements[0]?.statements[0]?.groups).toEqual(kept)
})

test('a statement without responses has the set’s', () => {
  const elements = [{ key: 'E1', title: 'Plans', statements: [{ key: 'S1', text: 'A plan.' }] }]
  const set = ContentSetFile.parse(aSet({ responses: RESPONSES, elements }))
  expect(set.elements[0]?.statements[0]?.responses).toEqual(RESPONSES)
  expect(faultsOf(aSet({ elements }))).toEqual([
    'elements.0.statements.0.responses is missing: enter a list of responses, here or for the whole set',
  ])
})

test('a fault in the responses of the set is told once, at its place', () => {
  const responses = [...RESPONSES, { key: 'r2', label: 'Less', value: -1 }]
  const statements = ['S1', 'S2'].map((key) => ({ key, text: 'A plan.' }))
  expect(
    faultsOf(aSet({ responses, elements: [{ key: 'E1', title: 'Plans', statements }] })),
  ).toEqual(['responses.2.value must be at least 1, the value of the previous response'])
})

test('where a value of 0 is 0%, the responses of each statement need a value above it', () => {
  const [low, high] = [-1, 0].map((value) => ({ key: `r${value}`, label: `Level ${value}`, value }))
  const statements = [
    { key: 'S1', text: 'A plan.', responses: [low, high] },
    { key: 'S2', text: 'A plan.' },
  ]
  const elements = [{ key: 'E1', title: 'Plans', statements }]
  const fault =
    'must have a response with a value above 0, because scores count from the value 0; the highest value is 0'
  const given = { responses: RESPONSES, elements }
  expect(faultsOf(aSet(given))).toEqual([])
  expect(faultsOf(aSet({ ...given, scoreFrom: 'zero' }))).toEqual([
    `elements.0.statements.0.responses ${fault}`,
  ])
  expect(faultsOf(aSet({ responses: [low, high], elements, scoreFrom: 'zero' }))).toEqual([
    `responses ${fault}`,
    `elements.0.statements.0.responses ${fault}`,
  ])
})

const BAND = { label: 'Gold', minStatement: 100 }

test.each([
  [
    aSet({ groups: ['three'] }),
    'elements.0.statements.0.groups.0 must be the key of one of the set’s groups, not "three"',
  ],
  [
    aSet({ groups: ['one'], certificationBands: [{ ...BAND, of: 'three' }] }),
    'certificationBands.0.of must be "all", "key" or the key of a level, not "three"',
  ],
  [
    aSet({ groups: ['one'], certificationBands: [{ ...BAND, of: 'large' }] }),
    'certificationBands.0.of must be "all", "key" or the key of a level, not "large"',
  ],
  [
    aSet({ certificationBands: [{ label: 'Gold', of: 'one' }] }),
    'certificationBands.0.minStatement is missing: enter the percentage that each of the chosen statements must reach',
  ],
  [
    aSet({ certificationBands: [{ label: 'Gold', minElementBand: 'Good' }] }),
    'certificationBands.0.minElementBand must be the label of an element band, not "Good"',
  ],
  [
    aSet({ certificationBands: [BAND, { ...BAND, label: 'Best' }] }),
    'certificationBands.1.minOverall must be above 0, the value of the previous band',
  ],
  [
    aSet({ elementBands: [BAND, BAND] }),
    'elementBands.1.label must be unique: "Gold" is already used',
  ],
  [
    { ...aSet(), groups: [{ key: 'all', label: 'All', kind: 'level' }] },
    'groups.0.key must not be "all" or "key", which have another meaning in bands',
  ],
  [
    { ...aSet(), groups: [...LADDER, { key: 'one', label: 'One', kind: 'tag' }] },
    'groups.3.key must be unique: "one" is already used',
  ],
  [
    { ...aSet(), groups: [...LADDER, { key: 'three', label: 'Three', kind: 'level' }] },
    'groups.3.order is missing: enter a number for every level or for none',
  ],
  [
    { ...aSet(), groups: [...LADDER, { key: 'three', label: 'Three', kind: 'level', order: 2 }] },
    'groups.3.order must be a different number: another level already has 2',
  ],
  [
    { ...aSet(), groups: [{ key: 'one', label: 'One', kind: 'step' }] },
    'groups.0.kind must be "level", "profile" or "tag"',
  ],
  [aSet({ scoreFrom: 'highest' }), 'scoreFrom must be "lowest" or "zero"'],
])('what a set doesn’t have is refused with what would be right', (set, fault) => {
  expect(faultsOf(set)).toContain(fault)
})

test('a band may ask for other statements instead of a higher score', () => {
  const bands = [
    { label: 'One', minStatement: 100, of: 'one' },
    { label: 'Two', minStatement: 100, of: 'two' },
  ]
  const set = ContentSetFile.parse(aSet({ certificationBands: bands }))
  expect(set.certificationBands[1]).toEqual({
    label: 'Two',
    minOverall: 0,
    minElement: 0,
    minStatement: 100,
    of: 'two',
  })
})
