import { type ContentRead, readSet } from './content-faults.ts'
import { readSheets } from '#support/read-workbook.ts'
import { buildSet } from './workbook-set.ts'

export async function readContentWorkbook(
  bytes: Uint8Array,
  report: (percent: number) => void = () => {},
): Promise<ContentRead> {
  const read = await readSheets(bytes, 'Split the content set into smaller ones.', () => report(20))
  if ('faults' in read) return read
  report(70)

  const { input, faults, placeOf } = buildSet(read.sheets)
  if (!input) return { faults }
  const result = readSet(input, placeOf)
  if (faults.length === 0) return result
  return { faults: 'faults' in result ? [...faults, ...result.faults] : faults }
}
