import { AnswerFaults } from 'contract/questions'
import { beforeEach, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { type Cells, answerRows, filledWorkbook } from '#testing/answers-workbook.ts'
import { partsOf } from '#testing/archive.ts'
import { OLD_OFFICE } from '#testing/compound.ts'
import { THIS_YEAR, aContentSet } from '#testing/factories.ts'
import { LANGUAGE_SETS } from '#testing/language-sets.ts'
import { anOpenAssessment, aTinySet, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
let { anna, tenant, id, a, first, second } = await anOpenAssessment(t)
beforeEach(async () => {
  ;({ anna, tenant, id, a, first, second } = await anOpenAssessment(t))
})

const OF = { year: String(THIS_YEAR), type: 'self_assessment' }

/** The downloaded rows, from row 2 of the sheet. */
async function download(who = anna, query: Record<string, string> = OF) {
  const file = await who.caller.get('/questions/xlsx', { query })
  expect(file.status, file.text).toBe(200)
  return await answerRows(file.bytes)
}

/** Fills in cells of the downloaded workbook by key, and uploads it. */
async function upload(given: Record<string, Cells>, rows: Awaited<ReturnType<typeof download>>) {
  return await send(await filledWorkbook(rows, given))
}

async function send(file: Buffer, year = THIS_YEAR) {
  const body = { year, type: 'self_assessment', file: file.toString('base64') }
  return await anna.caller.post('/questions/answers', body)
}

function faultsOf(reply: { status: number; body: unknown; text: string }) {
  expect(reply.status, reply.text).toBe(400)
  const { details } = reply.body as { details: unknown }
  return AnswerFaults.parse(details).faults.map(({ place, message }) => `${place}: ${message}`)
}

const saved = async (of = first) =>
  (await anna.quiz(id, a)).responses
    .filter(({ statement_id }) => statement_id === of.id)
    .map((one) => [
      of.statement_responses.findIndex((each) => each.id === one.statement_response_id) + 1,
      one.not_applicable_reason,
      one.version,
    ])

test('the workbook has every question in order, with the answers so far', async () => {
  await anna.save(id, choice(first, 1, 2))
  const rows = await download()
  expect(rows.map((row) => row['Key'])).toEqual(['A1', 'A2', 'B1', 'B2', 'C1', 'C2'])
  expect(rows[0]).toMatchObject({
    'No.': '1.1',
    Element: 'Element A',
    Statement: 'Statement A1',
    Responses: '1 Low\n2 Middle\n3 High',
    Now: 2,
    Future: null,
  })
})

test('answers, reasons and notes of the workbook are saved, and a second upload changes nothing', async () => {
  const rows = await download()
  const given = {
    A1: { now: 1, future: 'high', note: 'Agreed in May.' },
    A2: { reason: 'We have none.' },
  }
  expect((await upload(given, rows)).body).toEqual({ statements: 2 })
  expect(await saved()).toEqual([
    [1, null, 1],
    [3, null, 1],
  ])
  expect(await saved(second)).toEqual([[0, 'We have none.', 1]])
  expect((await anna.quiz(id, a)).notes).toMatchObject([{ note: 'Agreed in May.' }])
  expect((await upload(given, rows)).body).toEqual({ statements: 0 })
  expect((await anna.overview()).elements[0]).toMatchObject({ answered: 2 })
})

test('both answers can be raised or lowered in one upload', async () => {
  await upload({ A1: { now: 2, future: 2 } }, await download())
  await upload({ A1: { now: 3, future: 3 } }, await download())
  expect((await saved()).map(([level]) => level)).toEqual([3, 3])
  await upload({ A1: { now: 1, future: 2 } }, await download())
  expect((await saved()).map(([level]) => level)).toEqual([1, 2])
})

test('with an error in any row nothing is saved, and every error names its row and what would be right', async () => {
  const reply = await upload(
    {
      A1: { now: 1, future: 2 },
      A2: { now: 3, future: 1 },
      B1: { now: 7, reason: '' },
      B2: { now: 1, reason: 'None.' },
      C1: { reason: 'None.' },
      C2: { token: 'x' },
    },
    await download(),
  )
  expect(faultsOf(reply)).toEqual([
    'Answers row 3: The Future response must not be lower than the Now response.',
    'Answers row 4: Enter a number from 1 to 3 in the Now column, not “7”.',
    'Answers row 5: Fill in either “Now” or “Reason this statement doesn’t apply”, not both.',
    'Answers row 6: This statement always applies. Empty the cell “Reason this statement doesn’t apply”, and enter a response in the Now column.',
    'Answers row 7: The “Do not change” cell was changed. Copy this cell from a newly downloaded workbook.',
  ])
  expect(await saved()).toEqual([])
})

test('a reason has up to 1,000 characters, and a note up to 2,000', async () => {
  const rows = await download()
  const [reason, note] = ['r'.repeat(1000), 'n'.repeat(2000)]
  expect(
    faultsOf(await upload({ A2: { reason: `${reason}r` }, B1: { note: `${note}n` } }, rows)),
  ).toEqual([
    'Answers row 3: The reason has 1,001 characters. Shorten it to 1,000.',
    'Answers row 4: The note has 2,001 characters. Shorten it to 2,000.',
  ])
  expect((await upload({ A2: { reason }, B1: { note } }, rows)).body).toEqual({ statements: 2 })
})

test('an answer that has changed since the download is not overwritten', async () => {
  const rows = await download()
  await anna.save(id, choice(first, 1, 2))
  await anna.save(id, choice(second, 1, 2))
  const reply = await upload({ A1: { now: 1 }, B1: { now: 1 } }, rows)
  expect(faultsOf(reply)).toEqual([
    'Answers row 2: The Now answer has changed since you downloaded this workbook. Download the workbook again, and copy your answers into the new one.',
  ])
  expect(await saved()).toEqual([[2, null, 1]])
  // Rows that were not filled in and equal answers are no conflict.
  expect((await upload({ A1: { now: 2 }, B1: { now: 1 } }, rows)).body).toEqual({ statements: 1 })
})

test('a workbook is of the chosen content set, and is refused for another', async () => {
  const set = await aContentSet(t.db, { tenant, file: aTinySet() })
  const rows = await download(anna, { ...OF, set: String(set) })
  const { headers } = await anna.caller.get('/questions/xlsx', { query: OF })
  expect(headers['content-disposition']).toContain(`-tiny-questions-${THIS_YEAR}.xlsx`)
  const file = await filledWorkbook(rows, { A1: { now: 2 } })
  const send = async (query: object) =>
    await anna.caller.post('/questions/answers', {
      year: THIS_YEAR,
      type: 'self_assessment',
      file: file.toString('base64'),
      ...query,
    })
  expect(faultsOf(await send({}))[0]).toContain('for another content set, version')
  expect(await send({ set })).toMatchObject({ status: 200, body: { statements: 1 } })
  expect(await anna.overview({ set: String(set) })).toMatchObject({
    assessment: { status: 'in_progress' },
  })
  expect(await saved()).toEqual([])
})

test('a workbook of another year or with unknown or repeated keys is refused', async () => {
  const rows = await download()
  const [row = {}] = rows
  const other = String(row['Do not change']).replace(String(THIS_YEAR), String(THIS_YEAR - 1))
  expect(faultsOf(await upload({ A1: { now: 1, token: other } }, rows))).toEqual([
    expect.stringContaining('for another content set, version, year or type'),
  ])
  expect(faultsOf(await upload({ A1: { key: 'Z9', now: 1 } }, rows))).toEqual([
    'Answers row 2: “Z9” is not a key in this content set. Copy the key from a newly downloaded workbook.',
  ])
  expect(faultsOf(await upload({ A1: { key: '', now: 1 } }, rows))).toEqual([
    'Answers row 2: The “Key” cell is empty. Copy this cell from a newly downloaded workbook.',
  ])
  expect(faultsOf(await upload({ A2: { key: 'A1', now: 1 } }, rows))).toEqual([
    'Answers row 3: Key “A1” is also in row 2. Delete one of the rows.',
  ])
})

const OTHERS =
  'File: The sheet “Answers” isn’t from a workbook that you downloaded here. Download the workbook again, and copy your answers into the new one.'

test.each([
  ['an old workbook', OLD_OFFICE.xls, 'The file is an old Excel workbook (.xls). Open it'],
  ['a protected workbook', OLD_OFFICE.protected, 'The file is protected with a password. Open it'],
  ['an old Word document', OLD_OFFICE.doc, 'The file is an old Word document (.doc), not an'],
])('%s is refused with what it is and what to do', async (_, file, message) => {
  expect(faultsOf(await send(file))).toEqual([expect.stringContaining(`File: ${message}`)])
})

test('a file that is no workbook, or of others, is refused', async () => {
  expect(faultsOf(await send(Buffer.from('PK nothing')))).toEqual([
    'File: The file is not an Excel workbook, or it is damaged. Choose another .xlsx file.',
  ])
  const data = [[{ value: 'Now' }], [{ type: 'Formula' as const, value: '1+1' }]]
  const formula = await writeExcelFile([{ sheet: 'Answers', data }]).toBuffer()
  expect(faultsOf(await send(formula))).toEqual([OTHERS])
  const empty = await writeExcelFile([{ sheet: 'Answers', data: [[{ value: 'Now' }]] }]).toBuffer()
  expect(faultsOf(await send(empty))).toEqual([OTHERS])
})

test('answers of a submitted assessment can’t be uploaded', async () => {
  const rows = await download()
  await t.owner.query('update assessments set status = $1 where id = $2', ['in_review', id])
  expect((await upload({ A1: { now: 1 } }, rows)).body).toMatchObject({ code: 'assessment-closed' })
})

test('questions can be downloaded before the assessment is started, and answers start it', async () => {
  const set = aTinySet()
  const elements = set.elements.map((element) => ({ ...element, title: 'عنصر' }))
  ;({ anna, id, a, first } = await anOpenAssessment(t, { ...set, language: 'ar', elements }))
  await t.owner.query('delete from assessments where id = $1', [id])
  const rows = await download()
  // Equal titles have the element's reference.
  expect(rows[0]?.['Element']).toMatch(/\bA عنصر$/)
  expect((await anna.overview()).assessment).toBeNull()
  expect((await upload({ A1: { now: 2, future: 3 } }, rows)).body).toEqual({ statements: 1 })
  expect((await anna.overview()).elements[0]).toMatchObject({ answered: 1 })
  const pdf = await anna.caller.get('/questions/pdf', { query: OF })
  expect(pdf.headers['content-disposition']).toContain(`-questions-${THIS_YEAR}.pdf`)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test.each([
  ['arabic', true],
  ['hebrew', true],
  ['japanese', false],
] as const)(
  'the sheet of the %s set has its first column on the right: %s',
  async (name, isRight) => {
    ;({ anna } = await anOpenAssessment(t, LANGUAGE_SETS[name]))
    const { bytes } = await anna.caller.get('/questions/xlsx', { query: OF })
    const sheet = (await partsOf(bytes))['xl/worksheets/sheet1.xml']?.toString() ?? ''
    expect(/<sheetView[^>]* rightToLeft="1"/.test(sheet)).toBe(isRight)
  },
)
