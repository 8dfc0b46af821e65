import { AnswerFaults } from 'contract/questions'
import { beforeEach, expect, test } from 'vitest'
import { answerRows } from '#testing/answers-workbook.ts'
import { THIS_YEAR } from '#testing/factories.ts'
import { anOpenAssessment, aTinySet } from '#testing/respondent.ts'
import { numeric, type RawBook, type RawCell, rawWorkbook } from '#testing/sheet-xml.ts'
import { testApp } from '#testing/test-app.ts'
import { COLUMNS, type ColumnName } from './answers-sheet.ts'

const t = await testApp({ works: false })
type Opened = Awaited<ReturnType<typeof anOpenAssessment>>
let { anna, id, a, first, second } = await anOpenAssessment(t)
beforeEach(async () => use(await anOpenAssessment(t)))

function use(opened: Opened) {
  ;({ anna, id, a, first, second } = opened)
}

/** An assessment of a set whose responses have these labels. */
async function labelled(labels: string[]) {
  const set = aTinySet()
  const elements = set.elements.map((element) => ({
    ...element,
    statements: element.statements.map((statement) => ({
      ...statement,
      responses: statement.responses
        .slice(0, labels.length)
        .map((response, n) => ({ ...response, label: labels[n] ?? '' })),
    })),
  }))
  use(await anOpenAssessment(t, { ...set, scale: undefined, elements }))
}

const FORMATS = [9, 14, 17, 20, '0', '0.000', '#,##0', '"<"0']
const [PERCENT, DATE, MONTH, TIME, WHOLE, DECIMALS, GROUPED, LESS] = FORMATS.map(
  (_, index) => index + 1,
)

type Given = Record<string, Partial<Record<ColumnName, RawCell>>>

/** Fills in cells of the downloaded workbook by key, and uploads it. */
async function upload(
  given: Given,
  more: Partial<RawBook['sheets'][number]> = {},
  changed: (rows: RawCell[][]) => RawCell[][] = (rows) => rows,
) {
  const query = { year: String(THIS_YEAR), type: 'self_assessment' }
  const { bytes } = await anna.caller.get('/questions/xlsx', { query })
  const titles = Object.values(COLUMNS).map(({ title }) => title)
  const rows = (await answerRows(bytes)).map((row): RawCell[] => {
    const cells = given[String(row['Key'])] ?? {}
    return Object.entries(COLUMNS).map(([name, { title }]) => {
      const own = cells[name as ColumnName]
      if (own !== undefined) return own
      const value = row[title]
      if (typeof value === 'number') return numeric(value)
      return typeof value === 'string' ? value : null
    })
  })
  const file = await rawWorkbook({
    sheets: [
      { name: 'Lists', rows: [[{ inside: '<f>1+1</f>' }]], state: 'state="hidden"' },
      { name: 'Answers', rows: changed([titles, ...rows]), ...more },
      { name: 'Chart', rows: [], kind: 'chartsheet' },
    ],
    formats: FORMATS,
  })
  const body = { year: THIS_YEAR, type: 'self_assessment', file: file.toString('base64') }
  return await anna.caller.post('/questions/answers', body)
}

const accepted = { status: 200 }

async function faultsOf(reply: ReturnType<typeof upload>) {
  const { status, body, text } = await reply
  expect(status, text).toBe(400)
  const { details } = body as { details: unknown }
  return AnswerFaults.parse(details).faults.map(({ place, message }) => `${place}: ${message}`)
}

const quiz = async () => await anna.quiz(id, a)
const savedLevels = async () =>
  (await quiz()).responses
    .filter(({ statement_id }) => statement_id === first.id)
    .map((one) =>
      first.statement_responses.findIndex((each) => each.id === one.statement_response_id),
    )

test.each([
  ['a date', numeric(46_112, DATE), '2026-03-31'],
  ['a month', numeric(46_082, MONTH), 'Mar-26'],
  ['a time', numeric(0.604_166_67, TIME), '14:30'],
  ['a percentage', numeric(0.8, PERCENT), '80%'],
  ['a number', numeric(0.1 + 0.2), '0.3'],
  ['a boolean', { attributes: 't="b"', inside: '<v>1</v>' }, 'TRUE'],
])('%s in a note or reason is saved as it is shown', async (_, cell, shown) => {
  expect(await upload({ A1: { note: cell }, A2: { reason: cell } })).toMatchObject(accepted)
  const { notes, responses } = await quiz()
  expect(notes).toMatchObject([{ note: shown }])
  const reason = responses.find(({ statement_id }) => statement_id === second.id)
  expect(reason?.not_applicable_reason).toBe(shown)
})

