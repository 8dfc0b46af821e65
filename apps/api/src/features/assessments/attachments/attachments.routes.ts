import { attachments } from 'contract/attachments'
import { randomUUID } from 'node:crypto'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { handle, handleDetached, type Server } from '#core/handle.ts'
import type { Db } from '#db/driver.ts'
import {
  addPiece,
  getOwnAttachment,
  setRemoved,
} from '#features/assessments/attachments.queries.ts'
import { showContent } from '#features/assessments/show-content.ts'
import { beginUpload } from './begin-upload.ts'
import { finishUpload, reopenElementOf } from './finish-upload.ts'
import { requireOpen } from '#features/assessments/require-open.ts'
import { keyOf } from './stored-pieces.ts'

export function attachmentRoutes(server: Server): void {
  handle(server, attachments.begin, ({ params, body }, context) =>
    beginUpload(context.db, context, params.id, body),
  )

  handleDetached(server, attachments.piece, async ({ params, query, body }, context) => ({
    received: await takePiece(context, params.id, query.offset, body),
  }))

  handleDetached(server, attachments.finish, ({ params, query }, context) =>
    finishUpload(context, params.id, query.sha256),
  )

  handleDetached(server, attachments.content, ({ params }, context) =>
    showContent(context, params.id),
  )

  handle(server, attachments.remove, async ({ params }, context) => {
    await markRemoved(context.db, context, params.id, true)
  })

  handle(server, attachments.restore, async ({ params }, context) => {
    await markRemoved(context.db, context, params.id, false)
    return await getOwnAttachment(context.db, context.scope, context.actor.id, params.id)
  })
}

/** Takes a file out of its statement, or puts it back; the sweep deletes what stays removed. */
async function markRemoved(
  db: Db,
  context: SignedInContext,
  id: number,
  isRemoved: boolean,
): Promise<void> {
  const { app, scope, actor } = context
  const attachment = await getOwnAttachment(db, scope, actor.id, id, { isRemoved: !isRemoved })
  requireOpen(attachment.assessment_status, 'files')
  await setRemoved(db, scope, id, isRemoved ? app.adapters.now() : null)
  if (attachment.status !== 'uploading') await reopenElementOf(db, context, attachment)
}

/** Stores the next piece and answers how much is here; a piece that is not the next is not stored. */
async function takePiece(
  { app, inTenant, scope, actor }: SignedInContext,
  id: number,
  offset: number,
  bytes: Buffer,
): Promise<number> {
  const upload = await inTenant((db) => getOwnAttachment(db, scope, actor.id, id))
  requireOpen(upload.assessment_status, 'files')
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
