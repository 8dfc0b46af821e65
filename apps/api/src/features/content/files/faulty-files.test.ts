import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aSmallSet } from '#testing/factories.ts'
import { readContent } from './read-content.ts'
import { readNamedFile } from './read-named-file.ts'
import { writeContentWorkbook } from './write-content-workbook.ts'

const json = JSON.stringify(aSmallSet())
const utf8 = (text: string) => Buffer.from(text)
const bytes = (...values: number[]) => Buffer.from(values)
/** The good file with these bytes in its title. */
const titled = (title: Buffer) =>
  Buffer.concat([utf8('{"format":"content-set/1","title":"'), title, utf8('","elements":[]}')])
const big = (text: string) => Buffer.from(text, 'utf16le').swap16()

const NO_UTF8 = 'The file is not UTF-8 text: save it as UTF-8.'
const NEITHER = 'The file is neither content-set/1 JSON nor an Excel workbook (.xlsx).'
const UTF_16 = 'The file is in UTF-16: save it as UTF-8.'
const NO_OBJECT = 'The file must be an object with named fields'

const KINDS: [name: string, file: Buffer, message: string][] = [
  ['nothing', utf8(''), 'The file is empty.'],
  ['blanks', utf8(' \n '), 'The file is empty.'],
  ['a mark of UTF-8 and nothing else', bytes(0xef, 0xbb, 0xbf), 'The file is empty.'],
  ['UTF-16, little end first', Buffer.from(`\ufeff${json}`, 'utf16le'), UTF_16],
  ['UTF-16, big end first', big(`\ufeff${json}`), UTF_16],
  ['UTF-16 without a mark', Buffer.from(json, 'utf16le'), UTF_16],
  ['Latin-1', titled(Buffer.from('Café', 'latin1')), NO_UTF8],
  ['an overlong sequence', titled(bytes(0xc0, 0xaf)), NO_UTF8],
  ['half a pair in UTF-8', titled(bytes(0xed, 0xa0, 0x80)), NO_UTF8],
  ['a sequence that is cut off', titled(bytes(0xf0, 0x9f, 0x99)), NO_UTF8],
  ['gzip', gzipSync(json), 'The file is compressed (gzip): unpack it first.'],
  ['a PDF', utf8('%PDF-1.7\n'), 'The file is a PDF: use content-set/1 JSON or an Excel workbook.'],
  [
    'an old workbook',
    bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    'The file is an old Excel workbook (.xls) or one with a password: save it as .xlsx without a password.',
  ],
  ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), NO_UTF8],
  ['a web page', utf8('<!doctype html><script>alert(1)</script>'), NEITHER],
  ['XML', utf8('<?xml version="1.0"?><set/>'), NEITHER],
  ['comma-separated values', utf8('key,title\n1,2'), NEITHER],
  ['YAML', utf8('format: content-set/1\ntitle: A set'), NEITHER],
  ['comments', utf8(`// mine\n${json}`), NEITHER],
  ['a list', utf8('[]'), NO_OBJECT],
  ['null', utf8('null'), NO_OBJECT],
  ['a number', utf8('1'), NO_OBJECT],
  ['a text', utf8('"content-set/1"'), NO_OBJECT],
  ['yes', utf8('true'), NO_OBJECT],
]

test.each(KINDS)('a file that holds %s is refused with its reason', async (_, file, message) => {
  expect(await readContent(file)).toEqual({ faults: [{ place: 'File', message }] })
})

const NOT_JSON: [name: string, file: Buffer][] = [
  ['a comment within', utf8('{ /* mine */ "format": "content-set/1" }')],
  ['a comma too many', utf8('{"format":"content-set/1",}')],
  ['single quotes', utf8("{'format':'content-set/1'}")],
  ['a bare word', utf8('{"format":"content-set/1","title":NaN}')],
  ['two sets in one file', utf8(`${json}\n${json}`)],
  ['its second half missing', utf8(json.slice(0, 5000))],
  ['a line end within a text', titled(utf8('a\nb'))],
  ['100,000 lists in each other', utf8('['.repeat(100_000))],
]

test.each(NOT_JSON)('JSON with %s is refused with what the parser says', async (_, file) => {
  const message = expect.stringMatching(/^The file is not valid JSON\. .+\.$/)
  expect(await readContent(file)).toEqual({ faults: [{ place: 'File', message }] })
})

const ELEMENT = 'elements[0]'
const STATEMENT = 'elements[1].statements[1]'
const RESPONSE = `${STATEMENT}.responses[2]`
const UNSHOWN = 'must not hold control characters or broken letters'
const UNKNOWN = 'is no field of content-set/1: correct its name or leave it out'
const RANGE = 'must be 0 to 100'

