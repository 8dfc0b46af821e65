import { expect, test } from 'vitest'
import { numeric, type RawBook, type RawCell, rawWorkbook } from '#testing/sheet-xml.ts'
import { readContent } from './read-content.ts'

const HEADS = {
  'Content set': ['field', 'value'],
  Elements: ['key', 'title', 'description', 'required', 'weight'],
  Statements: ['element', 'key', 'text', 'guidance', 'allows not applicable'],
  Responses: ['statement', 'key', 'label', 'value', 'effort'],
  Bands: ['kind', 'element', 'from', 'to', 'label', 'text', 'minimum overall', 'minimum element'],
}

type SheetName = keyof typeof HEADS
type Rows = Record<SheetName, RawCell[][]>

/** The rows of a valid workbook below its heads. */
function rows(): Rows {
  return {
    'Content set': [['title', 'A set']],
    Elements: [['A', 'First', null, null, numeric(1)]],
    Statements: [['A', 'A1', 'We keep a list.', null, null]],
    Responses: [
      ['A1', 'r1', 'Low', numeric(1), null],
      ['A1', 'r2', 'High', numeric(2), null],
    ],
    Bands: [['certification', null, null, null, 'Good', null, numeric(50), numeric(25)]],
  }
}

const FORMATS = [9, 10, 14, 17, 20, 22, '0.00', 'dd/mm/yyyy', '#,##0', '0', '"Yes";;"No"', ';;;']
const OWN_FORMATS = ['0.0"%"', '"%"', '#.##', 'h:mm', '[h]:mm']
const ALL_FORMATS = [...FORMATS, ...OWN_FORMATS]
const [PERCENT, PERCENTS, DATE, MONTH, TIME, MOMENT, TWO, BRITISH, GROUPED, WHOLE, YES, HIDDEN] =
  FORMATS.map((_, index) => index + 1)
const [OWN_SIGN, ONLY_SIGN, NO_ZERO, HOURS, DURATION] = OWN_FORMATS.map(
  (_, index) => FORMATS.length + index + 1,
)

async function read(given: Rows, more: Partial<RawBook> = {}) {
  const sheets = Object.entries(given).map(([name, own]) => ({
    name,
    rows: [HEADS[name as SheetName], ...own],
  }))
  return await readContent(await rawWorkbook({ sheets, formats: ALL_FORMATS, ...more }))
}

async function withCell([sheet, row, column]: Place, cell: RawCell, more?: Partial<RawBook>) {
  const given = rows()
  const cells = given[sheet][row]
  if (cells) cells[HEADS[sheet].indexOf(column)] = cell
  return await read(given, more)
}

type Place = [sheet: SheetName, row: number, column: string]

const TITLE: Place = ['Elements', 0, 'title']
const TEXT: Place = ['Statements', 0, 'text']
const WEIGHT: Place = ['Elements', 0, 'weight']
const OVERALL: Place = ['Bands', 0, 'minimum overall']
const REQUIRED: Place = ['Elements', 0, 'required']

const IN_PARTS = '<r><rPr><b/></rPr><t xml:space="preserve">We </t></r><r><t>keep it.</t></r>'
const WITH_AID = '<t>一覧</t><rPh sb="0" eb="2"><t>イチラン</t></rPh><phoneticPr fontId="1"/>'

