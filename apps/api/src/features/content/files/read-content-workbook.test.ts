import { expect, test } from 'vitest'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { readContentWorkbook } from './read-content-workbook.ts'
import { readCells } from '#support/sheet-cells.ts'

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

test('sheets and columns match in any case, empty rows are skipped, missing columns get defaults', async () => {
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

const FORMULA = 'value contains a formula. Enter the value instead.'
const TOO_FAR =
  'The sheet is too large. It has more than 100,000 rows or 700 columns, including empty ones. Delete those that you don’t need.'

/** A changed cell, by its row and column from 0, and the fault of its row. */
const FAULTS: [name: string, cell: Cell, message: string][] = [
  ['no title', ['Content set', 1, 1, null], 'title is missing: enter text'],
  ['a level twice', ['Content set', 2, 1, 'A > A'], 'scale must be unique: "A" is already used'],
  ['a missing column', ['Statements', 0, 2, 'x'], 'The sheet needs a column named “text”.'],
  [
    'an unknown element',
    ['Statements', 2, 0, 'C'],
    '“C” is not a key in the Elements sheet. Enter a key from that sheet in the column “element”.',
  ],
  ['a duplicate key', ['Responses', 2, 1, 1], 'key must be unique: "1" is already used'],
  [
    'a word for a number',
    ['Responses', 2, 3, 'two'],
    'value shows “two”. Enter a number without other characters.',
  ],
  [
    'a word for yes',
    ['Statements', 1, 3, 'maybe'],
    'allows not applicable shows “maybe”. Enter yes or no.',
  ],
  [
    'an unknown kind of band',
    ['Bands', 1, 0, 'x'],
    'kind shows “x”. Enter certification, element or report.',
  ],
  ['a band without its label', ['Bands', 2, 4, null], 'label is missing: enter text'],
  ['a formula', ['Responses', 2, 3, { type: 'Formula', value: '1+1' }], FORMULA],
  ['a far-away cell', ['Elements', 1, 18_000, 'x'], TOO_FAR],
]

test.each(FAULTS)('a workbook with %s is refused with sheet and row', async (_, cell, message) => {
  const rows = sheets()
  put(rows, cell)
  const place = `${cell[0]} row ${cell[1] + 1}`
  expect(await faultsOf(rows)).toContainEqual({ place, message })
})

test('an element without statements is refused', async () => {
  const rows = sheets()
  rows['Statements']?.splice(2, 1)
  const message = 'statements is too short: add at least one statement'
  expect(await faultsOf(rows)).toContainEqual({ place: 'Elements row 4', message })
})

test('a missing sheet is refused', async () => {
  const { Responses: _, ...rows } = sheets()
  const message = 'The workbook needs a sheet named “Responses”.'
  expect(await faultsOf(rows)).toContainEqual({ place: 'File', message })
})

test('all faults of a workbook are reported together', async () => {
  const rows = sheets()
  put(rows, ['Elements', 1, 1, null])
  put(rows, ['Responses', 2, 3, 'two'])
  put(rows, ['Bands', 2, 1, 'Z'])
  const places = (await faultsOf(rows)).map(({ place }) => place)
  expect([...new Set(places)].sort()).toEqual([
    'Bands row 3',
    'Elements row 2',
    'Responses row 3',
    'Statements row 2',
  ])
})

const ROW = '<row r="1">'
const VALUE = '<v>1</v></c>'

test.each([
  ['behind a ">"', `<c x=">" r="XFD1">${VALUE}`, /too large/],
  ['behind an escape', `<c r="&#65;1000000">${VALUE}`, /damaged/],
  ['behind another address', `<c q:r="A1" r="XFD1">${VALUE}`, /too large/],
  ['behind a "<"', `<c x="<" r="A1000000">${VALUE}`, /damaged/],
  ['by its row alone', `<row r="1048576"><c>${VALUE}</row>`, /too large/],
])('a far-away value is found %s', (_, tags, message) => {
  expect(messageOf(`<worksheet><sheetData>${ROW}${tags}</row></sheetData></worksheet>`)).toMatch(
    message,
  )
})

test('the last row is 100,000 and the last column ZZ', () => {
  const at = (place: string) => messageOf(`${ROW}<c r="${place}">${VALUE}</row>`)
  expect(at('ZZ100000')).toBe('')
  for (const place of ['A100001', 'AAA1']) expect(at(place)).toBe(TOO_FAR)
})

test.each(['<c ', '<c r="', '<c \'"', ' x="1"'])(
  'reading a hostile sheet takes no longer than its length needs: %s',
  (part) => {
    expect(messageOf(`${ROW}<c ${part.repeat(2_000_000)}`)).toMatch(/damaged/)
  },
)

function messageOf(xml: string) {
  const read = readCells('Elements', xml, { sheets: [], is1904: false, strings: [], formats: [] })
  return 'message' in read ? read.message : ''
}

type Cell = [sheet: string, row: number, column: number, value: unknown]

function put(rows: Sheets, [sheet, row, column, value]: Cell) {
  const cells = (rows[sheet === 'Content set' ? 'content SET' : sheet]?.[row] ?? []) as unknown[]
  while (cells.length < column) cells.push(null)
  cells[column] = value
}

function workbook(rows: Sheets): Promise<Buffer> {
  return writeExcelFile(Object.entries(rows).map(([sheet, data]) => ({ sheet, data }))).toBuffer()
}

async function faultsOf(rows: Sheets) {
  const read = await readContentWorkbook(await workbook(rows))
  return 'faults' in read ? read.faults : []
}
