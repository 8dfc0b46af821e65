import type { Fault } from 'contract/content-format'
import { readSheets } from '#support/read-workbook.ts'
import { type ContentRead, readSet } from './content-faults.ts'
import type { CellFault } from './workbook-rows.ts'
import { buildSet } from './workbook-set.ts'
import { SHEET_NAMES, type SheetName } from './workbook-sheets.ts'

/** Its sheets are none of ours. */
export type OtherBook = { isOther: true; faults: Fault[] }

export async function readContentWorkbook(
  bytes: Uint8Array,
  report: (percent: number) => void = () => {},
): Promise<ContentRead | OtherBook> {
  const read = await readSheets(bytes, {
    names: SHEET_NAMES,
    advice: 'Split the content set into smaller ones.',
    onScanned: () => report(20),
  })
  if ('faults' in read) return read
  report(70)

  const { input, faults: found, placeOf, isOther } = buildSet(read.sheets)
  const faults = found.map(({ place, message }) => ({ place, message }))
  if (isOther) return { isOther, faults }
  if (!input || !placeOf) return { faults }
  const result = readSet(input, placeOf, isToldBy(found))
  if (faults.length === 0) return 'set' in result ? { ...result, ignored: read.others } : result
  return { faults: 'faults' in result ? [...faults, ...result.faults] : faults }
}

/** Whether a fault of the set only repeats one of a cell. */
function isToldBy(found: CellFault[]) {
  const told = new Set(found.flatMap(({ place, column }) => (column ? `${place} ${column}` : [])))
  const ofSheet = (sheet: SheetName, column: string) =>
    found.some((fault) => fault.place.startsWith(`${sheet} row`) && fault.column === column)
  // Rows that belong to nothing are missing elsewhere.
  const lost: Record<string, boolean> = {
    statements: ofSheet('Statements', 'element'),
    responses: ofSheet('Responses', 'statement'),
  }
  const hasUnknownField = ofSheet('Content set', 'field')
  return ({ place, field }: { place: string; field: string }) =>
    told.has(`${place} ${field}`) ||
    // Each row of the first sheet has one value.
    (place.startsWith('Content set row') && told.has(`${place} value`)) ||
    lost[field] === true ||
    (place === 'Content set' && hasUnknownField)
}
