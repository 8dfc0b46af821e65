import type { ReportSnapshot } from 'contract/reports'
import { writeCsv } from '#core/csv.ts'
import { ACTION_COLUMNS, actionRows } from './action-table.ts'

/** A report's actions as comma-separated values. */
export function writeReportCsv(snapshot: ReportSnapshot): string {
  return writeCsv([ACTION_COLUMNS.map(({ header }) => header), ...actionRows(snapshot)])
}
