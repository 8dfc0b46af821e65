import type { PublicContext } from '#core/context.ts'
import { brandOfReport } from './brand-of.ts'
import { writeReportWorkbook } from './files/report-files.ts'
import type { ReportPrint } from './report-page.ts'
import { createReportWord } from './word/create-report-word.ts'

type Context = Pick<PublicContext, 'app' | 'inTenant' | 'tenant'>

/** A report in a form that can be edited. */
export async function writeReportFile(
  context: Context,
  format: 'docx' | 'xlsx',
  print: Omit<ReportPrint, 'brand'>,
): Promise<Buffer> {
  if (format === 'xlsx') return await writeReportWorkbook(print.snapshot)
  const brand = await brandOfReport(context, print.snapshot)
  return await createReportWord(context.app.adapters.threads, { ...print, brand })
}
