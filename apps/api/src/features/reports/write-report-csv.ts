import type { ReportSnapshot } from 'contract/reports'
import { ACTION_COLUMNS, type ActionCell, actionRows } from './action-table.ts'
import { withoutControls } from './printable.ts'

// Excel reads UTF-8 only after a byte order mark.
const BYTE_ORDER_MARK = '\ufeff'

/** What a spreadsheet would take for a formula, also behind the spaces that it drops. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/u

/** A report's actions as comma-separated values (RFC 4180, UTF-8). */
export function writeReportCsv(snapshot: ReportSnapshot): string {
  const rows = [ACTION_COLUMNS.map(({ header }) => header), ...actionRows(snapshot)]
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('')
}

function csvField(cell: ActionCell) {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const clean = withoutControls(cell)
  const text = FORMULA.test(clean) ? `'${clean}` : clean
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