test.each(['note', 'reason', 'key'] as const)('no %s has 16 digits', async (column) => {
  const digits = numeric('1234567890123456789')
  expect(await faultsOf(upload({ A1: { [column]: digits } }))).toEqual([
    `Answers row 2: ${COLUMNS[column].title} shows “1.23457E+18”. Spreadsheets change the last digits of such long numbers. Format the cell as text and enter the value again.`,
  ])
})

test.each([
  ['a wide digit', '２', 1],
  ['a digit of another script', '٣', 2],
  ['a number with the Arabic decimal sign', '٢٫٠', 1],
  ['a number of Persian digits and its label', '۲٫۰ Middle', 1],
  ['a number and its label', '2 Middle', 1],
  ['a number with a stop', '2. middle', 1],
  ['a label with other spaces', ' MIDDLE\u200b ', 1],
  ['a number with a zero fraction', '2.0', 1],
  ['a number with a bracket', '2)', 1],
  ['a number in brackets', '(2)', 1],
  ['a number and its label in brackets', '2 (Middle)', 1],
  ['a number with a Japanese comma', '2、Middle', 1],
  ['a key symbol', '2\ufe0f\u20e3', 1],
])('%s is understood as a response', async (_, now, level) => {
  expect(await upload({ A1: { now } })).toMatchObject(accepted)
  expect((await savedLevels())[0]).toBe(level)
})

test.each([
  [
    'a percentage',
    numeric(1, PERCENT),
    'Enter a number from 1 to 3 in the Now column, not “100%”.',
  ],
  ['a date', numeric(46_054, MONTH), 'Enter a number from 1 to 3 in the Now column, not “Feb-26”.'],
  [
    'a number of another label',
    '2 High',
    'Enter a number from 1 to 3 in the Now column, not “2 High”.',
  ],
  [
    'a rounded number',
    numeric(1.6, WHOLE),
    'Now shows “2”, but the cell contains 1.6. Enter the number you mean, and format the cell to show all of its digits.',
  ],
  ['less than a number', '<2', 'Enter a number from 1 to 3 in the Now column, not “<2”.'],
  ['an open range', '2-', 'Enter a number from 1 to 3 in the Now column, not “2-”.'],
  [
    'a number with thousands or decimals',
    '2.000',
    '“2.000” can be read as 2000 or 2. Enter a number from 1 to 3 in the Now column.',
  ],
  [
    'the same in a number format',
    numeric(2, DECIMALS),
    '“2.000” can be read as 2000 or 2. Enter a number from 1 to 3 in the Now column.',
  ],
  [
    'thousands in a number format',
    numeric(2000, GROUPED),
    '“2,000” can be read as 2000 or 2. Enter a number from 1 to 3 in the Now column.',
  ],
  [
    'a number format with a sign',
    numeric(2, LESS),
    'Enter a number from 1 to 3 in the Now column, not “<2”.',
  ],
  [
    'an error',
    { attributes: 't="e"', inside: '<v>#N/A</v>' },
    'Now shows the error “#N/A”. Enter a value instead.',
  ],
])('%s as a response is refused with what the cell shows', async (_, now, message) => {
  expect(await faultsOf(upload({ A1: { now } }))).toEqual([`Answers row 2: ${message}`])
  expect(await savedLevels()).toEqual([])
})

test('a date that spreadsheets can’t show is refused in a note', async () => {
  expect(await faultsOf(upload({ A1: { note: numeric(-3, DATE) } }))).toEqual([
    'Answers row 2: Note shows the error “####”. Enter a value instead.',
  ])
})

test('keys are compared as they are shown', async () => {
  expect(await upload({ A1: { key: 'A\u200D1', now: '2' } })).toMatchObject(accepted)
  expect((await savedLevels())[0]).toBe(1)
  expect(await faultsOf(upload({ A1: { key: '\u2062A1' }, A2: { key: 'A1' } }))).toEqual([
    'Answers row 3: Key “A1” is also in row 2. Delete one of the rows.',
  ])
})

test('a key that a program has turned into a date is refused', async () => {
  expect(await faultsOf(upload({ A1: { key: numeric(46_054, DATE), now: '1' } }))).toEqual([
    'Answers row 2: Key shows “2026-02-01”, a date or time. Copy the key from a newly downloaded workbook.',
  ])
})

