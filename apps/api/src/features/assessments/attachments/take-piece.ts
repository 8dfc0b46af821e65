import { randomUUID } from 'node:crypto'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { addPiece, getOwnAttachment } from '#features/assessments/attachments.queries.ts'
import { requireOpen } from './require-open.ts'
import { keyOf } from './stored-pieces.ts'

/** Stores the next piece and answers how much is here; a piece that is not the next is not stored. */
export async function takePiece(
  { app, inTenant, scope, actor }: SignedInContext,
  id: number,
  offset: number,
  bytes: Buffer,
): Promise<number> {
  const upload = await inTenant((db) => getOwnAttachment(db, scope, actor.id, id))
  requireOpen(upload.assessment_status)
  if (upload.received !== offset || upload.received === upload.size) return upload.received
  const expected = Math.min(upload.piece_bytes, upload.size - offset)
  if (bytes.length !== expected)
    throw new ApiError('invalid-input', 'This is not the next piece of the file.', {
      fields: { body: `Send the ${expected} bytes from ${offset}` },
    })
  // A new name each time: nobody's late bytes can take the place of what has been judged.
  const piece = randomUUID()
  await app.adapters.files.put(keyOf(upload, piece), bytes)
  const isAdded = await inTenant((db) => addPiece(db, scope, id, offset, piece))
  if (isAdded) return offset + bytes.length
  await app.adapters.files.remove(keyOf(upload, piece))
  return (await inTenant((db) => getOwnAttachment(db, scope, actor.id, id))).received
}