/** Any cell with its place, and what the set has of it. */
const SHOWN: [what: string, place: Place, cell: RawCell, value: object][] = [
  ['a percentage in percent', OVERALL, numeric(0.5, PERCENT), overall(50)],
  ['a percentage with decimals', OVERALL, numeric(0.07, PERCENTS), overall(7)],
  ['a percentage as text', OVERALL, '５0 %', overall(50)],
  ['1% with its sign', OVERALL, '1%', overall(1)],
  ['all in percent', OVERALL, numeric(1, PERCENT), overall(100)],
  [
    'a kind with characters that no one sees',
    ['Bands', 0, 'kind'],
    'Certification\u200d',
    overall(50),
  ],
  ['less than 1% as text', OVERALL, '0,5 %', overall(0.5)],
  ['less than 1% with a sign of its own', OVERALL, numeric(0.5, OWN_SIGN), overall(0.5)],
  ['a percentage with three decimals', OVERALL, '66,667', overall(66.667)],
  ['a fraction without a leading zero', WEIGHT, numeric(0.5, NO_ZERO), element({ weight: 0.5 })],
  ['two digits of one', WEIGHT, numeric(0.25, NO_ZERO), element({ weight: 0.25 })],
  ['a fraction with three decimals', WEIGHT, '0,125', element({ weight: 0.125 })],
  ['a number as text', WEIGHT, ' ２ ', element({ weight: 2 })],
  ['a number with characters that no one sees', WEIGHT, '\u200e2\u200b', element({ weight: 2 })],
  [
    'yes with characters that no one sees',
    REQUIRED,
    '\ufeffYes\u200b',
    element({ required: true }),
  ],
  ['a number cell with nothing that is seen', WEIGHT, '\u200b', element({ title: 'First' })],
  ['a number with a comma', WEIGHT, '0,5', element({ weight: 0.5 })],
  ['a number with the Arabic decimal sign', WEIGHT, '١٫٥٠٠', element({ weight: 1.5 })],
  ['a number with the Arabic sign of thousands', WEIGHT, '۱٬۲۰۰', element({ weight: 1200 })],
  ['a percentage in Arabic', OVERALL, '٥٢٫٥٪', overall(52.5)],
  ['a long fraction', WEIGHT, numeric(1 / 3), element({ weight: 1 / 3 })],
  ['a grouped number', WEIGHT, numeric(1200, GROUPED), element({ weight: 1200 })],
  ['a number in a text', TITLE, numeric(1.1, TWO), element({ title: '1.10' })],
  ['a percentage in a text', TITLE, numeric(0.8, PERCENT), element({ title: '80%' })],
  ['a sum with dust', TITLE, numeric(0.1 + 0.2), element({ title: '0.3' })],
  ['a date of the computer', TEXT, numeric(46_112, DATE), statement('2026-03-31')],
  ['a date with a format', TEXT, numeric(46_112, BRITISH), statement('31/03/2026')],
  ['a month', TEXT, numeric(46_082, MONTH), statement('Mar-26')],
  ['a time', TEXT, numeric(0.604_166_67, TIME), statement('14:30')],
  ['a moment', TEXT, numeric(46_112.5, MOMENT), statement('2026-03-31 12:00')],
  ['a date as text', TEXT, typed('d', '2026-03-31T00:00:00'), statement('2026-03-31')],
  ['a boolean', TEXT, typed('b', 1), statement('TRUE')],
  ['a boolean for yes', REQUIRED, typed('b', 0), element({ required: false })],
  ['the word TRUE', REQUIRED, 'True', element({ required: true })],
  ['a number shown as No', REQUIRED, numeric(0, YES), element({ required: false })],
  ['the text of a formula', TEXT, typed('str', 'plain'), statement('plain')],
  ['a text of its own in parts', TEXT, inline(IN_PARTS), statement('We keep it.')],
  ['a text of its own with a reading aid', TEXT, inline(WITH_AID), statement('一覧')],
]

test.each(SHOWN)('%s means what it shows', async (_, place, cell, value) => {
  expect(await withCell(place, cell)).toMatchObject({ set: value })
})

