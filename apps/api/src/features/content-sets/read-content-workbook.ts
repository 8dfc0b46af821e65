import { type ContentRead, readSet, refusal } from './content-faults.ts'
import { parseWorkbook } from './parse-workbook.ts'
import { scanWorkbook } from './scan-workbook.ts'
import { buildSet } from './workbook-set.ts'

export async function readContentWorkbook(bytes: Uint8Array): Promise<ContentRead> {
  const refused = await scanWorkbook(bytes)
  if (refused.length > 0) return { faults: refused }
  const sheets = await parseWorkbook(bytes)
  if (!sheets)
    return refusal('The workbook cannot be read: save it again as .xlsx with values only.')

  const { input, faults, placeOf } = buildSet(sheets)
  if (!input) return { faults }
  const result = readSet(input, placeOf)
  if (faults.length === 0) return result
  return { faults: 'faults' in result ? [...faults, ...result.faults] : faults }
}
