import { formatList } from 'rules/plural'
import type { Fault } from 'contract/content-format'
import type { Cell, Sheet } from '#support/read-workbook.ts'
import { columnsOf, SHEETS, type SheetName } from './workbook-sheets.ts'

/** One row as the fields of the format, without its empty cells. */
export type Row = { place: string; fields: Record<string, Exclude<Cell, null>> }
export type Rows = Record<SheetName, Row[]>

const SHEET_NAMES = Object.keys(SHEETS) as SheetName[]

export function readRows(sheets: Sheet[]): { rows: Rows; faults: Fault[] } {
  const faults: Fault[] = []
  const rows: Rows = { 'Content set': [], Elements: [], Statements: [], Responses: [], Bands: [] }
  for (const { sheet, data } of sheets) {
    const name = SHEET_NAMES.find((known) => isSame(known, sheet))
    if (name) rows[name] = readSheet(name, data, faults)
    else if (data.length > 0) {
      faults.push({
        place: sheet,
        message: `This sheet isn’t allowed. Use only the sheets ${formatList(SHEET_NAMES)}.`,
      })
    }
  }
  for (const name of SHEET_NAMES) {
    const isThere = name === 'Bands' || sheets.some(({ sheet }) => isSame(name, sheet))
    if (!isThere)
      faults.push({ place: 'File', message: `The workbook needs a sheet named “${name}”.` })
  }
  return { rows, faults }
}

function readSheet(name: SheetName, [head = [], ...data]: Cell[][], faults: Fault[]): Row[] {
  const columns = columnsOf(name)
  const titles = head.map((cell) => String(cell ?? '').trim())
  const found = titles.map((title) => columns.find(([known]) => isSame(known, title)))
  faults.push(...headFaults(name, titles))
  return data.flatMap((cells, index) => {
    const fields: Row['fields'] = {}
    for (const [position, cell] of cells.entries()) {
      const column = found[position]
      if (column && cell !== null) fields[column[1].field] = valueOf(cell, column[1].kind)
    }
    const isEmpty = cells.every((cell) => cell === null)
    return isEmpty ? [] : [{ place: `${name} row ${index + 2}`, fields }]
  })
}

function headFaults(name: SheetName, titles: string[]): Fault[] {
  const columns = columnsOf(name)
  const place = `${name} row 1`
  const known = formatList(columns.map(([title]) => title))
  const missing = columns
    .filter(
      ([title, { isRequired }]) => isRequired && !titles.some((other) => isSame(title, other)),
    )
    .map(([title]) => ({ place, message: `The sheet needs a column named “${title}”.` }))
  const unknown = titles
    .filter((title) => title && !columns.some(([other]) => isSame(title, other)))
    .map((title) => ({
      place,
      message: `The column “${title}” isn’t allowed in this sheet. Use only these columns: ${known}.`,
    }))
  const twice = titles
    .filter((title, index) => title && titles.findIndex((other) => isSame(title, other)) < index)
    .map((title) => ({
      place,
      message: `The column “${title}” appears more than once. Keep only one.`,
    }))
  return [...missing, ...unknown, ...twice]
}

/** A value of the wrong kind is kept for the format's own message. */
function valueOf(cell: Exclude<Cell, null>, kind: 'text' | 'number' | 'yes-no') {
  if (kind === 'text')
    return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : cell
  if (typeof cell !== 'string') return cell
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell
  if (isSame(cell, 'yes')) return true
  return isSame(cell, 'no') ? false : cell
}

function isSame(one: string, other: string) {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
