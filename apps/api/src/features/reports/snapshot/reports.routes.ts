import { create as dispositionOf } from 'content-disposition'
import { reports } from 'contract/reports'
import type { SignedInContext } from '#core/context.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { yearOf } from '#core/host-tenant.ts'
import { asFileName, fileName } from '#support/file-name.ts'
import { findSetToName } from '#features/assessments/assessments.queries.ts'
import { chooseSet } from '#features/assessments/chosen-set.ts'
import {
  listEarlierReports,
  readReport,
  getReport,
  listReports,
} from '#features/reports/reports.queries.ts'
import { writeReportCsv, writeReportWorkbook } from '#features/reports/files/report-files.ts'
import { brandOfReport } from '#features/reports/brand-of.ts'
import { snapshotOf } from '#features/reports/stored-snapshot.ts'
import { createReportWord } from '#features/reports/word/create-report-word.ts'
import { startPdf } from '#features/reports/start-pdf.ts'

export function reportRoutes(server: Server): void {
  handle(server, reports.list, async ({ query }, { app, db, scope, actor, tenant }) => {
    const currentYear = yearOf(tenant, app.adapters.now())
    const year = query.year ?? currentYear
    const type = query.type ?? 'self_assessment'
    const { set, whose } = query
    const { years, assessment } = await chooseSet(db, scope, actor.id, { year, type, set, whose })
    return {
      year,
      years: [...new Set([currentYear, year, ...years])].sort((a, b) => b - a),
      type,
      reports: assessment ? await listReports(db, scope, assessment.id) : [],
      is_report_pending: assessment?.is_report_pending ?? false,
    }
  })

  handle(server, reports.get, ({ params }, { db, scope, actor }) =>
    readReport(db, scope, actor.id, params.id),
  )

  handleDetached(server, reports.pdf, async ({ params }, context) => {
    const { snapshot, earlier, name } = await findPrint(context, params.id, 'pdf')
    const brand = await brandOfReport(context, snapshot)
    return await startPdf(context, name, { snapshot, earlier, brand })
  })

  handleDetached(server, reports.docx, async ({ params }, context) => {
    const print = await download(context, params.id, 'docx')
    const brand = await brandOfReport(context, print.snapshot)
    return await createReportWord(context.app.adapters.threads, { ...print, brand })
  })

  handleDetached(server, reports.xlsx, async ({ params }, context) => {
    const { snapshot } = await download(context, params.id, 'xlsx')
    return await writeReportWorkbook(snapshot)
  })

  handleDetached(server, reports.csv, async ({ params }, context) => {
    const { snapshot } = await download(context, params.id, 'csv')
    return writeReportCsv(snapshot)
  })
}

async function download(context: SignedInContext, id: number, format: string) {
  const { name, ...print } = await findPrint(context, id, format)
  context.reply.header('content-disposition', dispositionOf(name))
  return print
}

/** The snapshot to download, its file name, and the last report of an earlier year to compare with. */
async function findPrint(
  { inTenant, scope, actor, tenant }: SignedInContext,
  id: number,
  format: string,
) {
  const { report, earlier, set } = await inTenant(async (db) => {
    const report = await getReport(db, scope, actor.id, id)
    const [earlier] = await listEarlierReports(db, scope, report)
    return { report, earlier, set: await findSetToName(db, scope, report.assessment_id) }
  })
  const snapshot = snapshotOf(report)
  const owner =
    tenant.kind === 'public' ? (asFileName(snapshot.organisation) ?? 'public') : tenant.domain
  const what = `action-report-${report.year}-v${report.version}.${format}`
  const name = fileName(owner, set && asFileName(snapshot.content_set.title), what)
  return { name, snapshot, earlier }
}
