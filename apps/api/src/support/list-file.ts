/** A list as a file: its columns, and its rows as they come, so that no list is too long to be held. */
export type ListFile = {
  /** Also the name of the workbook's sheet. */
  title: string
  columns: readonly { header: string; /** In characters. */ width: number }[]
  rows: AsyncIterable<readonly ListCell[]>
}

export type ListCell = string | number | Date | null
