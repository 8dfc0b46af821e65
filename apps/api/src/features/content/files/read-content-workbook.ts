import { readSheets } from '#support/read-workbook.ts'
import { type ContentRead, readSet } from './content-faults.ts'
import { buildSet } from './workbook-set.ts'
import { SHEET_NAMES } from './workbook-sheets.ts'

export async function readContentWorkbook(
  bytes: Uint8Array,
  report: (percent: number) => void = () => {},
): Promise<ContentRead> {
  const read = await readSheets(bytes, {
    names: SHEET_NAMES,
    advice: 'Split the content set into smaller ones.',
    onScanned: () => report(20),
  })
  if ('faults' in read) return read
  report(70)

  const { input, faults: found, placeOf } = buildSet(read.sheets)
  const faults = found.map(({ place, message }) => ({ place, message }))
  if (!input || !placeOf) return { faults }
  const told = new Set(found.flatMap(({ place, column }) => (column ? `${place} ${column}` : [])))
  const result = readSet(input, placeOf, ({ place, field }) => told.has(`${place} ${field}`))
  if (faults.length === 0) return 'set' in result ? { ...result, ignored: read.others } : result
  return { faults: 'faults' in result ? [...faults, ...result.faults] : faults }
}
