import { expect, test } from 'vitest'
import { aSmallSet } from '#testing/factories.ts'
import { readContent, readContentJson } from './read-content.ts'

const json = JSON.stringify(aSmallSet())
const utf8 = (text: string) => Buffer.from(text)
const ELEMENT = 'elements[0]'
const STATEMENT = 'elements[1].statements[1]'
const RESPONSE = `${STATEMENT}.responses[2]`
const UNKNOWN = 'is not a content-set/1 field: correct the name or remove the field'
const NO_GAP = 'so that there is no gap or overlap'
const YES_NO = 'must be true or false'
const RANGE = 'must be from 0 to 100'

/** A place of the valid file, the value that it gets, and the fault at that place. */
type Field = [place: string, value: unknown, message: string]

const FIELDS: Field[] = [
  ['format', undefined, 'format must be content-set/1'],
  ['format', 'content-set/9', 'format must be content-set/1'],
  ['title', undefined, 'title is missing: enter text'],
  ['title', ' ', 'title is missing: enter text'],
  ['title', '\u200b', 'title is missing: enter text'],
  ['title', '\ud800', 'title is missing: enter text'],
  [`${ELEMENT}.key`, '\u200b\u2060', 'key is missing: enter text'],
  [`${RESPONSE}.label`, '\u00ad', 'label is missing: enter text'],
  ['title', 7, 'title must be text'],
  ...['german', 'english', 'xx', 'und', 'en_GB', 'en-XX', 'e n'].map((tag): Field => [
    'language',
    tag,
    'language must be a language tag such as en or pt-BR',
  ]),
  ['title', 'x'.repeat(501), 'title must be at most 500 characters'],
  ['description', null, 'description must be text'],
  ['introduction', 'x'.repeat(32_001), 'introduction must be at most 32,000 characters'],
  ['licence', 'x'.repeat(32_001), 'licence must be at most 32,000 characters'],
  ['language', 'x'.repeat(36), 'language must be at most 35 characters'],
  ['colour', 'red', `colour ${UNKNOWN}`],
  ['constructor', {}, `constructor ${UNKNOWN}`],
  ['__proto__', {}, `__proto__ ${UNKNOWN}`],
  ['scale', 'Low > High', 'scale must be a list of level names, lowest first'],
  ['scale', ['Low'], 'scale is too short: add at least two level names, lowest first'],
  ['scale[1]', 'a > b', 'scale must be a level name without the character >'],
  ['scale[1]', 'Starting', 'scale must be unique: "Starting" is already used'],
  ['scale[1]', 'Starting\u115f', 'scale must be unique: "Starting" is already used'],
  ['certificationBands', {}, 'certificationBands must be a list of certification bands'],
  ['certificationBands[0].minOverall', 101, `minOverall ${RANGE}`],
  ['certificationBands[0].minElement', -1, `minElement ${RANGE}`],
  [
    'certificationBands[0].minElement',
    '50',
    'minElement must be a percentage, a number from 0 to 100',
  ],
  [
    'certificationBands[1].minOverall',
    25,
    'minOverall must be above 25, the value of the previous band',
  ],
  [
    'certificationBands[1].minElement',
    1,
    'minElement must be at least 10, the value of the previous band',
  ],
  ['certificationBands[0].label', '', 'label is missing: enter text'],
  ['elements', {}, 'elements must be a list of elements'],
  ['elements', [], 'elements is too short: add at least one element'],
  ['elements', Array.from({ length: 2001 }), 'elements must have at most 2,000 elements'],
  [ELEMENT, null, 'elements must be an object with named fields'],
  [`${ELEMENT}.key`, undefined, 'key is missing: enter text'],
  [`${ELEMENT}.key`, 'k'.repeat(201), 'key must be at most 200 characters'],
  ['elements[1].key', 'GOV', 'key must be unique: "GOV" is already used'],
  ['elements[1].key', 'GO\u3164V', 'key must be unique: "GOV" is already used'],
  ['elements[1].key', 'G\u200dOV', 'key must be unique: "GOV" is already used'],
  [`${ELEMENT}.weight`, -1, 'weight must be 0 or more'],
  [`${STATEMENT}.weight`, '0', 'weight must be a number, 0 or more'],
  [`${STATEMENT}.shortTitle`, 'x'.repeat(501), 'shortTitle must be at most 500 characters'],
  [`${STATEMENT}.asksForEvidence`, 1, `asksForEvidence ${YES_NO}`],
  [`${ELEMENT}.weight`, 1e7, 'weight must be at most 1,000,000'],
  [`${ELEMENT}.required`, 1, `required ${YES_NO}`],
  [`${ELEMENT}.path`, [], 'path is too short: add at least one heading'],
  [`${ELEMENT}.reportBands`, [], 'reportBands is too short: add at least one report band'],
  [`${ELEMENT}.reportBands[0].from`, 5, `from must be 0, ${NO_GAP}`],
  [`${ELEMENT}.reportBands[0].to`, 0, 'to must be above 0, where the band starts'],
  [`${ELEMENT}.reportBands[1].from`, 60, `from must be 25, ${NO_GAP}`],
  [`${ELEMENT}.reportBands[1].from`, 20, `from must be 25, ${NO_GAP}`],
  [`${ELEMENT}.reportBands[3].to`, 99, 'to must be 100 in the last band'],
  [`${ELEMENT}.reportBands[0].text`, ' ', 'text is missing: enter text'],
  [`${STATEMENT}.text`, '\u00a0', 'text is missing: enter text'],
  [`${STATEMENT}.allowsNotApplicable`, 'no', `allowsNotApplicable ${YES_NO}`],
  [`${RESPONSE}.asksForEvidence`, 'yes', `asksForEvidence ${YES_NO}`],
  [`${RESPONSE}.asksForNote`, 'yes', `asksForNote ${YES_NO}`],
  [
    `${STATEMENT}.responses`,
    undefined,
    'responses is missing: enter a list of responses, here or for the whole set',
  ],
  [`${STATEMENT}.responses`, [{}], 'responses is too short: add at least two responses'],
  [
    `${STATEMENT}.responses`,
    Array.from({ length: 251 }),
    'responses must have at most 250 responses',
  ],
  [`${RESPONSE}.value`, '3', 'value must be a number'],
  [`${RESPONSE}.value`, 1e7, 'value must be at most 1,000,000'],
  [`${RESPONSE}.value`, 1, 'value must be at least 2, the value of the previous response'],
  [`${RESPONSE}.benefit`, 0, 'benefit must be from 1 to 5'],
  [`${RESPONSE}.effort`, 6, 'effort must be from 1 to 5'],
  [`${RESPONSE}.effort`, 1.5, 'effort must be a whole number from 1 to 5'],
  [`${RESPONSE}.lable`, 'Leading', `lable ${UNKNOWN}`],
]

