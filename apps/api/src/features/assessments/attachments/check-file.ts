import { fileTypeFromStream } from 'file-type'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Entry, type ZipFile, RandomAccessReader, fromRandomAccessReaderPromise } from 'yauzl'
import type { Files } from '#adapters/files.ts'
import type { StoredAttachment } from '#features/assessments/attachments.queries.ts'
import { readPieces } from '#features/assessments/stored-pieces.ts'

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

/** Judges a file by its content alone, not by its name. */
export async function checkFile(files: Files, stored: StoredAttachment): Promise<FileCheck> {
  const hash = createHash('sha256')
  const watch = watchBytes()
  for await (const chunk of readPieces(files, stored)) {
    hash.update(chunk)
    watch.see(chunk)
  }
  const kind = kindOf(await detect(files, stored), watch)
  if (kind === 'macros') return { refusal: MACROS }
  const endings = kind && ENDINGS[kind]
  if (!kind || !endings) return { refusal: NOT_ACCEPTED }
  const fault = isArchive(kind) ? await findOfficeFault(files, stored) : undefined
  if (fault !== undefined) return { refusal: fault === 'macros' ? MACROS : NOT_ACCEPTED }
  return { mediaType: kind, endings, sha256: hash.digest() }
}

function kindOf(found: string | undefined, watch: ReturnType<typeof watchBytes>) {
  if (found === undefined) return watch.textType()
  if (found.includes('macroenabled')) return 'macros'
  if (found !== 'application/x-cfb') return found
  return watch.hasMacros() ? 'macros' : watch.compoundType()
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

/** Old Office documents share one container. Names in its directory tell them apart. */
const COMPOUND: [name: string, mediaType: string][] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['__nameid_version1.0', 'application/vnd.ms-outlook'],
]
const MACRO_NAMES = ['_VBA_PROJECT', 'VBA', 'Macros']

const WATCHED = [...MACRO_NAMES, ...COMPOUND.map(([name]) => name)].map(
  (name) => [name, Buffer.from(`${name}\0`, 'utf16le')] as const,
)
const LONGEST = Math.max(...WATCHED.map(([, bytes]) => bytes.length))

/** Looks for these names and for plain text in passing chunks. */
export function watchBytes() {
  const seen = new Set<string>()
  let end = Buffer.alloc(0)
  let start = Buffer.alloc(0)
  let isText = true
  return {
    see(chunk: Buffer) {
      const joined = Buffer.concat([end, chunk])
      for (const [name, bytes] of WATCHED) if (joined.includes(bytes)) seen.add(name)
      end = joined.subarray(-LONGEST)
      if (start.length < 1024) start = Buffer.concat([start, chunk.subarray(0, 1024)])
      isText &&= !hasControls(chunk)
    },
    hasMacros: () => MACRO_NAMES.some((name) => seen.has(name)),
    compoundType: () => COMPOUND.find(([name]) => seen.has(name))?.[1],
    /** Markup could be a page or a drawing, and an interpreter line makes a program. */
    textType: () => {
      const beginning = start.toString('latin1').replace(/^(ï»¿)?\s*/, '')
      return isText && !/^(<|#!)/.test(beginning) ? 'text/plain' : undefined
    },
  }
}

/** Control characters other than tab, line feed, form feed and return. */
function hasControls(bytes: Buffer): boolean {
  return bytes.some((byte) => (byte < 32 && ![9, 10, 12, 13].includes(byte)) || byte === 127)
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
    folders.includes('basic') ||
    // An empty folder is no macro.
    (scripts >= 0 && (name !== '' || scripts < folders.length - 1))
  )
}

/** Reads the archive's own directory, as Office does. */
export async function findOfficeFault(files: Files, stored: StoredAttachment) {
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
  let text = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1')
    if (text.length > MAX_UNPACKED)
      throw new Error('The document’s list of content types is too long.')
  }
  return /macroenabled|vbaproject/i.test(text)
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
