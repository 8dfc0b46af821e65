import {
  type NewAttachment,
  attachments,
  ATTACHMENTS_PER_STATEMENT,
  PIECE_BYTES,
} from 'contract/attachments'
import { randomUUID } from 'node:crypto'
import { sizeFault } from 'contract/file-size'
import type { SignedInContext, Scope, Db } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import {
  addPiece,
  getOwnAttachment,
  setRemoved,
  countOfStatement,
  findByKey,
  getElementOf,
  insertAttachment,
  lockUsage,
} from '#features/assessments/attachments.queries.ts'
import { showContent } from '#features/assessments/show-content.ts'
import { finishUpload, reopenElementOf } from './finish-upload.ts'
import { requireOpen } from '#features/assessments/require-open.ts'
import { keyOf } from './stored-pieces.ts'
import { getOwnAssessment } from '#features/assessments/assessments.queries.ts'
import { followStatement } from '#features/assessments/answering/follow-statement.ts'
import { cleanName } from './file-name.ts'

export function attachmentRoutes(server: Server): void {
  handle(server, attachments.start, ({ params, body }, context) =>
    startUpload(context.db, context, params.id, body),
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

/** The sweep deletes what stays removed. */
async function markRemoved(db: Db, context: SignedInContext, id: number, isRemoved: boolean) {
  const { app, scope, actor } = context
  const attachment = await getOwnAttachment(db, scope, actor.id, id, { isRemoved: !isRemoved })
  requireOpen(attachment.assessment_status, 'files')
  await setRemoved(db, scope, id, isRemoved ? app.adapters.now() : null)
  if (attachment.status !== 'uploading') await reopenElementOf(db, context, attachment)
}

/** Stores the next piece and returns how many bytes have arrived. Any other piece is ignored. */
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
    throw new ApiError('invalid-input', 'This is not the next part of the file.', {
      fields: { body: `Send ${expected} bytes, starting at byte ${offset}` },
    })
  // A new name each time, so that late bytes can't replace a judged piece.
  const piece = randomUUID()
  await app.adapters.files.put(keyOf(upload, piece), bytes)
  const isAdded = await inTenant((db) => addPiece(db, scope, id, offset, piece))
  if (isAdded) return offset + bytes.length
  await app.adapters.files.remove(keyOf(upload, piece))
  return (await inTenant((db) => getOwnAttachment(db, scope, actor.id, id))).received
}

/** Reserves room for a file. The same request again returns the upload as it is. */
export async function startUpload(
  db: Db,
  context: Pick<SignedInContext, 'app' | 'scope' | 'actor'>,
  assessmentId: number,
  { statement_id: asked, ...file }: NewAttachment,
) {
  const { scope, actor } = context
  const assessment = await getOwnAssessment(db, scope, actor.id, assessmentId)
  const followed = await followStatement(db, context, assessmentId, asked)
  const upload = { ...file, statement_id: followed?.id ?? asked }
  await getElementOf(db, scope, assessment.content_set_id, upload.statement_id)
  requireOpen(assessment.status, 'files')
  const known = await findByKey(db, scope, assessmentId, upload.key)
  if (known?.removed_at === null) return await getOwnAttachment(db, scope, actor.id, known.id)
  const fault = sizeFault(upload.size)
  if (fault !== undefined) throw new ApiError('too-large', fault)
  await requireRoom(db, scope, assessmentId, upload)
  const id = await insertAttachment(db, scope, {
    assessment_id: assessmentId,
    statement_id: upload.statement_id,
    key: upload.key,
    name: cleanName(upload.name),
    size: upload.size,
    piece_bytes: PIECE_BYTES,
    uploaded_by: actor.id,
  })
  return await getOwnAttachment(db, scope, actor.id, id)
}

async function requireRoom(db: Db, scope: Scope, assessmentId: number, upload: NewAttachment) {
  const { used, quota } = await lockUsage(db, scope)
  if ((used ?? 0) + upload.size > quota)
    throw new ApiError(
      'quota-full',
      'Your organisation’s storage is full. Remove some files, or ask your administrator for help.',
    )
  const count = await countOfStatement(db, scope, assessmentId, upload.statement_id)
  if (count >= ATTACHMENTS_PER_STATEMENT)
    throw new ApiError(
      'quota-full',
      `A statement can have at most ${ATTACHMENTS_PER_STATEMENT} files. Remove one first.`,
    )
}
