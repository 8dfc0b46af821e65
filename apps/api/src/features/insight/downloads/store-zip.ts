import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import yazl from 'yazl'
import type { Files } from '#adapters/files.ts'
import { keyOf } from '#features/assessments/stored-pieces.ts'

/** Of the pieces in which a file is stored. */
export const PIECE_BYTES = 8 * 1024 * 1024

/** A file of the archive, read when it is its turn. */
export type Part = {
  path: string
  isCompressed?: boolean
  read: () => AsyncIterable<Buffer | string>
}

/** Stores the parts as one ZIP file in the folder. Keeps one piece in memory. */
export async function storeZip(
  files: Files,
  folder: { tenant_id: number; file_id: string },
  parts: Iterable<Part> | AsyncIterable<Part>,
): Promise<{ pieces: string[]; bytes: number }> {
  const zip = new yazl.ZipFile()
  const output = Readable.from(zip.outputStream)
  zip.on('error', (error) => output.destroy(error as Error))
  const adding = addParts(zip, parts).catch((error: Error) => output.destroy(error))
  const pieces: string[] = []
  let [chunks, length, bytes]: [Buffer[], number, number] = [[], 0, 0]
  const store = async (piece: Buffer) => {
    const name = randomUUID()
    await files.put(keyOf(folder, name), piece)
    pieces.push(name)
    bytes += piece.length
  }
  for await (const chunk of output as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length < PIECE_BYTES) continue
    const joined = Buffer.concat(chunks)
    const whole = joined.length - (joined.length % PIECE_BYTES)
    for (let at = 0; at < whole; at += PIECE_BYTES)
      await store(joined.subarray(at, at + PIECE_BYTES))
    chunks = [joined.subarray(whole)]
    length = joined.length - whole
  }
  await adding
  if (length > 0) await store(Buffer.concat(chunks))
  return { pieces, bytes }
}

/** One after the other, so that no more than one is open. */
async function addParts(zip: yazl.ZipFile, parts: Iterable<Part> | AsyncIterable<Part>) {
  for await (const { path, isCompressed = true, read } of parts) {
    const stream = Readable.from(read(), { objectMode: false })
    stream.on('error', (error) => zip.emit('error', error))
    zip.addReadStream(stream, path, { compress: isCompressed })
    await once(stream, 'end')
  }
  zip.end()
}
