import { inEveryTenant } from '#support/every-tenant.ts'
import type { App } from '#core/context.ts'
import { scopeOf } from '#db/scope.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import type { ReportPrint } from '#features/reports/report-page.ts'
import { writeReportPdf } from '#features/reports/write-pdf.ts'
import { deleteOldPdfs, findPrint, settlePdf } from './report-pdfs.queries.ts'

/** Less than the queue waits for a job. */
const DEADLINE_MS = 110_000

/** The job of a long report's PDF. Running it twice keeps one file. */
export async function createPdf(app: App, { tenantId, id }: JobData, attempt: Attempt) {
  const scope = scopeOf(tenantId)
  const settle = (file: Buffer | null) =>
    withTenant(app.pools, tenantId, (db) => settlePdf(db, scope, id, file))
  try {
    const print = await withTenant(app.pools, tenantId, (db) => findPrint(db, scope, id))
    if (print === undefined) return
    const report = JSON.parse(print) as ReportPrint
    await settle(await writeReportPdf(app.adapters.printer, report, DEADLINE_MS))
  } catch (error) {
    if (attempt.isLast) await settle(null)
    throw error
  }
}

/** Removes files after a day, because they are copies of personal data. */
export async function removeOldPdfs({ pools, adapters }: App): Promise<void> {
  await inEveryTenant(pools, (db, scope) => deleteOldPdfs(db, scope, adapters.now()))
}
