import type { App } from '#core/context.ts'
import type { Scope } from '#db/scope.ts'
import type { MadeFile } from '#support/create-file.ts'
import type { WaitingFile } from '#support/generated-files.queries.ts'
import type { ReportPrint } from '#features/reports/report-page.ts'
import { writeReportPdf } from '#features/reports/write-pdf.ts'

/** Less than the queue waits for a job. */
const DEADLINE_MS = 110_000

/** The PDF of a long report. */
export async function makePdf(
  { adapters }: App,
  _scope: Scope,
  { print }: WaitingFile,
): Promise<MadeFile | undefined> {
  if (print === null) return undefined
  const report = JSON.parse(print) as ReportPrint
  return { content: { file: await writeReportPdf(adapters.printer, report, DEADLINE_MS) } }
}
