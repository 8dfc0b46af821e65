import type { Fault } from 'contract/content-format'
import { hiddenNumberFault, longNumberFault, valueFault } from '#support/cell-faults.ts'
import { isSameName, readSheets, type Sheet } from '#support/read-workbook.ts'
import type { Row } from '#support/sheet-cells.ts'
import type { Cell } from '#support/shown-cell.ts'
import { readTable, type SheetTable } from '#support/sheet-table.ts'
import {
  type AnswerRow,
  COLUMN_NAMES,
  COLUMNS,
  type ColumnName,
  cellText,
  SHEET,
} from './answers-sheet.ts'

const READ = COLUMN_NAMES.filter((name) => 'isRead' in COLUMNS[name])

/** Rows without those that have faults. */
export type AnswersRead = { rows: AnswerRow[]; faults: Fault[] }

/** Runs in a thread. The rows of a workbook with answers, by the titles of their columns. */
export async function run(bytes: Uint8Array): Promise<AnswersRead> {
  const read = await readSheets(bytes, {
    names: [SHEET],
    advice: 'Download the workbook again, and copy your answers into the new one.',
  })
  if ('faults' in read) return { rows: [], faults: read.faults }
  const [found] = read.sheets
  if (found) return readRows(found)
  const message = `The workbook needs a sheet named “${SHEET}”. Use the workbook you downloaded.`
  return { rows: [], faults: [{ place: 'File', message }] }
}

function readRows(sheet: Sheet): AnswersRead {
  const names = READ.map((name) => COLUMNS[name].title)
  const { titles, rows: data, merged, faults: unclear, headRow } = readTable(sheet, SHEET, names)
  const positions = READ.map((name) => [name, positionOf(name, titles)] as const)
  const read = data.filter(isNoTotal(positions)).map(({ row, cells }) => {
    const faults: Fault[] = []
    const texts: Partial<Record<ColumnName, string>> = {}
    for (const [name, at] of positions) {
      const cell = at === undefined ? undefined : cells.get(at)
      const message = cell && faultOf(name, cell)
      if (message) faults.push({ place: `${SHEET} row ${row}`, message })
      texts[name] = cellText(cell?.shown)
    }
    return { faults, row: { ...(texts as Omit<AnswerRow, 'row'>), row } }
  })
  const missing = positions.flatMap(([name, at]) => (at === undefined ? name : []))
  const faults = [
    ...unclear,
    ...read.flatMap((one) => one.faults),
    ...merged
      .filter(({ from, to }) =>
        positions.some(([, at]) => at !== undefined && from <= at && at <= to),
      )
      .map(({ row, cells }) => ({
        place: `${SHEET} row ${row}`,
        message: `The cells ${cells} are merged. Unmerge the cells and fill in each one.`,
      })),
  ]
  if (2 * missing.length > positions.length)
    return { rows: [], faults: [{ place: 'File', message: OTHER_SHAPE }] }
  if (missing.length > 0)
    return {
      rows: [],
      faults: faults.length > 0 ? faults : missing.map((name) => missingColumn(name, headRow)),
    }
  const rows = read.flatMap(({ faults: own, row }) =>
    own.length > 0 || READ.every((name) => row[name as keyof AnswerRow] === '') ? [] : [row],
  )
  return { rows, faults }
}

const OTHER_SHAPE = `The sheet “${SHEET}” isn’t from a workbook that you downloaded here. Download the workbook again, and copy your answers into the new one.`

type Positions = readonly (readonly [ColumnName, number | undefined])[]

/** A row of formulas alone counts or adds up answers. A row of answers has a key too. */
function isNoTotal(positions: Positions) {
  return ({ cells }: Row): boolean => {
    const own = positions.flatMap(([, at]) => (at === undefined ? [] : (cells.get(at) ?? [])))
    return own.length === 0 || own.some(({ isFormula }) => !isFormula)
  }
}

function positionOf(name: ColumnName, titles: SheetTable['titles']) {
  return titles.find(([, title]) => isSameName(title, COLUMNS[name].title))?.[0]
}

function missingColumn(name: ColumnName, headRow: number): Fault {
  return {
    place: `${SHEET} row ${headRow}`,
    message: `The sheet needs a column named “${COLUMNS[name].title}”. Use the workbook you downloaded.`,
  }
}

/** What a cell shows counts, so it must not be something else than what it contains. */
function faultOf(name: ColumnName, cell: Cell): string | undefined {
  const { title } = COLUMNS[name]
  const wrong = valueFault(cell, title)
  if (wrong !== undefined) return wrong
  if (name === 'key' && cell.kind === 'date')
    return `Key shows “${cell.shown}”, a date or time. Copy the key from a newly downloaded workbook.`
  const isChoice = name === 'now' || name === 'future'
  if (!isChoice) return longNumberFault(cell, title)
  return cell.kind === 'number' && cell.number !== undefined
    ? hiddenNumberFault(cell, cell.number, title)
    : undefined
}
