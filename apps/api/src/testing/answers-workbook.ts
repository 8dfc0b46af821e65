import readExcelFile from 'read-excel-file/node'
import writeExcelFile from 'write-excel-file/node'
import { COLUMNS, type ColumnName, SHEET } from '#features/assessments/workbook/answers-sheet.ts'

export type Cells = Partial<Record<ColumnName, string | number>>
type Row = Record<string, unknown>

const TITLES = Object.values(COLUMNS).map(({ title }) => title)

/** The rows of a downloaded workbook, from row 2 of its sheet, by the titles of the columns. */
export async function answerRows(workbook: Buffer): Promise<Row[]> {
  const sheets = (await readExcelFile(workbook)) as unknown as { data: unknown[][] }[]
  const [head = [], ...rows] = sheets[0]?.data ?? []
  return rows.map((cells) =>
    Object.fromEntries(head.map((title, at) => [String(title), cells[at]])),
  )
}

/** A workbook of these rows, with the cells that are given for their keys. */
export async function filledWorkbook(rows: Row[], given: Record<string, Cells>): Promise<Buffer> {
  const data = rows.map((row) => {
    const cells = Object.entries(given[String(row['Key'])] ?? {})
    const filled: Row = {
      ...row,
      ...Object.fromEntries(cells.map(([name, cell]) => [COLUMNS[name as ColumnName].title, cell])),
    }
    return TITLES.map((title) => cellOf(filled[title]))
  })
  return await writeExcelFile([{ sheet: SHEET, data: [TITLES.map(cellOf), ...data] }]).toBuffer()
}

function cellOf(value: unknown) {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'number'
    ? { type: Number, value }
    : { type: String, value: value as string }
}
