import { opensInBrowser } from 'contract/pictures'
import { create as dispositionOf } from 'content-disposition'
import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import parseRange from 'range-parser'
import type { Files } from '#adapters/files.ts'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type StoredAttachment, getOwnAttachment } from './attachments.queries.ts'
import { readPieces } from '#features/assessments/stored-pieces.ts'

/** Enough bytes to recognise a picture. */
const HEAD_BYTES = 4100

/** The file may load nothing; the browser's own viewer of pictures needs styles. */
const CONTENT_POLICY =
  "sandbox; default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type SentAttachment = Omit<StoredAttachment, 'assessment_status'>

export async function showContent(context: SignedInContext, id: number): Promise<Readable> {
  const { inTenant, scope, actor } = context
  return await sendFile(context, await inTenant((db) => getOwnAttachment(db, scope, actor.id, id)))
}

/** Only pictures may open in a browser, in a sandbox. */
export async function sendFile(
  { app, request, reply }: SignedInContext,
  attachment: SentAttachment,
): Promise<Readable> {
  if (attachment.status === 'quarantined')
    throw new ApiError('forbidden', 'This file contains a virus, so it can’t be opened.')
  if (attachment.status !== 'clean')
    throw new ApiError(
      'conflict',
      'This file is still being checked for viruses. Try again shortly.',
    )
  const range = rangeOf(request.headers.range, attachment.size)
  if (range === 'refused') {
    reply.header('content-range', `bytes */${attachment.size}`)
    throw new ApiError(
      'range-refused',
      `The requested range is outside the file. The file has ${attachment.size} bytes.`,
    )
  }
  const [start, end] = range ?? [0, attachment.size - 1]
  const { files } = app.adapters
  const disposition = (await isPicture(files, attachment)) ? 'inline' : 'attachment'
  const bytes = await started(readPieces(files, attachment, start, end))
  reply.headers(headersOf(attachment, disposition))
  reply.header('content-length', end + 1 - start)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${attachment.size}`)
  return Readable.from(bytes, { objectMode: false })
}

/** The stored bytes decide, not the type that was recorded at the upload. */
async function isPicture(files: Files, attachment: SentAttachment): Promise<boolean> {
  const { media_type: type, size } = attachment
  if (!opensInBrowser(type)) return false
  const end = Math.min(HEAD_BYTES, size) - 1
  const head: Buffer[] = []
  for await (const chunk of readPieces(files, attachment, 0, end)) head.push(chunk)
  return (await fileTypeFromBuffer(Buffer.concat(head)))?.mime === type
}

function headersOf(
  { file_name, media_type: type }: SentAttachment,
  disposition: 'inline' | 'attachment',
) {
  // A picture that isn't one gets a type that browsers don't open.
  const isNothing = type === null || (opensInBrowser(type) && disposition === 'attachment')
  return {
    'content-type': isNothing ? 'application/octet-stream' : type,
    'content-disposition': dispositionOf(file_name, { type: disposition }),
    'content-security-policy': CONTENT_POLICY,
    'accept-ranges': 'bytes',
  }
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
