import { formatList } from 'rules/plural'
import type { Fault } from 'contract/content-format'
import { valueFault } from '#support/cell-faults.ts'
import { isSameName, type Sheet } from '#support/read-workbook.ts'
import { readTable, type SheetTable } from '#support/sheet-table.ts'
import { columnsOf, OPTIONAL_SHEETS, SHEET_NAMES, type SheetName } from './workbook-sheets.ts'
import { readCell } from './workbook-values.ts'

/** One row as the fields of the format, without its empty cells. */
export type Row = { place: string; fields: Record<string, string | number | boolean> }
export type Rows = Record<SheetName, Row[]>

/** A fault of a cell names its column, so that it isn't reported again. */
export type CellFault = Fault & { column?: string }

/** `isShape`: the sheets or columns are wrong, so the rows mean nothing. */
export function readRows(sheets: Sheet[]): { rows: Rows; faults: CellFault[]; isShape: boolean } {
  const rows = Object.fromEntries(SHEET_NAMES.map((name) => [name, []])) as unknown as Rows
  const found = sheets.flatMap((sheet) => {
    const name = SHEET_NAMES.find((known) => isSameName(known, sheet.sheet))
    if (!name) return []
    const titles = columnsOf(name).map(([title]) => title)
    const table = readTable(sheet, name, titles)
    return [{ name, table, head: headFaults(name, table) }]
  })
  const missing = SHEET_NAMES.filter(
    (name) => !OPTIONAL_SHEETS.includes(name) && !found.some((one) => one.name === name),
  )
  // A sheet of another workbook can have one of our names.
  const fitting = found.filter(({ head }) => head.isFitting)
  if (fitting.length < 2 && missing.length >= 2)
    return { rows, faults: [{ place: 'File', message: OTHER_SHAPE }], isShape: true }
  const shape = [
    ...found.flatMap(({ head }) => head.faults),
    ...missing.map((name) => ({
      place: 'File',
      message: `The workbook needs a sheet named “${name}”.`,
    })),
  ]
  const faults: CellFault[] = []
  for (const { name, table } of found) rows[name] = readSheet(name, table, faults)
  return { rows, faults: [...shape, ...faults], isShape: shape.length > 0 }
}

const OTHER_SHAPE = `These are not the five sheets of a content set: ${formatList(SHEET_NAMES.slice(0, 5))}. See the sample workbook on the page “About the file format”.`

function readSheet(name: SheetName, table: SheetTable, faults: CellFault[]): Row[] {
  const columns = new Map(
    table.titles.flatMap(([position, title]) => {
      const column = columnsOf(name).find(([known]) => isSameName(known, title))
      return column ? [[position, column] as const] : []
    }),
  )
  for (const { row, cells } of table.merged)
    faults.push({
      place: `${name} row ${row}`,
      message: `The cells ${cells} are merged. Unmerge the cells and fill in each one.`,
    })
  return table.rows.flatMap(({ row, cells }) => {
    const place = `${name} row ${row}`
    const fields: Row['fields'] = {}
    let isEmpty = true
    for (const [position, cell] of cells) {
      const known = columns.get(position)
      if (!known) continue
      const [title, column] = known
      const read = readCell(cell, title, column)
      if (read.fault !== undefined) faults.push({ place, message: read.fault, column: title })
      else if (read.value === undefined) continue
      if (read.value !== undefined) fields[column.field] = read.value
      isEmpty = false
    }
    return isEmpty ? [] : [{ place, fields }]
  })
}

/** `isFitting`: the required columns are there. */
function headFaults(
  name: SheetName,
  { head, headRow, titles: named, faults: unclear }: SheetTable,
): { isFitting: boolean; faults: Fault[] } {
  const place = `${name} row ${headRow}`
  const titles = named.map(([, title]) => title)
  const columns = columnsOf(name)
  const known = formatList(columns.map(([title]) => title))
  const missing = columns
    .filter(
      ([title, { isRequired }]) => isRequired && !titles.some((other) => isSameName(title, other)),
    )
    .map(([title]) => ({ place, message: `The sheet needs a column named “${title}”.` }))
  const unknown = titles
    .filter((title) => !columns.some(([other]) => isSameName(title, other)))
    .map((title) => ({
      place,
      message: `The column “${title}” isn’t allowed in this sheet. Use only these columns: ${known}.`,
    }))
  const isFitting = missing.length === 0
  const formulas = [...(head?.cells.values() ?? [])].filter(({ isFormula }) => isFormula)
  if (formulas.length > 0)
    return {
      isFitting,
      faults: formulas
        .flatMap((cell) => valueFault(cell, 'A column name') ?? [])
        .map((message) => ({ place, message })),
    }
  return { isFitting, faults: [...missing, ...unknown, ...unclear] }
}
