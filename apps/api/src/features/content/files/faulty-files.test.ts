import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aSmallSet } from '#testing/factories.ts'
import { readContent, readContentJson, readNamedFile } from './read-content.ts'
import { writeContentWorkbook } from './write-content-workbook.ts'

const json = JSON.stringify(aSmallSet())
const utf8 = (text: string) => Buffer.from(text)
const bytes = (...values: number[]) => Buffer.from(values)
const withTitle = (title: Buffer) =>
  Buffer.concat([utf8('{"format":"content-set/1","title":"'), title, utf8('","elements":[]}')])
const big = (text: string) => Buffer.from(text, 'utf16le').swap16()

const NO_UTF8 = 'The file is not UTF-8 text. Save it as UTF-8.'
const NEITHER = 'The file is neither content-set/1 JSON nor an Excel workbook (.xlsx).'
const UTF_16 = 'The file is in UTF-16. Save it as UTF-8.'
const NO_OBJECT = 'The file must be an object with named fields'

const KINDS: [name: string, file: Buffer, message: string][] = [
  ['nothing', utf8(''), 'The file is empty.'],
  ['a byte order mark alone', bytes(0xef, 0xbb, 0xbf), 'The file is empty.'],
  ['UTF-16LE', Buffer.from(`\ufeff${json}`, 'utf16le'), UTF_16],
  ['UTF-16BE', big(`\ufeff${json}`), UTF_16],
  ['UTF-16 without a byte order mark', Buffer.from(json, 'utf16le'), UTF_16],
  ['Latin-1', withTitle(Buffer.from('Café', 'latin1')), NO_UTF8],
  ['an overlong sequence', withTitle(bytes(0xc0, 0xaf)), NO_UTF8],
  ['half a surrogate pair', withTitle(bytes(0xed, 0xa0, 0x80)), NO_UTF8],
  ['a truncated sequence', withTitle(bytes(0xf0, 0x9f, 0x99)), NO_UTF8],
  ['gzip', gzipSync(json), 'The file is compressed (gzip). Unpack it first.'],
  ['a PDF', utf8('%PDF-1.7\n'), 'The file is a PDF. Use content-set/1 JSON or an Excel workbook.'],
  [
    'an old workbook',
    bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    'The file is an old Excel workbook (.xls) or has a password. Save it as .xlsx without a password.',
  ],
  ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), NO_UTF8],
  ['a web page', utf8('<!doctype html><script>alert(1)</script>'), NEITHER],
  ['comma-separated values', utf8('key,title\n1,2'), NEITHER],
  ['comments', utf8(`// mine\n${json}`), NEITHER],
  ['a list', utf8('[]'), NO_OBJECT],
  ['null', utf8('null'), NO_OBJECT],
  ['a text', utf8('"content-set/1"'), NO_OBJECT],
  [
    '21 MB',
    Buffer.alloc(21 * 2 ** 20, '1'),
    'The file is larger than 20 MB. Split the content set.',
  ],
]

test.each(KINDS)('a file that holds %s is refused with its reason', async (_, file, message) => {
  expect(await readContent(file)).toEqual({ faults: [{ place: 'File', message }] })
})

const NOT_JSON: [name: string, file: Buffer][] = [
  ['a comment', utf8('{ /* mine */ "format": "content-set/1" }')],
  ['a trailing comma', utf8('{"format":"content-set/1",}')],
  ['single quotes', utf8("{'format':'content-set/1'}")],
  ['a bare word', utf8('{"format":"content-set/1","title":NaN}')],
  ['two sets', utf8(`${json}\n${json}`)],
  ['half a set', utf8(json.slice(0, 5000))],
  ['a line break in a text', withTitle(utf8('a\nb'))],
  ['100,000 nested lists', utf8('['.repeat(100_000))],
]

test.each(NOT_JSON)('JSON with %s is refused with the parser’s message', async (_, file) => {
  const message = expect.stringMatching(/^The file is not valid JSON\. .+\.$/)
  expect(await readContent(file)).toEqual({ faults: [{ place: 'File', message }] })
})

const ELEMENT = 'elements[0]'
const STATEMENT = 'elements[1].statements[1]'
const RESPONSE = `${STATEMENT}.responses[2]`
const UNSHOWN = 'must not hold control characters or broken letters'
const UNKNOWN = 'is no field of content-set/1: correct its name or leave it out'
const NO_GAP = 'so that there is no gap or overlap'
const YES_NO = 'must be true (yes) or false (no)'
const RANGE = 'must be 0 to 100'

