import { inChunks } from '#support/in-chunks.ts'
import { type ListCell, streamWorkbook } from '#support/stream-workbook.ts'
import type { Part } from './store-zip.ts'
import type { Row } from './subject.queries.ts'

type Column = {
  key: string
  header: string
  width: number
  /** What the workbook shows instead of the JSON value. */
  show?: (value: never) => ListCell
}

/** A list as a workbook and as JSON. */
export type DataList = {
  /** Of both files. */
  name: string
  title: string
  /** For the file that explains the others. */
  about: string
  columns: readonly Column[]
  rows: () => AsyncGenerator<Row>
}

export function partsOf({ name, title, columns, rows }: DataList): Part[] {
  return [
    {
      path: `xlsx/${name}.xlsx`,
      // Workbooks are compressed already.
      isCompressed: false,
      read: () => streamWorkbook({ title, columns, rows: cellsOf(columns, rows()) }),
    },
    { path: `json/${name}.json`, read: () => inChunks(jsonOf(rows())) },
  ]
}

async function* cellsOf(columns: readonly Column[], rows: AsyncGenerator<Row>) {
  for await (const row of rows)
    yield columns.map((column) => cellOf(column, row[column.key] ?? null))
}

function cellOf({ show }: Column, value: Row[string]): ListCell {
  if (value === null) return null
  if (show) return show(value as never)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : value
}

export const moment = { width: 18, show: (value: string) => new Date(value) }

export function labelled(labels: Readonly<Record<string, string>>) {
  return {
    show: (value: string | string[]) =>
      [value]
        .flat()
        .map((one) => labels[one] ?? one)
        .join(', '),
  }
}

async function* jsonOf(rows: AsyncGenerator<Row>) {
  let separator = '['
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(row)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}
