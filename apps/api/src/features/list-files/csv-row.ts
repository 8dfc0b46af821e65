import { withoutControls } from '#features/reports/printable.ts'

/** Excel reads UTF-8 only after it. */
export const BYTE_ORDER_MARK = '\ufeff'

/** What a spreadsheet would take for a formula, also behind the spaces that it drops. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/u

/** A line of comma-separated values (RFC 4180); no text of it is a formula. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvField).join(',')}\r\n`
}

function csvField(cell: string | number | null) {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const clean = withoutControls(cell)
  const text = FORMULA.test(clean) ? `'${clean}` : clean
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
