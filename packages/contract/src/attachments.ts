import { z } from 'zod'
import { EMPTY_FILE } from './file-size.ts'
import { ANY_TYPE, endpoint } from './endpoint.ts'
import { ById, Id, Timestamp } from './fields.ts'

/** Part size of an upload: small enough for slow connections and for many uploads in memory. */
export const PIECE_BYTES = 1024 * 1024

/** Files of one statement. */
export const ATTACHMENTS_PER_STATEMENT = 20

/** Unfinished uploads of one user. They are deleted an hour after their start. */
export const UNFINISHED_UPLOADS = 5

/** `scanning` and `quarantined` files are listed but can't be opened. */
export const AttachmentStatus = z.enum(['uploading', 'scanning', 'clean', 'quarantined'])
export type AttachmentStatus = z.infer<typeof AttachmentStatus>

export const Attachment = z.object({
  id: Id,
  statement_id: Id,
  file_name: z.string(),
  size: z.int(),
  /** Received bytes, where an upload continues. */
  received: z.int(),
  /** Size of every part but the last. */
  piece_bytes: z.int(),
  status: AttachmentStatus,
  /** Detected from the content; null until the upload is complete. */
  media_type: z.string().nullable(),
  created_at: Timestamp,
  /** Since when it has been waiting for the virus scanner. */
  scanning_since: Timestamp,
})
export type Attachment = z.infer<typeof Attachment>

/** A file as an auditor sees it. Only clean files can be opened. */
export const ReviewAttachment = Attachment.pick({
  id: true,
  file_name: true,
  size: true,
  media_type: true,
  status: true,
  created_at: true,
  scanning_since: true,
})
export type ReviewAttachment = z.infer<typeof ReviewAttachment>

// File names keep what a disk allows. What no one sees, and what can't be shown, is removed when they are stored.
const FileName = z
  .string()
  .trim()
  .min(1, 'Enter a file name')
  .max(1000, 'Use at most 1,000 characters')

/** `key` is new for each file and the same for each retry, so that a retry continues the upload. */
export const NewAttachment = z.strictObject({
  key: z.uuid(),
  statement_id: Id,
  name: FileName,
  size: z.int().min(1, EMPTY_FILE),
})
export type NewAttachment = z.infer<typeof NewAttachment>

const Offset = z
  .string()
  .regex(/^\d{1,9}$/, 'Use the number of bytes received so far')
  .transform(Number)

/** SHA-256 of the whole file, because its parts may come from two versions of the file. */
const Digest = z.string().regex(/^[0-9a-f]{64}$/, 'Use 64 hexadecimal digits in lower case')

export const attachments = {
  start: endpoint({
    method: 'POST',
    path: '/assessments/:id/attachments',
    access: 'access-to-private-area',
    summary: 'Start uploading a file of up to 25 MB for a statement',
    params: ById,
    body: NewAttachment,
    response: Attachment,
  }),
  piece: endpoint({
    method: 'PUT',
    path: '/attachments/:id/pieces',
    access: 'access-to-private-area',
    summary: 'Upload the next part of a file and get the number of bytes received',
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
    isHeavy: true,
    summary: 'Finish an upload. A refused or damaged file is removed',
    params: ById,
    query: z.strictObject({ sha256: Digest.optional() }),
    response: Attachment,
  }),
  content: endpoint({
    method: 'GET',
    path: '/attachments/:id/content',
    access: 'access-to-private-area',
    summary: 'Download a file, in full or as a byte range',
    params: ById,
    file: ANY_TYPE,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/attachments/:id',
    access: 'access-to-private-area',
    summary: 'Stop an upload, or remove a file. You can restore a removed file for an hour',
    params: ById,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/attachments/:id/restoration',
    access: 'access-to-private-area',
    summary: 'Restore a removed file',
    params: ById,
    response: Attachment,
  }),
}
