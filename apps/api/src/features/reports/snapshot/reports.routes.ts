import { create as dispositionOf } from 'content-disposition'
import { reports } from 'contract/reports'
import type { SignedInContext } from '#core/context.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { dayOf, yearOf } from '#core/host-tenant.ts'
import { asFileName, fileName } from '#support/file-name.ts'
import { findSetToName } from '#features/assessments/assessments.queries.ts'
import { chooseSet } from '#features/assessments/chosen-set.ts'
import { listPlanned } from '#features/assessments/planned.queries.ts'
import {
  listEarlierReports,
  readReport,
  getReport,
  listReports,
} from '#features/reports/reports.queries.ts'
import { writeReportCsv } from '#features/reports/files/report-files.ts'
import { brandOfReport } from '#features/reports/brand-of.ts'
import { snapshotOf } from '#features/reports/stored-snapshot.ts'
import { writeReportFile } from '#features/reports/write-report-file.ts'
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
    const { name, ...print } = await findPrint(context, params.id, 'pdf')
    const brand = await brandOfReport(context, print.snapshot)
    return await startPdf(context, name, { ...print, brand })
  })

  handleDetached(server, reports.docx, async ({ params }, context) => {
    const print = await download(context, params.id, 'docx')
    return await writeReportFile(context, 'docx', print)
  })

  handleDetached(server, reports.xlsx, async ({ params }, context) => {
    const print = await download(context, params.id, 'xlsx')
    return await writeReportFile(context, 'xlsx', print)
  })

  handleDetached(server, reports.csv, async ({ params }, context) => {
    const { snapshot } = await download(context, params.id, 'csv')
    return writeReportCsv(snapshot)
  })
}

async function download(context: SignedInContext, id: number, format: Format) {
  const { name, ...print } = await findPrint(context, id, format)
  context.reply.header('content-disposition', dispositionOf(name))
  return print
}

type Format = 'pdf' | 'docx' | 'xlsx' | 'csv'

/** The snapshot to download, its file name, the last report of an earlier year to compare with, and the plan of today for a print. */
async function findPrint(
  { app, inTenant, scope, actor, tenant }: SignedInContext,
  id: number,
  format: Format,
) {
  const { report, earlier, set, actions } = await inTenant(async (db) => {
    const report = await getReport(db, scope, actor.id, id)
    const [earlier] = await listEarlierReports(db, scope, report)
    const { assessment_id: assessmentId } = report
    const set = await findSetToName(db, scope, assessmentId)
    // The workbook and CSV have no plan.
    const hasPlan = format === 'pdf' || format === 'docx'
    return {
      report,
      earlier,
      set,
      actions: hasPlan ? await listPlanned(db, scope, assessmentId) : [],
    }
  })
  const snapshot = snapshotOf(report)
  const owner =
    tenant.kind === 'public' ? (asFileName(snapshot.organisation) ?? 'public') : tenant.domain
  const what = `action-report-${report.year}-v${report.version}.${format}`
  const name = fileName(owner, set && asFileName(snapshot.content_set.title), what)
  const plan = { on: dayOf(tenant, app.adapters.now()), actions }
  return { name, snapshot, earlier, ...(actions.length > 0 && { plan }) }
}
