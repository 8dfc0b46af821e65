export type CsvRead = { rows: string[][]; separator: string }

const SEPARATORS = [',', ';', '\t', '|'] as const

/** Comma-separated values (RFC 4180), or separated as the first line is. Undefined if a quote isn't closed. */
export function readCsv(text: string): CsvRead | undefined {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator)
    if (!cell) return undefined
    row.push(cell.value)
    at = cell.end
    if (text[at] === separator) {
      at += 1
      // The last cell of the file is empty.
      if (at === text.length) row.push('')
      continue
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return { rows, separator }
}

type Cell = { value: string; end: number }

function plainCell(text: string, start: number, separator: string): Cell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r')
    end += 1
  return { value: text.slice(start, end), end }
}

/** A quote within is doubled. What is between the closing quote and the next cell belongs to it. */
function quotedCell(text: string, start: number): Cell | undefined {
  const parts: string[] = []
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return undefined
    parts.push(text.slice(from, quote))
    if (text[quote + 1] !== '"') return { value: parts.join('"'), end: quote + 1 }
    from = quote + 2
  }
}

/** The one that is most often in the first line, outside quotes. */
function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 64 * 1024)
      .replaceAll(/"[^"]*"/g, '')
      .split(/[\r\n]/)[0] ?? ''
  const counts = SEPARATORS.map((one) => line.split(one).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}
