import { expect, test } from 'vitest'
import { createPdfPrinter } from '#adapters/pdf.ts'
import { writeContentWorkbook } from '#features/content/files/write-content-workbook.ts'
import { partsOf } from '#testing/archive.ts'
import { THIS_YEAR } from '#testing/factories.ts'
import { joinedFields, linedSet, lines } from '#testing/lined-set.ts'
import { pdfText } from '#testing/pdf-text.ts'
import { reportInput } from '#testing/report-input.ts'
import { anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { threads } from '#testing/threads.ts'
import { buildSnapshot } from './build-snapshot.ts'
import { writeReportWorkbook } from './files/report-files.ts'
import { createReportWord } from './word/create-report-word.ts'
import { writeReportPdf } from './write-pdf.ts'

const t = await testApp({ works: false })

function linedSnapshot() {
  const input = reportInput(linedSet())
  const [none] = input.statements
  return buildSnapshot({
    ...input,
    answers: input.answers
      .filter(({ statement_id, state }) => statement_id !== none?.id || state === 1)
      .map((answer) =>
        answer.statement_id === none?.id
          ? { ...answer, statement_response_id: null, not_applicable_reason: lines('reason') }
          : answer,
      ),
    notes: input.statements.map(({ id }) => ({ statement_id: id, note: lines('note') })),
  })
}

const SHOWN = ['introduction', 'licence', 'band', 'statement', 'action', 'reason', 'note']
const BRAND = { colour: '#1c5c46', name: 'Northfield Trust' }

test('every text of a report keeps its lines in the PDF', async () => {
  const print = { snapshot: linedSnapshot(), brand: BRAND }
  const pdf = await writeReportPdf(createPdfPrinter(threads), print)
  expect(joinedFields((await pdfText(pdf)).join('\n'), SHOWN)).toEqual([])
})

test('every text of the questions keeps its lines in the PDF', async () => {
  const { anna } = await anOpenAssessment(t, linedSet())
  const query = { year: String(THIS_YEAR), type: 'self_assessment' }
  const { bytes } = await anna.caller.get('/questions/pdf', { query })
  expect(
    joinedFields((await pdfText(bytes)).join('\n'), ['statement', 'guidance', 'response']),
  ).toEqual([])
})

test('every text of a report keeps its lines in the Word document', async () => {
  const print = { snapshot: linedSnapshot(), brand: BRAND }
  const parts = await partsOf(await createReportWord(threads, print))
  const document = parts['word/document.xml']?.toString() ?? ''
  const text = document.replaceAll(/<w:(?:cr|br)\/>|<\/w:p>/g, '\n').replaceAll(/<[^>]+>/g, '')
  expect(joinedFields(text, SHOWN)).toEqual([])
})

test.each([
  ['a report', () => writeReportWorkbook(linedSnapshot()), ['statement', 'action', 'note']],
  ['a content set', () => writeContentWorkbook(linedSet()), ['statement', 'guidance', 'action']],
])('every text of %s keeps and shows its lines in the workbook', async (_, write, fields) => {
  const parts = await partsOf(await write())
  const xml = (path: RegExp) =>
    Object.entries(parts)
      .filter(([name]) => path.test(name))
      .map(([, part]) => part.toString())
      .join('\n')
  const styles = [
    ...(/<cellXfs.*<\/cellXfs>/s.exec(xml(/styles/))?.[0] ?? '').matchAll(
      /<xf\b.*?(?:\/>|<\/xf>)/gs,
    ),
  ]
  const strings = [...xml(/sharedStrings/).matchAll(/<si>.*?<\/si>/gs)].map(([item]) => item)
  for (const field of fields) {
    const at = strings.findIndex((item) => item.includes(`${field}one:\n${field}two`))
    expect([field, at]).not.toEqual([field, -1])
    const cell = new RegExp(`<c [^>]*>\\s*<v>${at}</v>`).exec(xml(/worksheets/))?.[0] ?? ''
    const style = Number(/ s="(\d+)"/.exec(cell)?.[1] ?? 0)
    expect([field, styles[style]?.[0]]).toEqual([field, expect.stringContaining('wrapText="1"')])
  }
})
