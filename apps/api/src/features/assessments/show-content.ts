import { opensInBrowser } from 'contract/pictures'
import { create as dispositionOf } from 'content-disposition'
import type { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import type { Files } from '#adapters/files.ts'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type StoredAttachment, getAttachment } from './attachments.queries.ts'
import { sendPieces } from '#features/assessments/send-pieces.ts'
import { readPieces } from '#features/assessments/stored-pieces.ts'

/** Enough bytes to recognise a picture. */
const HEAD_BYTES = 4100

/** The file may load nothing; the browser's own viewer of pictures needs styles. */
const CONTENT_POLICY =
  "sandbox; default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type SentAttachment = Omit<StoredAttachment, 'assessment_status'>

export async function showContent(context: SignedInContext, id: number): Promise<Readable> {
  const { inTenant, scope, actor } = context
  return await sendFile(
    context,
    await inTenant((db) => getAttachment(db, scope, { userId: actor.id, to: 'read' }, id)),
  )
}

/** Only pictures may open in a browser, in a sandbox. */
export async function sendFile(
  context: SignedInContext,
  attachment: SentAttachment,
): Promise<Readable> {
  if (attachment.status === 'quarantined')
    throw new ApiError('forbidden', 'This file contains a virus, so it can’t be opened.')
  if (attachment.status !== 'clean')
    throw new ApiError(
      'conflict',
      'This file is still being checked for viruses. Try again shortly.',
    )
  const { files } = context.app.adapters
  const disposition = (await isPicture(files, attachment)) ? 'inline' : 'attachment'
  const bytes = await sendPieces(context, attachment)
  context.reply.headers(headersOf(attachment, disposition))
  return bytes
}

/** The stored bytes decide, not the type that was recorded at the upload. */
async function isPicture(files: Files, attachment: SentAttachment): Promise<boolean> {
  const { media_type: type } = attachment
  if (!opensInBrowser(type)) return false
  const head: Buffer[] = []
  for await (const chunk of readPieces(files, attachment, 0, HEAD_BYTES - 1)) head.push(chunk)
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
  }
}
