import { Readable } from 'node:stream'
import { BYTE_ORDER_MARK, csvRow } from '#core/csv.ts'
import type { ListCell, ListFile } from './list-file.ts'

/** A list as comma-separated values, a row at a time. */
export function streamCsv(file: ListFile): Readable {
  return Readable.from(lines(file))
}

async function* lines({ columns, rows }: ListFile) {
  yield BYTE_ORDER_MARK + csvRow(columns.map(({ header }) => header))
  for await (const row of rows) yield csvRow(row.map(plain))
}

function plain(cell: ListCell) {
  return cell instanceof Date ? cell.toISOString() : cell
}
