import { CONTENT_LIMITS } from 'contract/content-checks'
import type { Fault } from 'contract/content-format'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { refusal } from './content-faults.ts'
import { findSheetFaults } from './scan-sheet.ts'

const MAX_ENTRIES = 1000

/** Unpacks a workbook within its limits, because a small file can hold gigabytes or millions of cells. */
export async function scanWorkbook(bytes: Uint8Array): Promise<Fault[]> {
  const zip = await openZip(bytes)
  if (!zip) return refuse('The file is not an Excel workbook. Save it as .xlsx.')
  if (zip.entryCount > MAX_ENTRIES)
    return refuse(`The workbook contains ${zip.entryCount} parts. At most 1,000 are allowed.`)
  try {
    return await scanParts(zip)
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

async function scanParts(zip: ZipFile): Promise<Fault[]> {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const declared = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (declared > CONTENT_LIMITS.unpackedBytes) return refuse(tooLarge)
  if (new Set(entries.map(({ fileName }) => fileName.toLowerCase())).size < entries.length)
    return refuse('The workbook contains the same part twice. Save it again as .xlsx.')

  const parts: [string, string][] = []
  let room = CONTENT_LIMITS.unpackedBytes
  for (const entry of entries) {
    const part = await unpack(zip, entry, room)
    if (!part) return refuse(tooLarge)
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
  if (parts.some(([, xml]) => /<!(DOCTYPE|ENTITY)/i.test(xml))) {
    return refuse('We can’t read this workbook. Open it in Excel and save it again as .xlsx.')
  }
  if (parts.some(([path, xml]) => path === '[Content_Types].xml' && /macroEnabled/i.test(xml)))
    return refuse('The workbook contains macros. Save it as .xlsx without macros.')
  return findSheetFaults(parts)
}

const tooLarge = 'The workbook is larger than 20 MB when unpacked. Split the content set.'

function refuse(message: string) {
  return refusal(message).faults
}