/** Cells that could mean something else than they show. */
const UNCLEAR: [what: string, place: Place, cell: RawCell, message: RegExp][] = [
  ['a share for a percentage', OVERALL, numeric(0.5), /shows “0.5”.*Enter 50% or 0.5%/],
  ['a share as text', OVERALL, '0,75', /shows “0,75”.*Enter 75% or 0.75%/],
  ['a share without a zero', OVERALL, '.5', /shows “.5”.*Enter 50% or 0.5%/],
  ['a share in digits of another script', OVERALL, '٠٫٩', /Enter 90% or 0.9%/],
  ['a share for the start of a band', ['Bands', 0, 'from'], '0.5', /from shows “0.5”.*Enter 50%/],
  ['a share for the end of a band', ['Bands', 0, 'to'], '0.5', /to shows “0.5”.*Enter 50%/],
  ['a share for an element', ['Bands', 0, 'minimum element'], '0.5', /element shows “0.5”/],
  [
    'one for all',
    OVERALL,
    numeric(1),
    /shows “1”, which can be read in two ways. Enter 100% or 1%/,
  ],
  ['one for all as text', OVERALL, '1,0', /shows “1,0”.*Enter 100% or 1%/],
  ['one for all in digits of another script', ['Bands', 0, 'to'], '١', /Enter 100% or 1%/],
  [
    'a percentage in words',
    OVERALL,
    '50 percent',
    /shows “50 percent”. Enter a percentage such as 50%/,
  ],
  ['a sign before a percentage', OVERALL, '>50', /shows “>50”. Enter a percentage such as 50%/],
  ['a boolean for a percentage', OVERALL, typed('b', 1), /shows “TRUE”. Enter a percentage/],
  [
    'a percentage as text for a weight',
    WEIGHT,
    '5%',
    /shows “5%”. Enter a number without other characters/,
  ],
  [
    'thousands with apostrophes',
    WEIGHT,
    "1'500",
    /shows “1'500”. Enter a number without other characters/,
  ],
  ['a boolean for a weight', WEIGHT, typed('b', 1), /shows “TRUE”. Enter a number/],
  ['a number for yes', REQUIRED, numeric(1), /required shows “1”. Enter yes or no/],
  ['a word for yes', REQUIRED, 'x', /required shows “x”. Enter yes or no/],
  [
    'another kind',
    ['Bands', 0, 'kind'],
    'Certificate',
    /kind shows “Certificate”. Enter certification/,
  ],
  [
    'another field',
    ['Content set', 0, 'field'],
    'title:',
    /field shows “title:”. Use only title, /,
  ],
  [
    'a share behind a sign',
    OVERALL,
    numeric(0.5, ONLY_SIGN),
    /shows “%”, but the cell contains 0.5/,
  ],
  ['a time before the first day', TEXT, numeric(-0.5, HOURS), /text shows the error “####”/],
  ['a day before the first day', TEXT, numeric(-3, DATE), /text shows the error “####”/],
  ['a percentage for a weight', WEIGHT, numeric(0.5, PERCENT), /weight shows “50%”/],
  ['a rounded number', WEIGHT, numeric(0.4, WHOLE), /shows “0”, but the cell contains 0.4/],
  ['a hidden number', WEIGHT, numeric(3, HIDDEN), /shows nothing, but the cell contains 3/],
  ['a date for a number', WEIGHT, numeric(46_112, DATE), /shows “2026-03-31”, a date/],
  ['a date for a key', ['Elements', 0, 'key'], numeric(46_054, DATE), /key shows .* as text/],
  [
    'a date for a reference',
    ['Responses', 0, 'statement'],
    numeric(46_054, MONTH),
    /statement shows/,
  ],
  ['a date for a label', ['Responses', 0, 'label'], numeric(46_054, BRITISH), /label shows/],
  ['a date for yes', REQUIRED, numeric(46_112, DATE), /Enter yes or no/],
  [
    'a number with lost digits',
    TITLE,
    numeric('1234567890123456789'),
    /the last digits of such long numbers/,
  ],
  ['an error', TITLE, typed('e', '#N/A'), /title shows the error “#N\/A”/],
  [
    'a formula',
    TEXT,
    { attributes: 't="str"', inside: '<f>A1</f><v>x</v>' },
    /text contains a formula, which shows “x”/,
  ],
  ['a comma that can be two things', WEIGHT, '1,500', /shows “1,500”.*Enter 1500 or 1.5 in/],
  ['a point that can be two things', WEIGHT, '1.500', /shows “1.500”.*Enter 1500 or 1.5 in/],
  ['the same with other digits and a sign', WEIGHT, '-２５.０００', /Enter -25000 or -25/],
]

test.each(UNCLEAR)('%s is refused once, with its row and what it shows', async (_, ...given) => {
  const [place, cell, message] = given
  const result = await withCell(place, cell)
  const faults = 'faults' in result ? result.faults : []
  // An unclear key also has no statements.
  const own = faults.filter(
    (fault) =>
      fault.place === `${place[0]} row ${place[1] + 2}` &&
      !fault.message.startsWith('statements is too short'),
  )
  expect(own).toEqual([
    { place: `${place[0]} row ${place[1] + 2}`, message: expect.stringMatching(message) },
  ])
})

test('a text in parts is read without its reading aid, and a date from 1904 as it is shown', async () => {
  const strings = [
    '<r><t>We </t></r><r><t xml:space="preserve">keep&#10;it &amp; all</t></r><rPh><t>kana</t></rPh>',
  ]
  expect(await withCell(TEXT, typed('s', 0), { strings })).toMatchObject({
    set: statement('We keep\nit & all'),
  })
  const since1904 = { is1904: true }
  expect(await withCell(TEXT, numeric(44_650, DATE), since1904)).toMatchObject({
    set: statement('2026-03-31'),
  })
  expect(await withCell(TEXT, numeric(1.5, DURATION), since1904)).toMatchObject({
    set: statement('36:00'),
  })
})

test.each(['Low>High', 'Low ＞ High', 'Low >\nHigh', 'Low\nHigh'])(
  'levels are read however they are parted: %j',
  async (scale) => {
    const given = rows()
    given['Content set'].push(['scale', scale])
    expect(await read(given)).toMatchObject({ set: { scale: ['Low', 'High'] } })
  },
)

test('a text cell that shows nothing is empty', async () => {
  const result = await withCell(['Elements', 0, 'description'], numeric(1, HIDDEN))
  expect('set' in result && result.set.elements[0]?.description).toBeUndefined()
})

test('keys are compared as they are shown', async () => {
  const given = rows()
  given.Elements[0]?.splice(0, 1, numeric(1.1, TWO))
  given.Statements[0]?.splice(0, 1, ' 1.10\u200b')
  expect(await read(given)).toMatchObject({ set: { elements: [{ key: '1.10' }] } })
  given.Statements[0]?.splice(0, 1, '1.10\u3164')
  expect(await read(given)).toMatchObject({ set: { elements: [{ key: '1.10' }] } })
})

function typed(type: string, value: string | number): RawCell {
  return { attributes: `t="${type}"`, inside: `<v>${value}</v>` }
}

function inline(inside: string): RawCell {
  return { attributes: 't="inlineStr"', inside: `<is>${inside}</is>` }
}

function overall(minOverall: number) {
  return { certificationBands: [{ minOverall }] }
}

function element(fields: object) {
  return { elements: [fields] }
}

function statement(text: string) {
  return { elements: [{ statements: [{ text }] }] }
}
