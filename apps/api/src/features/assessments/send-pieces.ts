import { Readable } from 'node:stream'
import parseRange from 'range-parser'
import { plural } from 'rules/plural'
import type { PublicContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type Stored, readPieces } from './stored-pieces.ts'

type Context = Pick<PublicContext, 'app' | 'request' | 'reply'>

/** A stored file, or the part of it that the request names. */
export async function sendPieces(
  { app, request, reply }: Context,
  stored: Stored,
  etag?: string,
): Promise<Readable> {
  const { size } = stored
  const range = isOfOther(request.headers['if-range'], etag)
    ? undefined
    : rangeOf(request.headers.range, size)
  if (range === 'refused') {
    reply.header('content-range', `bytes */${size}`)
    throw new ApiError(
      'range-refused',
      `The requested range is outside the file. The file has ${plural(size, { one: '# byte', other: '# bytes' })}.`,
    )
  }
  const [start, end] = range ?? [0, size - 1]
  const bytes = await started(readPieces(app.adapters.files, stored, start, end))
  reply.header('accept-ranges', 'bytes')
  if (etag !== undefined) reply.header('etag', etag)
  reply.header('content-length', end + 1 - start)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return Readable.from(bytes, { objectMode: false })
}

/** The browser continues a file that may have been replaced. */
function isOfOther(ifRange: string | string[] | undefined, etag: string | undefined): boolean {
  return ifRange !== undefined && ifRange !== etag
}

type Range = [start: number, end: number]

/** Several ranges are answered with the whole file, as RFC 9110 allows. */
function rangeOf(header: string | undefined, size: number): Range | 'refused' | undefined {
  if (header === undefined) return undefined
  const ranges = parseRange(size, header, { combine: true })
  if (ranges === -1) return 'refused'
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined
  const [range] = ranges
  return range && [range.start, range.end]
}

/** Reads the first chunk, so that an unreadable file is still answered with an error. */
async function started(bytes: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const first = await bytes.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* bytes
  })()
}
