import { expect, test } from 'vitest'
import { numeric, type RawCell, rawWorkbook } from '#testing/sheet-xml.ts'
import { readContent } from './read-content.ts'

type Column = 'text' | 'key' | 'weight' | 'required' | 'minimum'

/** Reads a valid workbook with this cell, whose style has the format. */
async function read(column: Column, cell: RawCell, format: string | number) {
  const at = (name: Column, usual: RawCell) => (name === column ? cell : usual)
  const sheets = {
    'Content set': [
      ['field', 'value'],
      ['title', 'A set'],
    ],
    Elements: [
      ['key', 'title', 'weight', 'required'],
      [at('key', 'A'), 'First', at('weight', null), at('required', null)],
    ],
    Statements: [
      ['element', 'key', 'text'],
      ['A', 'A1', at('text', 'We keep a list.')],
    ],
    Responses: [
      ['statement', 'key', 'label', 'value'],
      ['A1', 'r1', 'Low', '1'],
      ['A1', 'r2', 'High', '2'],
    ],
    Bands: [
      ['kind', 'label', 'minimum overall', 'minimum element'],
      ['certification', 'Good', at('minimum', '50%'), '25%'],
    ],
  }
  const named = Object.entries(sheets).map(([name, rows]) => ({ name, rows }))
  return await readContent(await rawWorkbook({ sheets: named, formats: [format] }))
}

const DAY = 46_112

/** Formats, a number, and what the cell shows. */
test.each<[format: string, number: number, shown: string]>([
  ['yyyy-mm-dd hh:mm', DAY + 0.999995, '2026-04-01 00:00'],
  ['yyyy-mm-dd hh:mm', DAY + 1 - 1e-11, '2026-04-01 00:00'],
  ['yyyy-mm-dd hh:mm', DAY + 0.99999, '2026-03-31 23:59'],
  ['yyyy-mm-dd hh:mm:ss.00', DAY + 0.999995, '2026-03-31 23:59:59.57'],
  ['yyyy-mm-dd hh:mm:ss.0', DAY + 1 - 1e-11, '2026-04-01 00:00:00.0'],
  ['yyyy-mm-dd', DAY + 0.999995, '2026-03-31'],
  ['yyyy-mm-dd', DAY + 1 - 1e-11, '2026-04-01'],
  ['d mmm yyyy "at" h', DAY + 1 - 1e-11, '1 Apr 2026 at 0'],
  ['[h]:mm', 2 - 1e-11, '48:00'],
  ['[$-F800]', DAY + 0.999995, '2026-03-31 23:59'],
  ['[$-F800]', DAY + 1 - 1e-11, '2026-04-01'],
  ['[$-409]d mmm yyyy;@', DAY, '31 Mar 2026'],
  ['yyyy"年"m"月"d"日"', DAY, '2026年3月31日'],
  ['[$-1070000]h:mm', 0.5, '12:00'],
  ['h:mm am/pm', 0.75, '6:00 PM'],
  ['h:mm a/p "a/p"', 0.75, '6:00 P a/p'],
  ['bbbb', DAY, '2569'],
  ['B1yyyy', DAY, '2026'],
  ['"Stage "0', 2, 'Stage 2'],
  ['0.0E+00', 1200, '1.2E+03'],
  [String.raw`0\ \g;General"e"`, 2, '2 g'],
  ['[Green]General', 2, '2'],
  ['[<1]h:mm;0', 5, '5'],
  ['[<1]h:mm;0', 0.5, '12:00'],
  ['0;;ggge', 5, '5'],
])('in the format %s the number %d is the text %j', async (format, number, shown) => {
  expect(await read('text', numeric(number, 1), format)).toMatchObject({
    set: { elements: [{ statements: [{ text: shown }] }] },
  })
})

test.each([
  ['[$-411]ggge"年"m"月"d"日"'],
  ['[$-ja-JP-x-gannen,80]ggge"年"'],
  ['[$-404]e/m/d'],
  ['e'],
  ['gg'],
  ['rr.mm.dd'],
  ['[$-411]r'],
  ['[<1]0;ggge'],
  ['[$-D07041E]d mmm yyyy'],
  ['[$-107041E]d/mm/yyyy;@'],
  ['[$-th-TH,107]d/m/yyyy'],
  ['[$-060401]yyyy'],
  ['B2yyyy-mm-dd'],
  ['b2'],
  ['[~buddhist]d/m/yyyy'],
])('a date in the calendar of the format %s is refused in every column', async (format) => {
  for (const column of ['text', 'key', 'weight', 'required'] as const) {
    const result = await read(column, numeric(DAY, 1), format)
    expect('faults' in result && result.faults).toContainEqual({
      place: `${column === 'text' ? 'Statements' : 'Elements'} row 2`,
      message: `${column} shows a date in a calendar that we can’t read. Note the date, format the cell as text, and enter the date again.`,
    })
  }
})

const UNKNOWN = [
  'nnn',
  '[Nonsense',
  '"open',
  '[$-41E]t0',
  'Q',
  'ww',
  '[DBNum1]0',
  '[NatNum1]0',
  '0 g',
  '0%;n',
]
const LOCAL = ['BOOLEAN', 'Estándar', 'ДД.ММ.yyyy', '[$-404]上午/下午h']

/** Built-in formats of Thai Excel, with Thai digits and years. */
const THAI = [59, 67, 68, 71, 81]

test.each([...UNKNOWN, ...LOCAL, ...THAI])(
  'a cell with the unknown format %s is refused, because what it shows isn’t known',
  async (format) => {
    const message =
      /has a format that we can’t read. Note what the cell shows, format it as text, and enter/
    expect(await read('text', numeric(DAY, 1), format)).toMatchObject({
      faults: [{ place: 'Statements row 2', message: expect.stringMatching(message) }],
    })
  },
)

test.each<[format: string, number: number, minimum: number]>([
  ['[<=1]0%;0', 0.75, 75],
  ['[<=1]0%;0', 75, 75],
  ['[Red][>1]0;0%', 0.75, 75],
  ['0%;-0', 0.75, 75],
])('in the format %s the number %d is a percentage as it is shown', async (format, number, min) => {
  expect(await read('minimum', numeric(number, 1), format)).toMatchObject({
    set: { certificationBands: [{ minOverall: min }] },
  })
})