/** A place of the valid file, the value that it gets, and the fault at that place. */
const FIELDS: [place: string, value: unknown, message: string][] = [
  ['format', undefined, 'format must be "content-set/1"'],
  ['format', 'content-set/9', 'format must be "content-set/1"'],
  ['title', undefined, 'title is missing: enter text'],
  ['title', ' ', 'title is missing: enter a text'],
  ['title', 7, 'title must be text'],
  ['title', 'x'.repeat(501), 'title must be at most 500 characters'],
  ['title', '\ud800', `title ${UNSHOWN}`],
  ['title', 'a\u0007b', `title ${UNSHOWN}`],
  ['title', 'a\uffffb', `title ${UNSHOWN}`],
  ['description', null, 'description must be text'],
  ['introduction', 'x'.repeat(32_001), 'introduction must be at most 32,000 characters'],
  ['language', 'x'.repeat(36), 'language must be at most 35 characters'],
  ['colour', 'red', `colour ${UNKNOWN}`],
  ['constructor', {}, `constructor ${UNKNOWN}`],
  ['__proto__', {}, `__proto__ ${UNKNOWN}`],
  ['scale', 'Low > High', 'scale must be a list of level names, lowest first'],
  ['scale', ['Low'], 'scale must hold 2 to 10 level names, lowest first'],
  ['scale[1]', 'a > b', 'scale must be a level name without ">"'],
  ['scale[1]', 'Starting', 'scale must be unique: "Starting" is used before'],
  ['certificationBands', {}, 'certificationBands must be a list of certification bands'],
  ['certificationBands[0].minOverall', 101, `minOverall ${RANGE}`],
  ['certificationBands[0].minElement', -1, `minElement ${RANGE}`],
  ['certificationBands[0].minElement', '50', 'minElement must be a percentage'],
  ['certificationBands[1].minOverall', 25, 'minOverall must be above the one before, 25'],
  [
    'certificationBands[1].minElement',
    1,
    'minElement must be at least 10, that of the band before',
  ],
  ['certificationBands[0].label', '', 'label is missing: enter a text'],
  ['elements', {}, 'elements must be a list of elements'],
  ['elements', [], 'elements must hold 1 to 2,000 elements'],
  ['elements', Array.from({ length: 2001 }), 'elements must hold 1 to 2,000 elements'],
  [ELEMENT, null, 'elements must be an object with named fields'],
  [`${ELEMENT}.key`, undefined, 'key is missing: enter text'],
  [`${ELEMENT}.key`, 'k'.repeat(65), 'key must be at most 64 characters'],
  ['elements[1].key', 'GOV', 'key must be unique: "GOV" is used before'],
  [`${ELEMENT}.weight`, 0, 'weight must be above 0'],
  [`${ELEMENT}.weight`, 1e7, 'weight must be at most 1,000,000'],
  [`${ELEMENT}.required`, 1, `required ${YES_NO}`],
  [`${ELEMENT}.reportBands`, [], 'reportBands must hold 1 to 100 report bands'],
  [`${ELEMENT}.reportBands[0].from`, 5, `from must be 0, ${NO_GAP}`],
  [`${ELEMENT}.reportBands[0].to`, 0, 'to must be above 0, where the band starts'],
  [`${ELEMENT}.reportBands[1].from`, 60, `from must be 25, ${NO_GAP}`],
  [`${ELEMENT}.reportBands[1].from`, 20, `from must be 25, ${NO_GAP}`],
  [`${ELEMENT}.reportBands[3].to`, 99, 'to must be 100 in the last band'],
  [`${ELEMENT}.reportBands[0].text`, ' ', 'text is missing: enter a text'],
  [`${STATEMENT}.text`, '\u00a0', 'text is missing: enter a text'],
  [`${STATEMENT}.guidance`, 'a\u0000', `guidance ${UNSHOWN}`],
  [`${STATEMENT}.allowsNotApplicable`, 'no', `allowsNotApplicable ${YES_NO}`],
  [`${RESPONSE}.asksForEvidence`, 'yes', `asksForEvidence ${YES_NO}`],
  [`${STATEMENT}.responses`, undefined, 'responses is missing: enter a list of responses'],
  [`${STATEMENT}.responses`, [{}], 'responses must hold 2 to 10 responses'],
  [`${STATEMENT}.responses`, Array.from({ length: 11 }), 'responses must hold 2 to 10 responses'],
  [`${RESPONSE}.value`, '3', 'value must be a number'],
  [`${RESPONSE}.value`, 1e7, 'value must be at most 1,000,000'],
  [`${RESPONSE}.value`, 2, 'value must be above the one before, 2'],
  [`${RESPONSE}.benefit`, 0, 'benefit must be 1 to 5'],
  [`${RESPONSE}.effort`, 6, 'effort must be 1 to 5'],
  [`${RESPONSE}.effort`, 1.5, 'effort must be a whole number from 1 to 5'],
  [`${RESPONSE}.lable`, 'Leading', `lable ${UNKNOWN}`],
]

