import type { Threads } from '#adapters/threads.ts'
import { writeReportWorkbook } from './files/report-files.ts'
import type { ReportPrint } from './report-page.ts'
import { createReportWord } from './word/create-report-word.ts'

/** A report in a form that can be edited. */
export async function writeReportFile(
  threads: Threads,
  format: 'docx' | 'xlsx',
  print: ReportPrint,
): Promise<Buffer> {
  if (format === 'xlsx') return await writeReportWorkbook(print.snapshot)
  return await createReportWord(threads, print)
}
