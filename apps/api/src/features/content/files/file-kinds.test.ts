import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { OLD_OFFICE, compound } from '#testing/compound.ts'
import { aSmallSet } from '#testing/factories.ts'
import { readContent, readNamedFile } from './read-content.ts'
import { writeContentWorkbook } from './write-content-workbook.ts'

const json = JSON.stringify(aSmallSet())
const utf8 = (text: string) => Buffer.from(text)
const bytes = (...values: number[]) => Buffer.from(values)
const withTitle = (title: Buffer) =>
  Buffer.concat([utf8('{"format":"content-set/1","title":"'), title, utf8('","elements":[]}')])
const big = (text: string) => Buffer.from(text, 'utf16le').swap16()

const NO_UTF8 = 'The file is not UTF-8 text. Save it as UTF-8, or choose another file.'
const NEITHER =
  'We can’t import this type of file. Use an Excel workbook (.xlsx), a JSON, YAML or CSV file, or a text file with tabs (.txt).'
const UTF_16 = 'The file is in UTF-16. Save it as UTF-8.'
const NO_OBJECT = 'The file must be an object with named fields'

const KINDS: [name: string, file: Buffer, message: string][] = [
  ['nothing', utf8(''), 'The file is empty. Choose another file.'],
  ['a byte order mark alone', bytes(0xef, 0xbb, 0xbf), 'The file is empty. Choose another file.'],
  ['UTF-16LE', Buffer.from(`\ufeff${json}`, 'utf16le'), UTF_16],
  ['UTF-16BE', big(`\ufeff${json}`), UTF_16],
  ['UTF-16 without a byte order mark', Buffer.from(json, 'utf16le'), UTF_16],
  ['Latin-1', withTitle(Buffer.from('Café', 'latin1')), NO_UTF8],
  ['an overlong sequence', withTitle(bytes(0xc0, 0xaf)), NO_UTF8],
  ['half a surrogate pair', withTitle(bytes(0xed, 0xa0, 0x80)), NO_UTF8],
  ['a truncated sequence', withTitle(bytes(0xf0, 0x9f, 0x99)), NO_UTF8],
  [
    'gzip',
    gzipSync(json),
    'The file is compressed (gzip). Unpack it, then choose the unpacked file.',
  ],
  [
    'a PDF',
    utf8('%PDF-1.7\n'),
    'The file is a PDF. Use an Excel workbook (.xlsx), a JSON, YAML or CSV file, or a text file with tabs (.txt).',
  ],
  [
    'an old workbook',
    OLD_OFFICE.xls,
    'The file is an old Excel workbook (.xls). Open it in a spreadsheet program and save it as .xlsx.',
  ],
  [
    'a protected workbook',
    OLD_OFFICE.protected,
    'The file is protected with a password. Open it in Excel, remove the password and save it as .xlsx, or choose another file.',
  ],
  [
    'an old Word document',
    OLD_OFFICE.doc,
    'The file is an old Word document (.doc), not an Excel workbook. Choose an .xlsx file.',
  ],
  [
    'an old presentation with macros',
    compound({ 'PowerPoint Document': Buffer.alloc(64), 'VBA/dir': Buffer.alloc(64) }),
    'The file is an old Office file with macros. If it is a workbook, open it in Excel and save it as .xlsx without macros. Otherwise, choose an .xlsx file.',
  ],
  [
    'the beginning of an old workbook',
    bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    'The file is in an old Office format or has a password. Save it as .xlsx without a password, or choose another file.',
  ],
  ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), NO_UTF8],
  [
    'a control character',
    withTitle(bytes(0x01)),
    'The file contains characters that aren’t text. Export it again as UTF-8 text.',
  ],
  ['a web page', utf8('<!doctype html><script>alert(1)</script>'), NEITHER],
  ['comma-separated values', utf8('key,title\n1,2'), NEITHER],
  ['comments', utf8(`// mine\n${json}`), NEITHER],
  ['a list', utf8('[]'), NO_OBJECT],
  ['null', utf8('null'), NO_OBJECT],
  ['a text', utf8('"content-set/1"'), NO_OBJECT],
  [
    '21 MB',
    Buffer.alloc(21 * 2 ** 20, '1'),
    'The file is larger than 20 MB. Split the content set into smaller ones.',
  ],
]

test.each(KINDS)('a file that holds %s is refused with its reason', async (_, file, message) => {
  expect(await readContent(file)).toEqual({ faults: [{ place: 'File', message }] })
})

test.each([
  ['UTF-8', utf8('id,text\n1,Prüfe es 🙂').subarray(0, -1)],
  ['UTF-16', Buffer.from('\ufeffid,text\n1,Prüfe es', 'utf16le').subarray(0, -1)],
  ['UTF-16 with half a sign', Buffer.from('\ufeffid,text\n1,Gut 🙂', 'utf16le').subarray(0, -2)],
])('a table in %s that ends within a letter is refused', async (_, bytes) => {
  expect(await readNamedFile('a.csv', bytes)).toEqual({
    faults: [
      { place: 'File', message: 'The file ends in the middle of a character. Export it again.' },
    ],
  })
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

test.each(NOT_JSON)('JSON with %s is refused', async (_, file) => {
  const message = expect.stringMatching(
    /^The (?:file is not valid JSON\. .+|JSON file is incomplete\. .+)\.$/s,
  )
  expect(await readContent(file)).toEqual({ faults: [{ place: 'File', message }] })
})

const workbook = await writeContentWorkbook(aSmallSet())
const HOLDS_JSON = 'the file is a JSON file. Change the end of the file name to .json'
const HOLDS_WORKBOOK = 'the file is an Excel workbook. Change the end of the file name to .xlsx'

const ENDINGS: [name: string, file: Buffer, message: string][] = [
  ['a set.xlsx', utf8(json), `The file name ends in .xlsx, but ${HOLDS_JSON}`],
  ['a set.txt', utf8(json), `The file name ends in .txt, but ${HOLDS_JSON}`],
  ['a set.json.pdf', utf8(json), `The file name ends in .pdf, but ${HOLDS_JSON}`],
  ['a set.json', workbook, `The file name ends in .json, but ${HOLDS_WORKBOOK}`],
  ['a set.XLSM', workbook, `The file name ends in .xlsm, but ${HOLDS_WORKBOOK}`],
  ['a set.zip', workbook, `The file name ends in .zip, but ${HOLDS_WORKBOOK}`],
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
  const file = utf8(JSON.stringify({ ...aSmallSet(), title: 7 }))
  expect(await readNamedFile('a set.xlsx', file)).toEqual({
    faults: [
      { place: 'File', message: `The file name ends in .xlsx, but ${HOLDS_JSON}.` },
      { place: 'title', message: 'title must be text' },
    ],
  })
  expect(await readNamedFile('a set.doc', utf8('key,title\n1,2'))).toEqual({
    faults: [{ place: 'File', message: NEITHER }],
  })
})

test.each([
  ['a set.json', utf8(json)],
  ['A SET.JSON', utf8(`\ufeff${json}`)],
  ['2026.11 a set', utf8(json)],
  ['a set of DOS.json', utf8(`${json}\r\n\u001a`)],
  ['a set v2.1', workbook],
  ['set', workbook],
  ['a.b/c set.xlsx', workbook],
])('a file called %s with the right content or no ending is read', async (name, file) => {
  expect(await readNamedFile(name, file)).toHaveProperty('set')
})