test.each(FIELDS)('%s as %j is a fault at its place', async (place, value, message) => {
  const file = utf8(JSON.stringify(changed(place, value)))
  const read = await readContent(file)
  expect('faults' in read && read.faults).toContainEqual({ place, message })
})

test('values off the scale are a fault of the statement', async () => {
  const message =
    'responses must have the values 1 to 4 or 0 to 3, because the content set has 4 levels'
  for (const values of [
    [1, 2, 3, 5],
    [0, 1, 2, 4],
    [2, 3, 4, 5],
    [1, 2, 2, 3],
  ])
    expect(faultsOf(withValues(values))).toEqual([{ place: `${STATEMENT}.responses`, message }])
  expect(faultsOf(withValues([0, 1, 2, 3]))).toEqual([])
})

test('a statement needs two different values', async () => {
  const set = { ...withValues([2, 2, 2, 2]), scale: undefined }
  const message = 'responses must have at least two different values, not only 2'
  expect(faultsOf(set)).toEqual([{ place: `${STATEMENT}.responses`, message }])
  expect(faultsOf({ ...withValues([2, 2, 2, 2.5]), scale: undefined })).toEqual([])
  // Values that are no numbers have their own faults.
  const words = withValues([]).elements[1]?.statements[1]?.responses.map(({ key, label }) => ({
    key,
    label,
    value: 'x',
  }))
  const places = faultsOf({ ...Object(changed(`${STATEMENT}.responses`, words)), scale: undefined })
  expect(places.map(({ message }) => message)).toEqual(
    Array.from({ length: 4 }, () => 'value must be a number'),
  )
})

test('a set in which nothing counts is a fault of the elements', () => {
  const message =
    'elements must include a statement with a weight above 0 in an element with a weight above 0'
  const elements = aSmallSet().elements.map((element, index) => ({
    ...element,
    weight: index,
    statements: element.statements.map((statement) => ({ ...statement, weight: 1 - index })),
  }))
  const [first, ...others] = elements
  const nothing = others.map((element) => ({
    ...element,
    statements: element.statements.map((statement) => ({ ...statement, weight: 0 })),
  }))
  expect(faultsOf({ ...aSmallSet(), elements: [first, ...nothing] })).toEqual([
    { place: 'elements', message },
  ])
  const [, last] = aSmallSet().elements
  expect(faultsOf({ ...aSmallSet(), elements: [first, last] })).toEqual([])
})

