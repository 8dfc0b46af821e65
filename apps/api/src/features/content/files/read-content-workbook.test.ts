import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { ZipFile } from 'yazl'
import { readContentWorkbook } from './read-content-workbook.ts'

type Sheets = Record<string, SheetData>

function sheets(): Sheets {
  return {
    'content SET': [
      ['Field', 'VALUE'],
      ['title', 'A set'],
      ['scale', 'Low > High'],
    ],
    Elements: [['key', 'title'], ['A', 'First'], [], ['B', 'Second']],
    Statements: [
      ['element', 'key', 'text', 'allows not applicable'],
      ['A', 'A1', 'We keep a list.', 'YES'],
      ['B', 'B1', 'We test it.', null],
    ],
    Responses: [
      ['statement', 'key', 'label', 'value', 'effort'],
      ['A1', 1, 'Low', 1, null],
      ['A1', 2, 'High', '2', 5],
      ['B1', 3, 'Low', 1, null],
      ['B1', 4, 'High', 2, 1],
    ],
    Bands: [
      ['kind', 'element', 'from', 'to', 'label', 'text', 'minimum overall', 'minimum element'],
      ['certification', null, null, null, 'Good', null, 50, 0],
      ['report', 'A', 0, 100, 'Any', 'Go on.', null, null],
    ],
  }
}

test('sheets and columns are matched without case, empty rows skipped, missing columns are defaults', async () => {
  const read = await readContentWorkbook(await workbook(sheets()))
  expect(read).toMatchObject({
    set: {
      title: 'A set',
      scale: ['Low', 'High'],
      certificationBands: [{ label: 'Good', minOverall: 50, minElement: 0 }],
      elements: [
        {
          key: 'A',
          required: true,
          weight: 1,
          reportBands: [{ title: 'Any' }],
          statements: [{ allowsNotApplicable: true }],
        },
        {
          key: 'B',
          statements: [
            { allowsNotApplicable: false, responses: [{ key: '3' }, { key: '4', effort: 1 }] },
          ],
        },
      ],
    },
  })
})

const FAULTS: [string, (rows: Sheets) => unknown, string, string][] = [
  [
    'no title',
    (s) => put(s, 'content SET', 1, 1, null),
    'Content set row 2',
    'title is missing: enter text',
  ],
  [
    'a level name twice',
    (s) => put(s, 'content SET', 2, 1, 'Low > Low'),
    'Content set row 3',
    'scale must be unique: "Low" is used before',
  ],
  [
    'a missing sheet',
    (s) => delete s['Responses'],
    'File',
    'The workbook needs a sheet "Responses".',
  ],
  [
    'a missing column',
    (s) => put(s, 'Statements', 0, 2, 'texts'),
    'Statements row 1',
    'The sheet needs a column "text".',
  ],
  [
    'an unknown element',
    (s) => put(s, 'Statements', 2, 0, 'C'),
    'Statements row 3',
    'element must be a key of the sheet Elements: "C" is not there',
  ],
  [
    'an element without statements',
    (s) => put(s, 'Statements', 2, 0, 'C'),
    'Elements row 4',
    'statements must hold 1 to 25,000 statements',
  ],
  [
    'a duplicate key',
    (s) => put(s, 'Responses', 3, 1, 2),
    'Responses row 4',
    'key must be unique: "2" is used before',
  ],
  [
    'a word for a number',
    (s) => put(s, 'Responses', 2, 3, 'two'),
    'Responses row 3',
    'value must be a number',
  ],
  [
    'a word for yes',
    (s) => put(s, 'Statements', 1, 3, 'maybe'),
    'Statements row 2',
    'allows not applicable must be true (yes) or false (no)',
  ],
  [
    'an unknown kind of band',
    (s) => put(s, 'Bands', 1, 0, 'other'),
    'Bands row 2',
    'kind must be certification or report',
  ],
  [
    'a band without its label',
    (s) => put(s, 'Bands', 2, 4, null),
    'Bands row 3',
    'label is missing: enter text',
  ],
  [
    'a formula',
    (s) => put(s, 'Responses', 2, 3, { type: 'Formula', value: '1+1' }),
    'Responses row 3',
    'A cell holds a formula: enter its value instead.',
  ],
  [
    'a cell far out',
    (s) => put(s, 'Elements', 1, 18_000, 'x'),
    'Elements row 2',
    'The sheet reaches too far: keep to the columns of the format and at most 100,000 rows.',
  ],
]