test.each([
  [['0', '1', '2'], '1', 1],
  [['Level 0', 'Level 1', 'Level 2'], numeric(1), 1],
  [['0%', '50%', '100%'], numeric(0.5, PERCENT), 1],
  [['3', '2', '1'], '3', 0],
  [['Level 0 Incomplete', 'Level 1 Initial', 'Level 2 Managed'], '1', 1],
  [['Zero', 'One', 'Two'], '1', 1],
  [['Tier III', 'Tier II', 'Tier I'], numeric(1), 2],
  [['No (0 points)', 'Some (1 point)', 'All (2 points)'], '2', 2],
])('with the labels %j, %j means the label, not the place', async (labels, now, level) => {
  await labelled(labels)
  const rows = await answerRows(
    (
      await anna.caller.get('/questions/xlsx', {
        query: { year: String(THIS_YEAR), type: 'self_assessment' },
      })
    ).bytes,
  )
  expect(rows[0]?.['Responses']).toBe(labels.join('\n'))
  expect(await upload({ A1: { now } })).toMatchObject(accepted)
  expect((await savedLevels())[0]).toBe(level)
  // What was saved is downloaded as it is entered.
  expect(await upload({})).toMatchObject({ body: { statements: 0 } })
})

test('a number that could be two responses is refused', async () => {
  await labelled(['None', '1 of 2', '1 of 3'])
  expect(await faultsOf(upload({ A1: { now: '1' } }))).toEqual([
    'Answers row 2: Enter one of the responses None, 1 of 2 and 1 of 3 in the Now column, not “1”.',
  ])
  await labelled(['None', 'For one area', 'For two areas'])
  expect(await faultsOf(upload({ A1: { now: '1' } }))).toEqual([
    'Answers row 2: Enter one of the responses None, For one area and For two areas in the Now column, not “1”.',
  ])
  await labelled(['Same', 'same\u115f', 'Other'])
  expect(await faultsOf(upload({ A1: { now: 'same' } }))).toEqual([
    expect.stringMatching(/“same” could be more than one response/),
  ])
})

test('drop-downs, formatted rows at the end, totals and formulas beside the answers are no reason to refuse', async () => {
  const after =
    '<extLst><x14:formula1 xmlns:x14="x"><xm:f xmlns:xm="y">Help!$A$1</xm:f></x14:formula1></extLst>'
  const sum = { inside: '<f>SUM(G2:G3)</f><v>1</v>' }
  const totals = ['Total', null, null, 'All', null, null, sum, sum]
  const changed = (rows: RawCell[][]) => [...rows.map((row) => [...row, sum]), [], totals]
  const given = { A1: { now: '1', guidance: sum } }
  expect(await upload(given, { after }, changed)).toMatchObject(accepted)
})

const beside = (title: RawCell, cell: RawCell) => (rows: RawCell[][]) =>
  rows.map((row, at) => [...row, [title, cell][at] ?? null])

test.each([
  [
    'a second column of notes',
    beside('Note', 'My note'),
    'The columns J and L have the same name, “Note”. Keep only one.',
  ],
  [
    'a second column of answers',
    beside('now \u200b', '2'),
    'The columns G and L have the same name, “Now”. Keep only one.',
  ],
  [
    'a note beside the columns',
    beside(null, 'My note'),
    'Column L has no name, so its content in row 2 would be lost. Enter a name in row 1, or clear the column.',
  ],
])('%s is refused, not lost', async (_, changed, message) => {
  expect(await faultsOf(upload({ A1: { now: '2' } }, {}, changed))).toEqual([
    `Answers row 1: ${message}`,
  ])
  expect(await savedLevels()).toEqual([])
})

test('titles above the columns, and columns with other names, are no reason to refuse', async () => {
  const changed = (rows: RawCell[][]) => [
    ['Answers of the team'],
    [],
    ...beside('Who asks', 'Bo')(rows),
  ]
  const after = '<mergeCells><mergeCell ref="A1:H1"/></mergeCells>'
  expect(await upload({ A1: { now: '2' } }, { after }, changed)).toMatchObject(accepted)
  expect(await savedLevels()).toEqual([1])
})

test('hidden characters are cleaned as they are on the pages, and never lead to a 500', async () => {
  const note = { attributes: 't="str"', inside: '<v>Approved_x000B_in May_x0000__x0003_</v>' }
  const reason = '\u202aC:\\policy.pdf\u202c'
  expect(await upload({ A1: { note }, A2: { reason } })).toMatchObject(accepted)
  const { notes, responses } = await quiz()
  expect(notes).toMatchObject([{ note: 'Approved\nin May' }])
  expect(responses.map((one) => one.not_applicable_reason)).toContain('C:\\policy.pdf')
  expect(await upload({ A1: { note }, A2: { reason } })).toMatchObject({ body: { statements: 0 } })
})
