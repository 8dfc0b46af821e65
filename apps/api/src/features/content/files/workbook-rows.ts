import { formatList } from 'rules/plural'
import type { Fault } from 'contract/content-format'
import { valueFault } from '#support/cell-faults.ts'
import { isSameName, type Sheet } from '#support/read-workbook.ts'
import type { Row as SheetRow } from '#support/sheet-cells.ts'
import { readTable, type SheetTable } from '#support/sheet-table.ts'
import {
  type Column,
  columnsOf,
  OPTIONAL_SHEETS,
  SHEET_NAMES,
  type SheetName,
} from './workbook-sheets.ts'
import { readCell } from './workbook-values.ts'

/** One row as the fields of the format, without its empty cells. */
export type Row = {
  place: string
  fields: Record<string, string | number | boolean>
  /** A cell shows a date or time. */
  isDated?: true
}
export type Rows = Record<SheetName, Row[]>

/** A fault of a cell names its column, so that it isn't reported again. */
export type CellFault = Fault & { column?: string }

/** `isShape`: the sheets or columns are wrong, so the rows mean nothing. */
export function readRows(sheets: Sheet[]): {
  rows: Rows
  faults: CellFault[]
  isShape: boolean
  isOther?: true
} {
  const rows = Object.fromEntries(SHEET_NAMES.map((name) => [name, []])) as unknown as Rows
  const found = sheets.flatMap((sheet) => {
    const name = SHEET_NAMES.find((known) => isSameName(known, sheet.sheet))
    if (!name) return []
    const titles = columnsOf(name).map(([title]) => title)
    const table = readTable(sheet, name, titles)
    return [{ name, table, head: headFaults(name, table) }]
  })
  const missing = NEEDED.filter((name) => !found.some((one) => one.name === name))
  // Sheets of another workbook can have our names, and some of our columns.
  const fitting = found.filter(({ head }) => head.isFitting)
  if (fitting.length < 2 && (missing.length >= 2 || shareOf(found) < 0.6))
    return {
      rows,
      faults: [{ place: 'File', message: OTHER_SHAPE }],
      isShape: true,
      ...(found.length < 2 && { isOther: true }),
    }
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

const NEEDED = SHEET_NAMES.filter((name) => !OPTIONAL_SHEETS.includes(name))

const OTHER_SHAPE = `The workbook needs the sheets ${formatList(NEEDED)}, with their columns. See the sample workbook on the page “About the file format”.`

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
    if (isTotal(cells, columns)) return []
    const place = `${name} row ${row}`
    const fields: Row['fields'] = {}
    let isEmpty = true
    let isDated = false
    for (const [position, cell] of cells) {
      const known = columns.get(position)
      if (!known) continue
      const [title, column] = known
      const read = readCell(cell, title, column)
      if (read.fault !== undefined) faults.push({ place, message: read.fault, column: title })
      else if (read.value === undefined) continue
      if (read.value !== undefined) fields[column.field] = read.value
      isEmpty = false
      isDated ||= cell.kind === 'date'
    }
    return isEmpty ? [] : [{ place, fields, ...(isDated && { isDated }) }]
  })
}

type Cells = SheetRow['cells']
type Columns = ReadonlyMap<number, [title: string, column: Column]>

/** Formulas in columns of numbers, with a word beside them at most, are no row of content, which has a key too. */
function isTotal(cells: Cells, columns: Columns): boolean {
  const known = [...cells].flatMap(([position, cell]) => {
    const column = columns.get(position)?.[1]
    return column ? [{ cell, column }] : []
  })
  const formulas = known.filter(({ cell }) => cell.isFormula)
  const hasRequired = (one: Column) => known.some(({ column }) => column === one)
  return (
    formulas.length > 0 &&
    known.length - formulas.length <= 1 &&
    formulas.every(({ column }) => column.kind === 'number') &&
    [...columns.values()].some(([, column]) => column.isRequired && !hasRequired(column))
  )
}

/** How much of the required columns is there, from 0 to 1. */
function shareOf(found: readonly { name: SheetName; table: SheetTable }[]): number {
  const required = NEEDED.flatMap((sheet) =>
    columnsOf(sheet).flatMap(([title, { isRequired }]) => (isRequired ? { sheet, title } : [])),
  )
  const there = required.filter(({ sheet, title }) =>
    found.some(
      ({ name, table }) =>
        name === sheet && table.titles.some(([, other]) => isSameName(title, other)),
    ),
  )
  return there.length / required.length
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