test.each(FIELDS)('%s as %j is a fault at its place', async (place, value, message) => {
  const file = utf8(JSON.stringify(changed(place, value)))
  const read = await readContent(file)
  expect('faults' in read && read.faults).toContainEqual({ place, message })
})

test('values off the scale are a fault of the statement', async () => {
  const message = 'responses must have the values 1 to 4, as the set has a scale of 4 levels'
  const faults = faultsOf(changed(`${STATEMENT}.responses[3].value`, 5))
  expect(faults).toContainEqual({ place: `${STATEMENT}.responses`, message })
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
  const message = `${field} is entered twice (${lines}). Keep only one`
  expect('faults' in read && read.faults).toContainEqual({ place, message })
})

test('other faults are reported beside a duplicate field', async () => {
  const file = json.replace('{', '{"colour":"red","title":"Before",')
  expect(await readContent(utf8(file))).toEqual({
    faults: [
      { place: 'title', message: 'title is entered twice (line 1). Keep only one' },
      { place: 'colour', message: `colour ${UNKNOWN}` },
    ],
  })
})

const workbook = await writeContentWorkbook(aSmallSet())
const HOLDS_JSON = 'the file contains JSON. Rename it to end in .json'
const HOLDS_WORKBOOK = 'the file contains an Excel workbook. Rename it to end in .xlsx'

const ENDINGS: [name: string, file: Buffer, message: string][] = [
  ['a set.xlsx', utf8(json), `The name ends in .xlsx, but ${HOLDS_JSON}`],
  ['a set.txt', utf8(json), `The name ends in .txt, but ${HOLDS_JSON}`],
  ['a set.json.pdf', utf8(json), `The name ends in .pdf, but ${HOLDS_JSON}`],
  ['a set.json', workbook, `The name ends in .json, but ${HOLDS_WORKBOOK}`],
  ['a set.XLSM', workbook, `The name ends in .xlsm, but ${HOLDS_WORKBOOK}`],
  ['a set.zip', workbook, `The name ends in .zip, but ${HOLDS_WORKBOOK}`],
]

test.each(ENDINGS)(
  'a file called %s that holds something else is refused',
  async (name, file, message) => {
    expect(await readNamedFile(name, file)).toEqual({
      faults: [{ place: 'File', message: `${message}.` }],
    })
  },
)

test('other faults are reported beside a wrong ending, but not for a file of another kind', async () => {
  const file = utf8(JSON.stringify(changed('title', 7)))
  expect(await readNamedFile('a set.xlsx', file)).toEqual({
    faults: [
      { place: 'File', message: `The name ends in .xlsx, but ${HOLDS_JSON}.` },
      { place: 'title', message: 'title must be text' },
    ],
  })
  expect(await readNamedFile('a set.csv', utf8('key,title\n1,2'))).toEqual({
    faults: [{ place: 'File', message: NEITHER }],
  })
})

test.each([
  ['a set.json', utf8(json)],
  ['A SET.JSON', utf8(`\ufeff${json}`)],
  ['2026.11 a set', utf8(json)],
  ['a set v2.1', workbook],
  ['set', workbook],
  ['a.b/c set.xlsx', workbook],
])('a file called %s with the right content or no ending is read', async (name, file) => {
  expect(await readNamedFile(name, file)).toHaveProperty('set')
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
    { place: 'elements', message: 'elements must hold at most 50,000 responses in all, not 50004' },
  ])
})

function faultsOf(set: unknown) {
  const read = readContentJson(JSON.stringify(set))
  return 'faults' in read ? read.faults : []
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
