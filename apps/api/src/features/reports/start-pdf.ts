import type { ReportPdf } from 'contract/report-pdfs'
import type { SignedInContext } from '#core/context.ts'
import { hashOf } from '#core/random-token.ts'
import type { ReportPrint } from '#features/reports/report-page.ts'
import { writeReportPdf } from '#features/reports/write-pdf.ts'
import {
  deleteSurplusPdfs,
  findSamePdf,
  insertPdf,
} from '#features/reports/pdf/report-pdfs.queries.ts'

/** Characters of the largest report that is printed during the request, in about half a second. */
const MAX_CHARACTERS = 200_000

/** Prints a report for its reader. A long one is printed by a job. */
export async function startPdf(
  { app, actor, scope, inTenant }: SignedInContext,
  name: string,
  report: ReportPrint,
): Promise<ReportPdf> {
  const print = JSON.stringify(report)
  const isShort = print.length <= MAX_CHARACTERS
  const file = isShort && (await writeReportPdf(app.adapters.printer, report))
  return await inTenant(async (db) => {
    const now = app.adapters.now()
    const made = { userId: actor.id, name, printHash: hashOf(print), now }
    await deleteSurplusPdfs(db, scope, actor.id)
    if (file) return await insertPdf(db, scope, made, { file })
    const same = await findSamePdf(db, scope, made)
    if (same) return same
    const waiting = await insertPdf(db, scope, made, { print })
    await app.jobs.enqueue(db, 'pdf', { tenantId: scope.tenantId, id: waiting.id })
    return waiting
  })
}