const TWICE: [name: string, file: string, place: string, lines: string][] = [
  ['in one line', json.replace('{', '{"title":"Before",'), 'title', 'line 1'],
  ['on different lines', json.replace('{', '{\n"title":"Before",\r\n\n'), 'title', 'lines 2 and 4'],
  [
    'beside a list with similar texts',
    json.replace('{', '{"source":["\\"source\\":", {"source": "}"}],"source":"A",'),
    'source',
    'line 1',
  ],
  [
    'with an escape',
    json.replace('"key":', '"k\\u0065y":"Other","key":'),
    'elements[0].key',
    'line 1',
  ],
  [
    'deep in the set',
    json.replace('"value":3', '"value":2.5,"value":3'),
    'elements[0].statements[0].responses[2].value',
    'line 1',
  ],
  ['called __proto__', json.replace('{', '{"__proto__":1,"__proto__":2,'), '__proto__', 'line 1'],
]

test.each(TWICE)('a duplicate field %s is a fault at its place', async (_, file, place, lines) => {
  const read = await readContent(utf8(file))
  const field = place.split('.').at(-1)
  const message = `${field} appears twice (${lines}). Keep only one.`
  expect('faults' in read && read.faults).toContainEqual({ place, message })
})

test('other faults are reported beside a duplicate field', async () => {
  const file = json.replace('{', '{"colour":"red","title":"Before",')
  expect(await readContent(utf8(file))).toEqual({
    faults: [
      { place: 'title', message: 'title appears twice (line 1). Keep only one.' },
      { place: 'colour', message: `colour ${UNKNOWN}` },
    ],
  })
})

test('all faults are reported, each with its path, and none that follows from another', () => {
  const set = aSmallSet()
  Object.assign(set, { title: 1 })
  Object.assign(set.elements[0] ?? {}, { statements: [] })
  Object.assign(set.elements[1] ?? {}, { key: 'GOV', weight: 'heavy' })
  const places = ['title', 'elements[0].statements', 'elements[1].weight', 'elements[1].key']
  expect(faultsOf(set).map(({ place }) => place)).toEqual(places)
  // Missing responses are not also off the scale, and the band after a wrong one needs no other start.
  expect(faultsOf(changed(`${STATEMENT}.responses`, []))).toHaveLength(1)
  for (const to of [-1, 101])
    expect(faultsOf(changed(`${ELEMENT}.reportBands[0].to`, to))).toEqual([
      { place: `${ELEMENT}.reportBands[0].to`, message: `to ${RANGE}` },
    ])
})

test('missing fields get their defaults, and an empty optional text is left out', () => {
  const set = { ...aSmallSet(), description: '', certificationBands: undefined }
  const read = readContentJson(JSON.stringify(set))
  expect(read).toMatchObject({ set: { certificationBands: [] } })
  expect('set' in read && read.set.description).toBeUndefined()
})

test('more than 50,000 responses are refused', () => {
  const statements = (part: number) =>
    Array.from({ length: 12_501 }, (_, n) => ({
      key: `${part}-${n}`,
      text: 'x',
      responses: [1, 2].map((value) => ({ key: `${part}-${n}-${value}`, label: 'x', value })),
    }))
  const elements = [1, 2].map((part) => ({
    key: `E${part}`,
    title: 'x',
    statements: statements(part),
  }))
  expect(faultsOf({ ...aSmallSet(), scale: undefined, elements })).toEqual([
    {
      place: 'elements',
      message: 'elements must have at most 50,000 responses in total, not 50,004',
    },
  ])
})

function faultsOf(set: unknown) {
  const read = readContentJson(JSON.stringify(set))
  return 'faults' in read ? read.faults : []
}

function withValues(values: number[]) {
  const set = aSmallSet()
  set.elements[1]?.statements[1]?.responses.forEach((response, index) => {
    response.value = values[index] ?? 0
  })
  return set
}

function changed(place: string, value: unknown) {
  const set: unknown = structuredClone(aSmallSet())
  const steps = place.split(/[.[\]]+/).filter(Boolean)
  const parent = steps
    .slice(0, -1)
    .reduce((part, step) => (part as Record<string, unknown>)[step], set)
  Object.defineProperty(parent, steps.at(-1) ?? '', { value, enumerable: true, configurable: true })
  return set
}
