import { fileTypeFromStream } from 'file-type'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Adapters } from '#adapters/adapters.ts'
import type { Files } from '#adapters/files.ts'
import { ThreadsBusy, type ThreadWork } from '#adapters/threads.ts'
import type { StoredAttachment } from '#features/assessments/attachments.queries.ts'
import { readPieces } from '#features/assessments/stored-pieces.ts'
import type { run } from '#support/compound-worker.ts'
import { ENDINGS } from './file-endings.ts'
import { findOfficeFault } from './office-fault.ts'
import { watchText } from './text-type.ts'

type FileCheck =
  | { mediaType: string; endings: readonly string[]; sha256: Buffer }
  | { refusal: string }

const NOT_ACCEPTED =
  'You can’t attach this type of file. Attach a picture, a PDF, an Office document without macros, a text file or a recording.'
const MACROS = 'This document contains macros. Save it without macros and attach it again.'

const PROTECTED =
  'This document is protected with a password, so no one else can open it. Remove the password and attach it again.'

const UTF_32 =
  'This text file is in UTF-32, which browsers can’t show. Save it as UTF-8 and attach it again.'

const ZEROS =
  'This isn’t a plain text file, because it contains null characters. Save it as UTF-8 text or as a PDF, and attach it again.'

const READ_COMPOUND: ThreadWork<typeof run> = {
  module: new URL('../../../support/compound-worker.ts', import.meta.url),
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
  const found = watch.typeOf(await detect(files, stored))
  const kind = await kindOf({ files, threads }, stored, found)
  const refusal = REFUSALS.get(kind)
  const endings = ENDINGS[kind]
  if (refusal !== undefined || !endings) return { refusal: refusal ?? NOT_ACCEPTED }
  return { mediaType: kind, endings, sha256: hash.digest() }
}

const REFUSALS = new Map([
  ['macros', MACROS],
  ['protected', PROTECTED],
  ['utf-32', UTF_32],
  ['zeros', ZEROS],
])

/** The media type, or why it isn't accepted. */
async function kindOf(
  { files, threads }: Pick<Adapters, 'files' | 'threads'>,
  stored: StoredAttachment,
  found = 'unknown',
): Promise<string> {
  if (found.includes('macroenabled')) return 'macros'
  if (isArchive(found)) return (await findOfficeFault(files, stored, found)) ?? found
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
