import { fileTypeFromStream } from 'file-type'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Files } from '#adapters/files.ts'
import type { StoredAttachment } from '#features/assessments/attachments.queries.ts'
import { findOfficeFault } from './office-archive.ts'
import { readPieces } from './stored-pieces.ts'
import { watchBytes } from './watch-bytes.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'

/** What is taken, by content, with the endings that a name may have; all else is refused. */
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

type Judgement =
  | { mediaType: string; endings: readonly string[]; sha256: Buffer }
  | { refusal: string }

const NOT_TAKEN =
  'This kind of file is not taken. Attach a picture, a PDF, an Office document without macros, a text or a recording.'
const MACROS = 'This document contains macros. Save it without them and attach it again.'

/** What a file is, by its content alone: its name says nothing. */
export async function judgeFile(files: Files, stored: StoredAttachment): Promise<Judgement> {
  const hash = createHash('sha256')
  const watch = watchBytes()
  for await (const chunk of readPieces(files, stored)) {
    hash.update(chunk)
    watch.see(chunk)
  }
  const kind = kindOf(await detect(files, stored), watch)
  if (kind === 'macros') return { refusal: MACROS }
  const endings = kind && endingsOf(kind)
  if (!kind || !endings) return { refusal: NOT_TAKEN }
  const fault = isArchive(kind) ? await findOfficeFault(files, stored) : undefined
  if (fault !== undefined) return { refusal: fault === 'macros' ? MACROS : NOT_TAKEN }
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

function endingsOf(mediaType: string): readonly string[] | undefined {
  return ENDINGS[mediaType]
}