/** Where the good file is changed, to what, and what is said of that place. */
const FIELDS: [place: string, value: unknown, message: string][] = [
  ['format', undefined, 'format must be "content-set/1"'],
  ['format', 1, 'format must be "content-set/1"'],
  ['title', undefined, 'title is missing: enter text'],
  ['title', 7, 'title must be text'],
  ['title', ['A'], 'title must be text'],
  ['title', 'x'.repeat(501), 'title must be at most 500 characters'],
  ['title', '\ud800', `title ${UNSHOWN}`],
  ['title', 'a\u0007b', `title ${UNSHOWN}`],
  ['title', 'a\uffffb', `title ${UNSHOWN}`],
  ['description', null, 'description must be text'],
  ['introduction', 'x'.repeat(32_001), 'introduction must be at most 32,000 characters'],
  ['language', 'x'.repeat(36), 'language must be at most 35 characters'],
  ['colour', 'red', `colour ${UNKNOWN}`],
  ['constructor', {}, `constructor ${UNKNOWN}`],
  ['scale', 'Low > High', 'scale must be a list of level names, lowest first'],
  ['scale', ['Low'], 'scale must hold 2 to 10 level names, lowest first'],
  ['scale[1]', 'a > b', 'scale must be a level name without ">"'],
  ['scale[1]', 'Starting', 'scale must be unique: "Starting" is used before'],
  ['certificationBands', {}, 'certificationBands must be a list of certification bands'],
  ['certificationBands[0].minOverall', 101, `minOverall ${RANGE}`],
  ['certificationBands[0].minElement', -1, `minElement ${RANGE}`],
  ['certificationBands[0].minElement', '50', 'minElement must be a percentage'],
  ['certificationBands[0].label', '', 'label is missing: enter a text'],
  ['elements', {}, 'elements must be a list of elements'],
  ['elements', Array.from({ length: 2001 }, () => ({})), 'elements must hold 1 to 2,000 elements'],
  [ELEMENT, null, 'elements must be an object with named fields'],
  [`${ELEMENT}.key`, undefined, 'key is missing: enter text'],
  [`${ELEMENT}.key`, 'k'.repeat(65), 'key must be at most 64 characters'],
  [`${ELEMENT}.weight`, -1, 'weight must be above 0'],
  [`${ELEMENT}.weight`, 1e7, 'weight must be at most 1,000,000'],
  [`${ELEMENT}.required`, 1, 'required must be true (yes) or false (no)'],
  [`${ELEMENT}.reportBands`, [], 'reportBands must hold 1 to 100 report bands'],
  [`${ELEMENT}.reportBands[0].from`, 5, 'from must be 0, so that there is no gap or overlap'],
  [`${ELEMENT}.reportBands[0].to`, 0, 'to must be above 0, where the band starts'],
  [`${ELEMENT}.reportBands[0].text`, ' ', 'text is missing: enter a text'],
  [`${STATEMENT}.text`, '\u00a0', 'text is missing: enter a text'],
  [`${STATEMENT}.guidance`, 'a\u0000', `guidance ${UNSHOWN}`],
  [
    `${STATEMENT}.allowsNotApplicable`,
    'no',
    'allowsNotApplicable must be true (yes) or false (no)',
  ],
  [
    `${STATEMENT}.responses[0].asksForEvidence`,
    'yes',
    'asksForEvidence must be true (yes) or false (no)',
  ],
  [`${STATEMENT}.responses`, undefined, 'responses is missing: enter a list of responses'],
  [`${STATEMENT}.responses`, [{}], 'responses must hold 2 to 10 responses'],
  [
    `${STATEMENT}.responses`,
    Array.from({ length: 11 }, () => ({})),
    'responses must hold 2 to 10 responses',
  ],
  [`${RESPONSE}.value`, '3', 'value must be a number'],
  [`${RESPONSE}.value`, 1e7, 'value must be at most 1,000,000'],
  [`${RESPONSE}.value`, 2, 'value must be above the one before, 2'],
  [`${RESPONSE}.benefit`, 0, 'benefit must be 1 to 5'],
  [`${RESPONSE}.lable`, 'Leading', `lable ${UNKNOWN}`],
]

test.each(FIELDS)('%s as %j is told at its place', async (place, value, message) => {
  const file = utf8(JSON.stringify(changed(place, value)))
  const read = await readContent(file)
  expect('faults' in read && read.faults).toContainEqual({ place, message })
})

