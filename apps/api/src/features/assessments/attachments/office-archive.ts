import { Readable } from 'node:stream'
import { type Entry, RandomAccessReader, type ZipFile, fromRandomAccessReaderPromise } from 'yauzl'
import type { Files } from '#adapters/files.ts'
import type { StoredAttachment } from '#features/assessments/attachments.queries.ts'
import { readPieces } from './stored-pieces.ts'

const MOST_ENTRIES = 5000
const MOST_UNPACKED = 1024 * 1024

/** Parts that only documents with macros have. */
const MACRO_PARTS = /(^|\/)(vba(project|data)[^/]*|basic\/.*|scripts\/.+)$/i

/** Reads the document's own directory, as Office does: what stands before the entries may say something else. */
export async function findOfficeFault(
  files: Files,
  stored: StoredAttachment,
): Promise<'macros' | 'damaged' | undefined> {
  const reader = new PieceReader(files, stored)
  try {
    const zip = await fromRandomAccessReaderPromise(reader, stored.size, { lazyEntries: true })
    if (zip.entryCount > MOST_ENTRIES) return 'damaged'
    for await (const entry of zip.eachEntry())
      if (MACRO_PARTS.test(entry.fileName) || (await declaresMacros(zip, entry))) return 'macros'
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
    if (text.length > MOST_UNPACKED) throw new Error('The list of parts is too long.')
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

  // The end is not part of what is asked for.
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readPieces(this.#files, this.#stored, start, end - 1), {
      objectMode: false,
    })
  }
}