test.each(FAULTS)(
  'a workbook with %s is refused with sheet and row',
  async (_, spoil, place, message) => {
    const rows = sheets()
    spoil(rows)
    const read = await readContentWorkbook(await workbook(rows))
    expect('faults' in read && read.faults).toContainEqual({ place, message })
  },
)

test('all faults of a workbook are reported at once', async () => {
  const rows = sheets()
  put(rows, 'Elements', 1, 1, null)
  put(rows, 'Responses', 2, 3, 'two')
  put(rows, 'Bands', 2, 1, 'Z')
  const read = await readContentWorkbook(await workbook(rows))
  const places = 'faults' in read ? read.faults.map(({ place }) => place) : []
  expect([...new Set(places)].sort()).toEqual([
    'Bands row 3',
    'Elements row 2',
    'Responses row 3',
    'Statements row 2',
  ])
})

test.each([
  ['text', Buffer.from('key,title\n1,2')],
  ['nothing', Buffer.alloc(0)],
])('a file that is not what its name says is refused: %s', async (_, bytes) => {
  expect(await readContentWorkbook(bytes)).toEqual({
    faults: [{ place: 'File', message: 'The file is not an Excel workbook: save it as .xlsx.' }],
  })
})

test('an archive of something else and a damaged workbook are refused', async () => {
  const good = await workbook(sheets())
  const damaged = Buffer.from(good).fill(0x41, 60, 400)
  expect(await messageOf(await archive({ 'readme.txt': Buffer.from('hello') }))).toMatch(
    /not an Excel workbook/,
  )
  expect(await messageOf(damaged)).toMatch(/damaged|not an Excel workbook/)
})

const LARGE = /larger than 20 MB unpacked/

test.each<[string, Record<string, Buffer>, RegExp]>([
  [
    '300 MB in a few hundred kilobytes',
    { 'xl/sharedStrings.xml': Buffer.alloc(300 * 1024 * 1024, 0x20) },
    LARGE,
  ],
  [
    'many parts',
    Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`xl/${n}.xml`, Buffer.alloc(1)])),
    /2000 parts/,
  ],
  [
    'entities',
    { 'xl/workbook.xml': Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><workbook/>') },
    /entities/,
  ],
])('a zip bomb is refused before it is parsed: %s', async (_, parts, message) => {
  const bytes = await archive(parts)
  const memory = process.memoryUsage().rss
  expect(await messageOf(bytes)).toMatch(message)
  expect(process.memoryUsage().rss - memory).toBeLessThan(64 * 1024 * 1024)
})

test('an archive that lies about its size is refused', async () => {
  const bytes = await archive({ 'xl/workbook.xml': Buffer.alloc(30 * 1024 * 1024, 0x20) })
  // The size in the directory at the end of the archive, which a reader plans by.
  bytes.writeUInt32LE(100, bytes.lastIndexOf(Buffer.from('PK\u0001\u0002')) + 24)
  expect(await messageOf(bytes)).toMatch(/damaged/)
})

function put(rows: Sheets, sheet: string, row: number, column: number, value: unknown) {
  const cells = (rows[sheet]?.[row] ?? []) as unknown[]
  while (cells.length < column) cells.push(null)
  cells[column] = value
}

function workbook(rows: Sheets): Promise<Buffer> {
  return writeExcelFile(Object.entries(rows).map(([sheet, data]) => ({ sheet, data }))).toBuffer()
}

async function archive(parts: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, bytes] of Object.entries(parts)) zip.addBuffer(bytes, path)
  zip.end()
  return await buffer(zip.outputStream)
}

async function messageOf(bytes: Uint8Array) {
  const read = await readContentWorkbook(bytes)
  return 'faults' in read ? read.faults[0]?.message : undefined
}
