// Excel reads UTF-8 only after a byte order mark.
export const BYTE_ORDER_MARK = '\ufeff'

/** What a spreadsheet would take for a formula, also behind the spaces that it drops. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/u

// No line end and no tab, but nothing that a font could draw or a file could hold.
const CONTROLS = /\p{Cs}|\p{Noncharacter_Code_Point}|[^\P{Cc}\t\n]/gu

export type Cell = string | number | null

/** Comma-separated values (RFC 4180, UTF-8). */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + rows.map(csvRow).join('')
}

/** One line of it; no text of it is a formula. */
export function csvRow(row: readonly Cell[]): string {
  return `${row.map(csvField).join(',')}\r\n`
}

function csvField(cell: Cell) {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const clean = withoutControls(cell)
  const text = FORMULA.test(clean) ? `'${clean}` : clean
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function withoutControls(text: string) {
  return text.replaceAll(CONTROLS, '')
}
