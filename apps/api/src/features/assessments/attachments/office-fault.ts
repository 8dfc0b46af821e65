import { Readable } from 'node:stream'
import { type Entry, type ZipFile, RandomAccessReader, fromRandomAccessReaderPromise } from 'yauzl'
import type { Files } from '#adapters/files.ts'
import type { StoredAttachment } from '#features/assessments/attachments.queries.ts'
import { readPieces } from '#features/assessments/stored-pieces.ts'

const MAX_ENTRIES = 5000
const MAX_UNPACKED = 8 * 1024 * 1024

/** Whether only documents with macros have this part. */
function isMacroPart(path: string): boolean {
  const folders = path.toLowerCase().split('/')
  const name = folders.pop() ?? ''
  const scripts = folders.indexOf('scripts')
  return (
    /^vba(project|data)/.test(name) ||
    // Macros of Excel 4.
    folders.includes('macrosheets') ||
    folders.includes('basic') ||
    // An empty folder is no macro.
    (scripts >= 0 && (name !== '' || scripts < folders.length - 1))
  )
}

/** Reads the archive's own directory and the lists that programs read, as Office does. */
export async function findOfficeFault(files: Files, stored: StoredAttachment) {
  const reader = new PieceReader(files, stored)
  try {
    const zip = await fromRandomAccessReaderPromise(reader, stored.size, { lazyEntries: true })
    if (zip.entryCount > MAX_ENTRIES) return 'damaged'
    for await (const entry of zip.eachEntry()) {
      if (isMacroPart(entry.fileName)) return 'macros'
      if (entry.isEncrypted()) return 'protected'
      const fault = FAULTS.get(entry.fileName.toLowerCase())
      if (fault?.sign.test(await readXml(zip, entry))) return fault.fault
    }
    return undefined
  } catch {
    return 'damaged'
  }
}

/** What the list of an archive's parts says about them. */
const FAULTS = new Map([
  ['[content_types].xml', { sign: /macroenabled|vbaproject|macrosheet/i, fault: 'macros' }],
  // One in each encrypted part, or for the only one.
  ['meta-inf/manifest.xml', { sign: /<([^\s<>:]+:)?encryption-data[\s>/]/i, fault: 'protected' }],
])

async function readXml(zip: ZipFile, entry: Entry): Promise<string> {
  const stream = await zip.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_UNPACKED) throw new Error('The document’s list of parts is too long.')
  }
  return xmlText(Buffer.concat(chunks))
}

/** Encodings in which Latin letters are what they are in ASCII. */
const ASCII = /^(utf-?(8|16(le|be)?)|(us-)?ascii|iso-8859-\d+|windows-125\d)$/i

/** As a reader of XML sees it: in its encoding, with the characters that its entities stand for. */
function xmlText(bytes: Buffer): string {
  const isUtf16 = bytes.subarray(0, 100).includes(0)
  const isLittle = bytes[0] === 0xff || bytes[1] === 0
  const text = new TextDecoder(isUtf16 ? (isLittle ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(
    bytes,
  )
  const encoding = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'utf-8'
  if (!/^\s*</.test(text) || !ASCII.test(encoding) || text.includes('<!ENTITY'))
    throw new Error('This XML can’t be judged.')
  return text.replaceAll(/&#(?:x([\da-f]+)|(\d+));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })
}

/** Keeps the piece that it read last, because a directory is read entry by entry. */
class PieceReader extends RandomAccessReader {
  readonly #files: Files
  readonly #stored: StoredAttachment
  #last: { start: number; bytes: Buffer } | undefined

  constructor(files: Files, stored: StoredAttachment) {
    super()
    this.#files = files
    this.#stored = stored
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false })
  }

  async *#read(start: number, end: number) {
    for (let at = start; at < end;) {
      const piece = await this.#pieceAt(at)
      const chunk = piece.bytes.subarray(at - piece.start, end - piece.start)
      if (chunk.length === 0) throw new Error('The document ends too early.')
      yield chunk
      at += chunk.length
    }
  }

  async #pieceAt(at: number) {
    const { piece_bytes: size } = this.#stored
    const start = at - (at % size)
    if (this.#last?.start === start) return this.#last
    const chunks: Buffer[] = []
    const pieces = readPieces(this.#files, this.#stored, start, start + size - 1)
    for await (const chunk of pieces) chunks.push(chunk)
    this.#last = { start, bytes: Buffer.concat(chunks) }
    return this.#last
  }
}