test('a field called __proto__ is a fault like any other', async () => {
  const file = utf8(json.replace('{', '{"__proto__":{"title":"x"},'))
  expect(await readContent(file)).toEqual({
    faults: [{ place: '__proto__', message: `__proto__ ${UNKNOWN}` }],
  })
})

test.each([
  ['script', '<script>alert(1)</script> <img src=x onerror=alert(1)>'],
  ['a formula', '=HYPERLINK("https://example.org","x")'],
  ['right-to-left text', 'שלום العربية \u202eabc'],
  ['emoji', '👩‍💻🏳️‍🌈 🙂'],
  ['Typst', '#read("/etc/passwd") $x$ @ref'],
])('%s in a text stays the text that it is', async (_, text) => {
  const read = await readContent(utf8(JSON.stringify(changed(`${STATEMENT}.guidance`, text))))
  expect('set' in read && read.set.elements[1]?.statements[1]?.guidance).toBe(text)
})

const TWICE: [name: string, file: string, place: string, lines: string][] = [
  ['in one line', json.replace('{', '{"title":"Before",'), 'title', 'line 1'],
  ['lines apart', json.replace('{', '{\n"title":"Before",\r\n\n'), 'title', 'lines 2 and 4'],
  [
    'with different values, one a list with texts that look like it',
    json.replace('{', '{"source":["\\"source\\":", {"source": "}"}],"source":"A",'),
    'source',
    'line 1',
  ],
  [
    'written with an escape',
    json.replace('"key":', '"k\\u0065y":"Other","key":'),
    'elements[0].key',
    'line 1',
  ],
  [
    'deep within',
    json.replace('"value":3', '"value":2.5,"value":3'),
    'elements[0].statements[0].responses[2].value',
    'line 1',
  ],
  ['called __proto__', json.replace('{', '{"__proto__":1,"__proto__":2,'), '__proto__', 'line 1'],
]

test.each(TWICE)(
  'a member that stands twice %s is told at its place',
  async (_, file, place, lines) => {
    const read = await readContent(utf8(file))
    const field = place.split('.').at(-1)
    const message = `${field} stands here twice (${lines}): keep one of the two`
    expect('faults' in read && read.faults).toContainEqual({ place, message })
  },
)

test('what else is wrong is told beside a member that stands twice', async () => {
  const file = json.replace('{', '{"colour":"red","title":"Before",')
  expect(await readContent(utf8(file))).toEqual({
    faults: [
      { place: 'title', message: 'title stands here twice (line 1): keep one of the two' },
      { place: 'colour', message: `colour ${UNKNOWN}` },
    ],
  })
})

test('the same name in two objects beside or within each other is no fault', async () => {
  expect(await readContent(utf8(json))).toHaveProperty('set')
})

const workbook = await writeContentWorkbook(aSmallSet())
const HOLDS_JSON = 'the file holds JSON: let its name end in .json'
const HOLDS_WORKBOOK = 'the file holds an Excel workbook: let its name end in .xlsx'

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

test('what is wrong in a file is told beside its wrong ending', async () => {
  const file = utf8(JSON.stringify(changed('title', 7)))
  expect(await readNamedFile('a set.xlsx', file)).toEqual({
    faults: [
      { place: 'File', message: `The name ends in .xlsx, but ${HOLDS_JSON}.` },
      { place: 'title', message: 'title must be text' },
    ],
  })
})

test('of a file that is neither kind, its ending says nothing more', async () => {
  const file = utf8('key,title\n1,2')
  expect(await readNamedFile('a set.csv', file)).toEqual({
    faults: [{ place: 'File', message: NEITHER }],
  })
})

test.each([
  ['a set.json', utf8(json)],
  ['A SET.JSON', utf8(json)],
  ['2026.11 a set', utf8(json)],
  ['a set v2.1', workbook],
  ['set', workbook],
  ['a.b/c set.xlsx', workbook],
])(
  'a file called %s is read when it holds what its name says, or its name says nothing',
  async (name, file) => {
    expect(await readNamedFile(name, file)).toHaveProperty('set')
  },
)

test('a mark of UTF-8 ahead of the set is no fault', async () => {
  expect(await readContent(utf8(`\ufeff${json}`))).toHaveProperty('set')
})

function changed(place: string, value: unknown) {
  const set: unknown = structuredClone(aSmallSet())
  const steps = place.split(/[.[\]]+/).filter(Boolean)
  const parent = steps
    .slice(0, -1)
    .reduce((part, step) => (part as Record<string, unknown>)[step], set)
  Object.defineProperty(parent, steps.at(-1) ?? '', { value, enumerable: true, configurable: true })
  return set
}
