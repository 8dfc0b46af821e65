import { CONTENT_LIMITS } from 'contract/content-checks'
import readExcelFile from 'read-excel-file/web-worker'
import { type ContentRead, readSet, refusal } from './content-faults.ts'
import { scanWorkbook } from './scan-workbook.ts'
import { buildSet } from './workbook-set.ts'
import type { Sheet } from './workbook-sheets.ts'

/** A workbook that passes the scan can still be slow to read: see `readContentFile`. */
export async function readContentWorkbook(
  bytes: Uint8Array,
  report: (percent: number) => void = () => {},
): Promise<ContentRead> {
  const refused = await scanWorkbook(bytes)
  if (refused.length > 0) return { faults: refused }
  report(20)
  const sheets = await parseWorkbook(bytes)
  if (!sheets)
    return refusal('The workbook cannot be read. Save it again as .xlsx with values only.')
  if (sizeOf(sheets) > CONTENT_LIMITS.unpackedBytes)
    return refusal('The workbook contains more than 20 MB of text. Split the content set.')
  report(70)

  const { input, faults, placeOf } = buildSet(sheets)
  if (!input) return { faults }
  const result = readSet(input, placeOf)
  if (faults.length === 0) return result
  return { faults: 'faults' in result ? [...faults, ...result.faults] : faults }
}

async function parseWorkbook(bytes: Uint8Array): Promise<Sheet[] | undefined> {
  try {
    // This variant reads the archive by its directory, as the scan did, and starts no thread.
    return (await readExcelFile(Uint8Array.from(bytes).buffer)) as unknown as Sheet[]
  } catch {
    return undefined
  }
}

/** Many cells may share one long text, which is copied from here on. */
function sizeOf(sheets: Sheet[]) {
  return sheets
    .flatMap(({ data }) => data)
    .reduce(
      (sum, row) => sum + row.reduce((chars: number, cell) => chars + String(cell ?? '').length, 0),
      0,
    )
}
