import { opensInBrowser } from 'contract/pictures'
import { create as disposition } from 'content-disposition'
import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import parseRange from 'range-parser'
import type { Files } from '#adapters/files.ts'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type StoredAttachment, getOwnAttachment } from './attachments.queries.ts'
import { readPieces } from '#features/assessments/attachments/stored-pieces.ts'

/** As much as tells a picture. */
const HEAD_BYTES = 4100

/** A file asks for nothing, whatever is in it; the browser's own viewer of pictures has styles. */
const NOTHING =
  "sandbox; default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type SentAttachment = Omit<StoredAttachment, 'assessment_status'>

/** A file of one's own assessment. */
export async function showContent(context: SignedInContext, id: number): Promise<Readable> {
  const { inTenant, scope, actor } = context
  return await sendFile(context, await inTenant((db) => getOwnAttachment(db, scope, actor.id, id)))
}

/** The file as a stream. Only plain pictures may open in a browser, and even those without any rights. */
export async function sendFile(
  { app, request, reply }: SignedInContext,
  attachment: SentAttachment,
): Promise<Readable> {
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
  const { files } = app.adapters
  const way = (await isPicture(files, attachment)) ? 'inline' : 'attachment'
  const bytes = await begun(readPieces(files, attachment, start, end))
  reply.headers(headersOf(attachment, way))
  reply.header('content-length', end + 1 - start)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${attachment.size}`)
  return Readable.from(bytes, { objectMode: false })
}

/** By what is stored now: it decides once more, whatever was written down when it came. */
async function isPicture(files: Files, attachment: SentAttachment): Promise<boolean> {
  const { media_type: type, size } = attachment
  if (!opensInBrowser(type)) return false
  const end = Math.min(HEAD_BYTES, size) - 1
  const head: Buffer[] = []
  for await (const chunk of readPieces(files, attachment, 0, end)) head.push(chunk)
  return (await fileTypeFromBuffer(Buffer.concat(head)))?.mime === type
}

function headersOf({ name, media_type: type }: SentAttachment, way: 'inline' | 'attachment') {
  // A picture that is none is nothing that a browser knows.
  const isNothing = type === null || (opensInBrowser(type) && way === 'attachment')
  return {
    'content-type': isNothing ? 'application/octet-stream' : type,
    'content-disposition': disposition(name, { type: way }),
    'content-security-policy': NOTHING,
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
