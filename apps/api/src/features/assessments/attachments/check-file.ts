import { fileTypeFromStream } from 'file-type'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Entry, type ZipFile, RandomAccessReader, fromRandomAccessReaderPromise } from 'yauzl'
import type { Adapters } from '#adapters/adapters.ts'
import type { Files } from '#adapters/files.ts'
import { ThreadsBusy, type ThreadWork } from '#adapters/threads.ts'
import type { StoredAttachment } from '#features/assessments/attachments.queries.ts'
import { readPieces } from '#features/assessments/stored-pieces.ts'
import type { run } from './compound-worker.ts'
import { watchText } from './text-type.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'

/** Accepted types with the endings that a name may have. */
const ENDINGS: Record<string, readonly string[]> = {
  'image/png': ['png'],
  'image/apng': ['png', 'apng'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/bmp': ['bmp'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic', 'heif'],
  'image/heif': ['heif', 'heic'],
  'application/pdf': ['pdf'],
  [`${OFFICE}.wordprocessingml.document`]: ['docx'],
  [`${OFFICE}.spreadsheetml.sheet`]: ['xlsx'],
  [`${OFFICE}.presentationml.presentation`]: ['pptx'],
  [`${OPEN}.text`]: ['odt'],
  [`${OPEN}.spreadsheet`]: ['ods'],
  [`${OPEN}.presentation`]: ['odp'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.ms-outlook': ['msg'],
  'text/plain': ['txt', 'csv', 'tsv', 'md', 'log', 'json', 'yaml', 'yml'],
  'audio/mpeg': ['mp3'],
  'audio/wav': ['wav'],
  'audio/x-m4a': ['m4a'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov'],
  'video/webm': ['webm'],
}

type FileCheck =
  | { mediaType: string; endings: readonly string[]; sha256: Buffer }
  | { refusal: string }

const NOT_ACCEPTED =
  'You can’t attach this type of file. Attach a picture, a PDF, an Office document without macros, a text file or a recording.'
const MACROS = 'This document contains macros. Save it without macros and attach it again.'

const PROTECTED =
  'This document is protected with a password, so no one else can open it. Remove the password and attach it again.'

const READ_COMPOUND: ThreadWork<typeof run> = {
  module: new URL('compound-worker.ts', import.meta.url),
  megabytes: 512,
  milliseconds: 10_000,
}

/** Judges a file by its content alone, not by its name. */
export async function checkFile(
  { files, threads }: Pick<Adapters, 'files' | 'threads'>,
  stored: StoredAttachment,
): Promise<FileCheck> {
  const hash = createHash('sha256')
  const watch = watchText()
  for await (const chunk of readPieces(files, stored)) {
    hash.update(chunk)
    watch.see(chunk)
  }
  const found = (await detect(files, stored)) ?? watch.textType()
  const kind = await kindOf({ files, threads }, stored, found)
  const refusal = REFUSALS.get(kind)
  const endings = ENDINGS[kind]
  if (refusal !== undefined || !endings) return { refusal: refusal ?? NOT_ACCEPTED }
  return { mediaType: kind, endings, sha256: hash.digest() }
}

const REFUSALS = new Map([
  ['macros', MACROS],
  ['protected', PROTECTED],
])

/** The media type, or why it isn't accepted. */
async function kindOf(
  { files, threads }: Pick<Adapters, 'files' | 'threads'>,
  stored: StoredAttachment,
  found = 'unknown',
): Promise<string> {
  if (found.includes('macroenabled')) return 'macros'
  if (isArchive(found)) return (await findOfficeFault(files, stored)) ?? found
  if (found !== 'application/x-cfb') return found
  const chunks: Buffer[] = []
  for await (const chunk of readPieces(files, stored)) chunks.push(chunk)
  const bytes = Uint8Array.from(Buffer.concat(chunks))
  return await threads.run(READ_COMPOUND, bytes, { moved: [bytes] }).catch((error: unknown) => {
    if (error instanceof ThreadsBusy) throw error
    return 'damaged'
  })
}

async function detect(files: Files, stored: StoredAttachment): Promise<string | undefined> {
  const bytes = Readable.from(readPieces(files, stored), { objectMode: false })
  try {
    return (await fileTypeFromStream(Readable.toWeb(bytes) as ReadableStream))?.mime
  } finally {
    bytes.destroy()
  }
}

function isArchive(mediaType: string) {
  return /openxmlformats|opendocument/.test(mediaType)
}

const MAX_ENTRIES = 5000
const MAX_UNPACKED = 1024 * 1024

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

/** Reads the archive's own directory, as Office does. */
async function findOfficeFault(files: Files, stored: StoredAttachment) {
  const reader = new PieceReader(files, stored)
  try {
    const zip = await fromRandomAccessReaderPromise(reader, stored.size, { lazyEntries: true })
    if (zip.entryCount > MAX_ENTRIES) return 'damaged'
    for await (const entry of zip.eachEntry())
      if (isMacroPart(entry.fileName) || (await declaresMacros(zip, entry))) return 'macros'
    return undefined
  } catch {
    return 'damaged'
  }
}

async function declaresMacros(zip: ZipFile, entry: Entry): Promise<boolean> {
  if (entry.fileName.toLowerCase() !== '[content_types].xml') return false
  const stream = await zip.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_UNPACKED) throw new Error('The document’s list of content types is too long.')
  }
  return /macroenabled|vbaproject|macrosheet/i.test(xmlText(Buffer.concat(chunks)))
}

/** As a reader of XML sees it: in its encoding, with the characters that its entities stand for. */
function xmlText(bytes: Buffer): string {
  const isUtf16 = bytes.subarray(0, 100).includes(0)
  const isLittle = bytes[0] === 0xff || bytes[1] === 0
  const text = new TextDecoder(isUtf16 ? (isLittle ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(
    bytes,
  )
  return text.replaceAll(
    /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi,
    (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
    },
  )
}

class PieceReader extends RandomAccessReader {
  readonly #files: Files
  readonly #stored: StoredAttachment

  constructor(files: Files, stored: StoredAttachment) {
    super()
    this.#files = files
    this.#stored = stored
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readPieces(this.#files, this.#stored, start, end - 1), {
      objectMode: false,
    })
  }
}
