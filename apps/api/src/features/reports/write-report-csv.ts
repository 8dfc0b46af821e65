import type { ReportSnapshot } from 'contract/reports'
import { BYTE_ORDER_MARK, csvRow } from '#features/list-files/csv-row.ts'
import { ACTION_COLUMNS, actionRows } from './action-table.ts'

/** A report's actions as comma-separated values (RFC 4180, UTF-8). */
export function writeReportCsv(snapshot: ReportSnapshot): string {
  const rows = [ACTION_COLUMNS.map(({ header }) => header), ...actionRows(snapshot)]
  return BYTE_ORDER_MARK + rows.map(csvRow).join('')
}
