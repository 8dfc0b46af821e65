// Excel reads UTF-8 only after a byte order mark.
export const BYTE_ORDER_MARK = '\ufeff'

/** What a spreadsheet takes for a formula, even after spaces. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/u

// All control characters but tab and line feed, lone surrogates and noncharacters.
const CONTROLS = /\p{Cs}|\p{Noncharacter_Code_Point}|[^\P{Cc}\t\n]/gu

export type Cell = string | number | null

/** Comma-separated values (RFC 4180, UTF-8). */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + rows.map(csvRow).join('')
}

/** Escapes formulas. */
export function csvRow(row: readonly Cell[]): string {
  return `${row.map(csvField).join(',')}\r\n`
}

function csvField(cell: Cell) {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const clean = stripControls(cell)
  const text = FORMULA.test(clean) ? `'${clean}` : clean
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function stripControls(text: string) {
  return text.replaceAll(CONTROLS, '')
}
