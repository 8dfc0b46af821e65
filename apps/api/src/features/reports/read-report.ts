import type { ReportSummary } from 'contract/assessments'
import { ReportSnapshot } from 'contract/reports'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { getReport, listReports } from './reports.queries.ts'

/** A user's report with its other versions and the reports of earlier years. */
export async function readReport(db: Db, scope: Scope, userId: number, id: number) {
  const report = await getReport(db, scope, userId, id)
  const all = await listReports(db, scope, { userId, type: report.type })
  return {
    id: report.id,
    snapshot: snapshotOf(report),
    versions: all.filter((other) => other.year === report.year),
    earlier: earlierOf(report, all),
  }
}

export function snapshotOf(report: { snapshot: string }) {
  return ReportSnapshot.parse(JSON.parse(report.snapshot))
}

/** The latest version of each year before a report's, newest year first. */
export function earlierOf(report: { year: number }, all: ReportSummary[]) {
  const earlier = all.filter((other) => other.year < report.year)
  return earlier.filter(
    (other, index) => earlier.findIndex(({ year }) => year === other.year) === index,
  )
}
