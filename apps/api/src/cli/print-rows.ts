/** A heading, and what a row has below it. */
export type Column<Row> = [heading: string, cell: (row: Row) => string]

type Print<Row> = {
  isJson: boolean
  columns: readonly Column<Row>[]
  /** Instead of an empty table. */
  none: string
}

/** Rows as a table, or as JSON with one object on each line. */
export function printRows<Row>(
  rows: readonly Row[],
  { isJson, columns, none }: Print<Row>,
): string {
  if (isJson) return rows.map((row) => JSON.stringify(row)).join('\n')
  if (rows.length === 0) return none
  const lines = [
    columns.map(([heading]) => heading),
    ...rows.map((row) => columns.map(([, cell]) => cell(row))),
  ]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** What was done, as a sentence or as an object. */
export function printDone(isJson: boolean, sentence: string, done: object): string {
  return isJson ? JSON.stringify(done) : sentence
}

/** A time in UTC, to the minute. */
export function timeText(time: string | null, never = 'never'): string {
  return time === null ? never : time.slice(0, 16).replace('T', ' ')
}

export const JSON_OPTION = ['--json', 'as JSON, one object on each line', false] as const
