import type { Fault } from 'contract/content-format'
import { formatList } from 'rules/plural'
import { isSameName, type Sheet } from './read-workbook.ts'
import type { Merged, Row } from './sheet-cells.ts'

/** A sheet whose columns have names: what is in its rows below them, and what would be lost or unclear. */
export type SheetTable = {
  headRow: number
  titles: [position: number, title: string][]
  head: Row | undefined
  rows: Row[]
  merged: Merged[]
  faults: Fault[]
}

/** `names`: of the columns that are read. */
export function readTable(sheet: Sheet, name: string, names: readonly string[]): SheetTable {
  const at = headAt(sheet.rows, names)
  const head = sheet.rows[at]
  const headRow = head?.row ?? 1
  const rows = sheet.rows.slice(at + 1)
  const titles = titlesOf(head)
  const faults = [
    ...rowsAbove(sheet.rows.slice(0, at)).map((row) => ({
      place: `${name} row ${row}`,
      message: `This row is above the names of the columns, which are in row ${headRow}. Move it below them or delete it.`,
    })),
    ...[...sameTitles(titles, names), ...unnamedColumns(titles, rows, headRow)].map((message) => ({
      place: `${name} row ${headRow}`,
      message,
    })),
  ]
  return {
    headRow,
    titles,
    head,
    rows,
    merged: sheet.merged.filter((one) => one.row >= headRow),
    faults,
  }
}

/** How many rows with a value may be above the names: titles and remarks. */
const MOST_ABOVE = 10

/** The first row that names most columns, or the first row. */
function headAt(rows: readonly Row[], names: readonly string[]): number {
  const counts = rows
    .slice(0, MOST_ABOVE + 1)
    .map(
      (row) =>
        names.filter((name) => titlesOf(row).some(([, title]) => isSameName(title, name))).length,
    )
  const most = Math.max(0, ...counts)
  return most > 1 ? counts.indexOf(most) : 0
}

function titlesOf(head: Row | undefined): [position: number, title: string][] {
  return [...(head?.cells ?? [])].flatMap(([column, { shown }]): [number, string][] => {
    const title = shown.trim()
    return title === '' ? [] : [[column, title]]
  })
}

/** A title fills one cell. What is computed beside it isn't content. */
function rowsAbove(rows: readonly Row[]): number[] {
  return rows.flatMap((one) => {
    const entered = titlesOf(one).filter(([column]) => !one.cells.get(column)?.isFormula)
    return entered.length > 1 ? one.row : []
  })
}

function sameTitles(titles: SheetTable['titles'], names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const same = titles.filter(([, title]) => isSameName(title, name))
    const letters = same.map(([position]) => lettersOf(position))
    return same.length > 1
      ? `The columns ${formatList(letters)} have the same name, “${name}”. Keep only one.`
      : []
  })
}

function unnamedColumns(titles: SheetTable['titles'], rows: readonly Row[], headRow: number) {
  const named = new Set(titles.map(([position]) => position))
  const unnamed = new Map<number, number>()
  for (const { row, cells } of rows)
    for (const [position, { shown, isFormula }] of cells)
      if (shown.trim() !== '' && !isFormula && !named.has(position) && !unnamed.has(position))
        unnamed.set(position, row)
  return [...unnamed].map(
    ([position, row]) =>
      `Column ${lettersOf(position)} has no name, so its content in row ${row} would be lost. Enter a name in row ${headRow}, or clear the column.`,
  )
}

/** A to Z, then AA. */
function lettersOf(position: number): string {
  const last = String.fromCharCode(65 + (position % 26))
  return position < 26 ? last : lettersOf(Math.floor(position / 26) - 1) + last
}
