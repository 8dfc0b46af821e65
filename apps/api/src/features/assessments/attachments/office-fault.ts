import { Readable } from 'node:stream'
import { type Entry, type ZipFile, RandomAccessReader, fromRandomAccessReaderPromise } from 'yauzl'
import type { Files } from '#adapters/files.ts'
import { attributeOf, type XmlTag, xmlTags } from '#adapters/xml-tags.ts'
import type { StoredAttachment } from '#features/assessments/attachments.queries.ts'
import { readPieces } from '#features/assessments/stored-pieces.ts'

const MAX_ENTRIES = 5000
const MAX_UNPACKED = 8 * 1024 * 1024

/** Reads the archive's own directory and the lists that programs read, as Office does. */
export async function findOfficeFault(files: Files, stored: StoredAttachment, mediaType: string) {
  const reader = new PieceReader(files, stored)
  try {
    const zip = await fromRandomAccessReaderPromise(reader, stored.size, {
      lazyEntries: true,
      autoClose: false,
    })
    if (zip.entryCount > MAX_ENTRIES) return 'damaged'
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    if (entries.some((entry) => entry.isEncrypted())) return 'protected'
    if (hasOpenMacros(entries, mediaType)) return 'macros'
    const attributesIn = async (path: string, attribute: string) =>
      (await tagsIn(zip, entries, path)).flatMap((tag) => valueOf(tag, attribute) ?? [])
    const types = await attributesIn('[content_types].xml', 'ContentType')
    if (types.some((type) => MACRO_TYPE.test(type))) return 'macros'
    const main = await tagsIn(zip, entries, '_rels/.rels')
    for (const path of main.flatMap(mainPart)) {
      const relations = await attributesIn(path.replace(/[^/]*$/, '_rels/$&.rels'), 'Type')
      if (relations.some((type) => MACRO_RELATION.test(type))) return 'macros'
    }
    const manifest = await tagsIn(zip, entries, MANIFEST)
    // One in each encrypted part, or for the only one.
    return manifest.some(({ name }) => name === 'encryption-data') ? 'protected' : undefined
  } catch {
    return 'damaged'
  }
}

/** A binary workbook (.xlsb) has macros only if it also has another type. */
const MACRO_TYPE = /(?<!binary\.)macroenabled|vbaproject|vbadata|macrosheet/i

/** Modules, and sheets of macros of Excel 4. */
const MACRO_RELATION = /\/(?:vbaproject|wordvbadata|xl(?:intl)?macrosheet)\s*$/i

const MANIFEST = 'meta-inf/manifest.xml'

/** A module of Basic or a script. Libraries without a module, and empty folders, are no macros. */
const OPEN_MACRO =
  /^(?:object [^/]*\/)*(?:basic\/[^/]+\/(?!(?:script|dialog)-lb\.xml$)|scripts\/(?:[^/]+\/)*)[^/]+$/i

/** LibreOffice opens whatever has a manifest as an open document. */
function hasOpenMacros(entries: readonly Entry[], mediaType: string): boolean {
  const isOpen =
    mediaType.includes('opendocument') || entries.some((entry) => isAt(entry, MANIFEST))
  return isOpen && entries.some(({ fileName }) => OPEN_MACRO.test(fileName))
}

function isAt({ fileName }: Entry, path: string) {
  return fileName.toLowerCase() === path
}

/** The path of the part that a program opens first, in lower case. */
function mainPart(tag: XmlTag): string[] {
  if (!/\/officedocument\s*$/i.test(valueOf(tag, 'Type') ?? '')) return []
  const address = URL.parse(valueOf(tag, 'Target') ?? '', 'file:///')?.pathname ?? ''
  return [decodeURI(address).slice(1).toLowerCase()]
}

const XML_LIMITS = { tags: 50_000, depth: 50 }

async function tagsIn(zip: ZipFile, entries: readonly Entry[], path: string): Promise<XmlTag[]> {
  const [entry, twin] = entries.filter((one) => isAt(one, path))
  if (twin) throw new Error('The document has the same list twice.')
  if (!entry) return []
  return [...xmlTags(await readXml(zip, entry), XML_LIMITS)]
}

async function readXml(zip: ZipFile, entry: Entry): Promise<string> {
  const stream = await zip.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_UNPACKED) throw new Error('The document’s list of parts is too long.')
  }
  return decoded(Buffer.concat(chunks))
}

/** Encodings in which Latin letters are what they are in ASCII. */
const ASCII = /^(utf-?(8|16(le|be)?)|(us-)?ascii|iso-8859-\d+|windows-125\d)$/i

/** As a reader of XML sees it. Old documents name a document type without entities of its own. */
function decoded(bytes: Buffer): string {
  const isUtf16 = bytes.subarray(0, 100).includes(0)
  const isLittle = bytes[0] === 0xff || bytes[1] === 0
  const text = new TextDecoder(isUtf16 ? (isLittle ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(
    bytes,
  )
  const encoding = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'utf-8'
  if (!/^\s*</.test(text) || !ASCII.test(encoding)) throw new Error('This XML can’t be judged.')
  return text.replace(/<!DOCTYPE[^<>[\]]*>/, '')
}

/** With the characters that its entities stand for. */
function valueOf(tag: XmlTag, attribute: string): string | undefined {
  return attributeOf(tag, attribute)?.replaceAll(
    /&#(?:x([\da-f]+)|(\d+));/gi,
    (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
    },
  )
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
