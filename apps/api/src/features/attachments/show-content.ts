import { create as disposition } from 'content-disposition'
import { Readable } from 'node:stream'
import parseRange from 'range-parser'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type StoredAttachment, getOwnAttachment } from './attachments.queries.ts'
import { mayBeShown } from './taken-files.ts'
import { readPieces } from './stored-pieces.ts'

/** The file as a stream. Only plain pictures and PDFs may open in a browser, and even those without any rights. */
export async function showContent(context: SignedInContext, id: number): Promise<Readable> {
  const { app, inTenant, scope, actor, request, reply } = context
  const attachment = await inTenant((db) => getOwnAttachment(db, scope, actor.id, id))
  if (attachment.status === 'quarantined')
    throw new ApiError('forbidden', 'A virus was found in this file: it is not opened.')
  if (attachment.status !== 'clean')
    throw new ApiError('conflict', 'This file cannot be opened yet.')
  const range = rangeOf(request.headers.range, attachment.size)
  if (range === 'refused') {
    reply.header('content-range', `bytes */${attachment.size}`)
    throw new ApiError('range-refused', `This file ends at ${attachment.size} bytes.`)
  }
  const [start, end] = range ?? [0, attachment.size - 1]
  const bytes = await begun(readPieces(app.adapters.files, attachment, start, end))
  reply.headers(headersOf(attachment, String(reply.raw.getHeader('content-security-policy'))))
  reply.header('content-length', end + 1 - start)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${attachment.size}`)
  return Readable.from(bytes, { objectMode: false })
}

function headersOf({ name, media_type: type }: StoredAttachment, policy: string) {
  return {
    'content-type': type ?? 'application/octet-stream',
    'content-disposition': disposition(name, { type: mayBeShown(type) ? 'inline' : 'attachment' }),
    'content-security-policy': `sandbox; ${policy}`,
    'accept-ranges': 'bytes',
  }
}

/** One range; several are answered with the whole file, as RFC 9110 allows. */
function rangeOf(
  header: string | undefined,
  size: number,
): [start: number, end: number] | 'refused' | undefined {
  if (header === undefined) return undefined
  const ranges = parseRange(size, header, { combine: true })
  if (ranges === -1) return 'refused'
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined
  const [range] = ranges
  return range && [range.start, range.end]
}

/** What cannot be read at all is found out while there is still an answer to give. */
async function begun(bytes: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const first = await bytes.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* bytes
  })()
}
