import { CONTENT_LIMITS } from 'contract/content-limits'
import type { Fault } from 'contract/content-format'
import readExcelFile from 'read-excel-file/web-worker'
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl'
import { findSheetFaults } from './scan-sheet.ts'

export type Cell = string | number | boolean | Date | null
export type Sheet = { sheet: string; data: Cell[][] }

/**
 * The sheets of a workbook from outside, within limits. One that passes the scan can still be slow to read, so call it
 * in a thread. `advice` says what to do about a workbook that is too large.
 */
export async function readSheets(
  bytes: Uint8Array,
  advice: string,
  onScanned: () => void = () => {},
): Promise<{ sheets: Sheet[] } | { faults: Fault[] }> {
  const refused = await scanWorkbook(bytes, advice)
  if (refused.length > 0) return { faults: refused }
  onScanned()
  const sheets = await parseWorkbook(bytes)
  if (!sheets)
    return {
      faults: refuse(
        'We can’t read this workbook. Remove formulas and formatting, then save it as .xlsx.',
      ),
    }
  if (sizeOf(sheets) > CONTENT_LIMITS.unpackedBytes)
    return { faults: refuse(`The workbook contains more than 20 MB of text. ${advice}`) }
  return { sheets }
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

const MAX_ENTRIES = 1000

/** Unpacks a workbook within its limits, because a small file can hold gigabytes or millions of cells. */
async function scanWorkbook(bytes: Uint8Array, advice: string): Promise<Fault[]> {
  const zip = await openZip(bytes)
  if (!zip) return refuse('The file is not an Excel workbook. Save it as .xlsx.')
  if (zip.entryCount > MAX_ENTRIES)
    return refuse(
      `The workbook contains ${zip.entryCount} internal files. The limit is 1,000. Remove formulas and formatting, then save it as .xlsx.`,
    )
  try {
    return await scanParts(zip, advice)
  } catch {
    return refuse(
      'The workbook is damaged or encrypted. Save it again as .xlsx without a password.',
    )
  } finally {
    zip.close()
  }
}

async function openZip(bytes: Uint8Array): Promise<ZipFile | undefined> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false })
  } catch {
    return undefined
  }
}

async function scanParts(zip: ZipFile, advice: string): Promise<Fault[]> {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const declared = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (declared > CONTENT_LIMITS.unpackedBytes) return tooLarge(advice)
  if (new Set(entries.map(({ fileName }) => fileName.toLowerCase())).size < entries.length)
    return refuse('The workbook contains the same internal file twice. Save it again as .xlsx.')

  const parts: [string, string][] = []
  let room = CONTENT_LIMITS.unpackedBytes
  for (const entry of entries) {
    const part = await unpack(zip, entry, room)
    if (!part) return tooLarge(advice)
    room -= part.length
    if (/\.(xml|rels)$/i.test(entry.fileName)) parts.push([entry.fileName, part.toString('utf8')])
  }
  return findPartFaults(parts)
}

async function unpack(zip: ZipFile, entry: Entry, room: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  const stream = await zip.openReadStreamPromise(entry)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > room) {
      stream.destroy()
      return undefined
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function findPartFaults(parts: [string, string][]): Fault[] {
  if (!parts.some(([path]) => path === 'xl/workbook.xml'))
    return refuse('The file is not an Excel workbook. Save it as .xlsx.')
  if (parts.some(([path, xml]) => path === '[Content_Types].xml' && /macroEnabled/i.test(xml)))
    return refuse('The workbook contains macros. Save it as .xlsx without macros.')
  return findSheetFaults(parts)
}

function tooLarge(advice: string) {
  return refuse(`The workbook is larger than 20 MB when unpacked. ${advice}`)
}

function refuse(message: string): Fault[] {
  return [{ place: 'File', message }]
}
