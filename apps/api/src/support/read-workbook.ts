import { sameText } from 'contract/same-text'
import { CONTENT_LIMITS } from 'contract/content-limits'
import type { Fault } from 'contract/content-format'
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl'
import { compoundFault } from './compound-fault.ts'
import { attributeOf, XmlFault, xmlTags, xmlText } from '#adapters/xml-tags.ts'
import { MissingText, readCells, type SheetCells } from './sheet-cells.ts'
import { type Parts, readBook, XML_LIMITS } from './workbook-parts.ts'

export type Sheet = { sheet: string } & SheetCells

/** Sheets with one of the names, in any case. The others are listed and not read. */
export type WorkbookRead = { sheets: Sheet[]; others: string[] } | { faults: Fault[] }

export type Reading = {
  /** All by default. */
  names?: readonly string[]
  /** What to do about a workbook that is too large. */
  advice: string
  onScanned?: () => void
}

/** Reads a workbook from outside, within limits. It can still be slow, so call it in a thread. */
export async function readSheets(bytes: Uint8Array, reading: Reading): Promise<WorkbookRead> {
  const scanned = await scanWorkbook(bytes, reading.advice)
  if ('faults' in scanned) return scanned
  reading.onScanned?.()
  try {
    const read = readParts(scanned.parts, reading.names)
    if (!('faults' in read) && sizeOf(read.sheets) > CONTENT_LIMITS.unpackedBytes)
      return refuse(`The workbook contains more than 20 MB of text. ${reading.advice}`)
    return read
  } catch (error) {
    if (error instanceof XmlFault || error instanceof MissingText || error instanceof URIError)
      return refuse(UNREADABLE)
    throw error
  }
}

const UNREADABLE =
  'We can’t read this workbook. Open it in a spreadsheet program and save it again as .xlsx.'

function readParts(parts: Parts, names: readonly string[] | undefined): WorkbookRead {
  const book = readBook(parts)
  if (!book) return refuse(NO_WORKBOOK)
  const sheets: Sheet[] = []
  const others: string[] = []
  const faults: Fault[] = []
  for (const { name, path, isWorksheet } of book.sheets) {
    const xml = parts.get(path)
    const isWanted = isWorksheet && isAmong(names, name)
    const twin = sheets.find(({ sheet }) => isSameName(sheet, name))
    if (isWanted && twin)
      return refuse(
        `The workbook has two sheets with the same name, “${twin.sheet}” and “${name}”. Keep the one you mean, and rename or delete the other.`,
      )
    if (isWanted && xml !== undefined) {
      const read = readCells(name, xml, book)
      if ('message' in read) faults.push(read)
      else sheets.push({ sheet: name, ...read })
    } else others.push(name)
  }
  return faults.length > 0 ? { faults } : { sheets, others }
}

function isAmong(names: readonly string[] | undefined, name: string) {
  return names?.some((wanted) => isSameName(wanted, name)) ?? true
}

/** Names of sheets and columns, as people type them. */
export function isSameName(one: string, other: string): boolean {
  return sameText(one).toLowerCase() === sameText(other).toLowerCase()
}

/** Many cells may share one long text, which is copied from here on. */
function sizeOf(sheets: Sheet[]) {
  let size = 0
  for (const { rows } of sheets)
    for (const { cells } of rows) for (const { shown } of cells.values()) size += shown.length
  return size
}

const NO_WORKBOOK =
  'The file is not an Excel workbook, or it is damaged. Choose another .xlsx file.'

type Scanned = { parts: Parts } | { faults: Fault[] }

const MAX_ENTRIES = 1000

/** Unpacks a workbook within its limits, because a small file can hold gigabytes or millions of cells. */
async function scanWorkbook(bytes: Uint8Array, advice: string): Promise<Scanned> {
  const zip = await openZip(bytes)
  if (!zip) return refuse(compoundFault(bytes) ?? NO_WORKBOOK)
  if (zip.entryCount > MAX_ENTRIES)
    return refuse(
      'The workbook contains more than 1,000 internal files, such as sheets and pictures. Delete those that you don’t need, then save the workbook again.',
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

async function scanParts(zip: ZipFile, advice: string): Promise<Scanned> {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const declared = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (declared > CONTENT_LIMITS.unpackedBytes) return tooLarge(advice)
  if (new Set(entries.map(({ fileName }) => fileName.toLowerCase())).size < entries.length)
    return refuse('The workbook contains the same internal file twice. Save it again as .xlsx.')

  const parts = new Map<string, string>()
  let room = CONTENT_LIMITS.unpackedBytes
  for (const entry of entries) {
    const part = await unpack(zip, entry, room)
    if (!part) return tooLarge(advice)
    room -= part.length
    if (/\.(xml|rels)$/i.test(entry.fileName)) parts.set(entry.fileName.toLowerCase(), textOf(part))
  }
  const refusal = refusalOfTypes(parts)
  return refusal === undefined ? { parts } : refuse(refusal)
}

/** What the workbook says about its parts. */
function refusalOfTypes(parts: Parts): string | undefined {
  try {
    const tags = [...xmlTags(parts.get('[content_types].xml') ?? '', XML_LIMITS)]
    const types = tags.map((tag) => xmlText(attributeOf(tag, 'ContentType') ?? ''))
    if (types.some((type) => /sheet\.binary\.macroenabled\.main/i.test(type)))
      return 'The file is a binary workbook (.xlsb). Open it in Excel and save it as .xlsx.'
    return types.some((type) => /(?<!binary\.)macroenabled|vbaproject|macrosheet/i.test(type))
      ? 'The workbook contains macros. Save it as .xlsx without macros.'
      : undefined
  } catch (error) {
    if (error instanceof XmlFault) return UNREADABLE
    throw error
  }
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

/** In the encoding that its first bytes show or declare. What can't be decoded is no XML either. */
function textOf(part: Buffer) {
  try {
    return new TextDecoder(encodingOf(part), { fatal: true }).decode(part)
  } catch {
    return '<'
  }
}

function encodingOf(part: Buffer) {
  const start = part.toString('latin1', 0, 200)
  if (/^(?:\xff\xfe|<\0)/.test(start)) return 'utf-16le'
  if (/^(?:\xfe\xff|\0<)/.test(start)) return 'utf-16be'
  const declared = /^<\?xml\s[^>]*\bencoding\s*=\s*["']([\w.:-]+)/.exec(start)?.[1] ?? 'utf-8'
  // Text in UTF-16 would not be readable here.
  return /^utf-?16|^ucs-?2/i.test(declared) ? 'utf-8' : declared
}

function tooLarge(advice: string) {
  return refuse(`The workbook is larger than 20 MB when unpacked. ${advice}`)
}

function refuse(message: string): { faults: Fault[] } {
  return { faults: [{ place: 'File', message }] }
}
