import { z } from 'zod'
import { EMPTY_FILE } from './attached-size.ts'
import { ANY_TYPE, endpoint } from './endpoint.ts'
import { ById, Id, Timestamp } from './fields.ts'

/** A file travels in pieces of so many bytes: small enough for a slow line, and for many at once to fit the memory. */
export const PIECE_BYTES = 1024 * 1024

/** Files of one statement. */
export const ATTACHMENTS_PER_STATEMENT = 20

/** `scanning` and `quarantined` ones are listed and not opened. */
export const AttachmentStatus = z.enum(['uploading', 'scanning', 'clean', 'quarantined'])
export type AttachmentStatus = z.infer<typeof AttachmentStatus>

export const Attachment = z.object({
  id: Id,
  statement_id: Id,
  name: z.string(),
  size: z.int(),
  /** Bytes that are here: where an upload goes on. */
  received: z.int(),
  /** Each piece but the last has so many bytes. */
  piece_bytes: z.int(),
  status: AttachmentStatus,
  /** By content; null until all of it is here. */
  media_type: z.string().nullable(),
  created_at: Timestamp,
  /** Since when it waits for the virus scanner, where it does. */
  scanning_since: Timestamp,
})
export type Attachment = z.infer<typeof Attachment>

// Whatever a disk allows; what cannot be seen is taken out when it is stored.
const FileName = z
  .string()
  .trim()
  .min(1, 'Enter something')
  .max(1000, 'Use at most 1000 characters')
  .refine((name) => name.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(name), {
    message: 'Remove the characters that cannot be shown',
  })

/** `key` is new for each file and the same for each repeat, so that a repeat after a lost answer goes on. */
export const NewAttachment = z.strictObject({
  key: z.uuid(),
  statement_id: Id,
  name: FileName,
  size: z.int().min(1, EMPTY_FILE),
})
export type NewAttachment = z.infer<typeof NewAttachment>

const Offset = z
  .string()
  .regex(/^\d{1,9}$/, 'Use a whole number')
  .transform(Number)

/** Of the whole file, as its owner has it: what was sent may be of two versions of it. */
const Digest = z.string().regex(/^[0-9a-f]{64}$/, 'Use 64 hexadecimal digits')

export const attachments = {
  begin: endpoint({
    method: 'POST',
    path: '/assessments/:id/attachments',
    access: 'access-to-private-area',
    summary: 'Begin to upload a file for a statement; too large a file answers too-large',
    params: ById,
    body: NewAttachment,
    response: Attachment,
  }),
  piece: endpoint({
    method: 'PUT',
    path: '/attachments/:id/pieces',
    access: 'access-to-private-area',
    summary: 'The next piece of a file; any other offset is only told what has been received',
    params: ById,
    query: z.strictObject({ offset: Offset }),
    isRaw: true,
    mostBytes: PIECE_BYTES,
    response: z.object({ received: z.int() }),
  }),
  finish: endpoint({
    method: 'POST',
    path: '/attachments/:id/completion',
    access: 'access-to-private-area',
    summary:
      'Judge a file that has been received whole; one that is not taken, or differs from the digest, is removed',
    params: ById,
    query: z.strictObject({ sha256: Digest.optional() }),
    response: Attachment,
  }),
  content: endpoint({
    method: 'GET',
    path: '/attachments/:id/content',
    access: 'access-to-private-area',
    summary: 'The file, whole or a range of it',
    params: ById,
    file: ANY_TYPE,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/attachments/:id',
    access: 'access-to-private-area',
    summary: 'Remove a file; for an hour it can be restored',
    params: ById,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/attachments/:id/restoration',
    access: 'access-to-private-area',
    summary: 'Take the removal of a file back',
    params: ById,
    response: Attachment,
  }),
}
