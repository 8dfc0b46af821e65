import { attachments } from 'contract/attachments'
import { randomUUID } from 'node:crypto'
import { formatNumber, plural } from 'rules/plural'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import {
  addPiece,
  deleteUpload,
  getAttachment,
  setRemoved,
} from '#features/assessments/attachments.queries.ts'
import { showContent } from '#features/assessments/show-content.ts'
import { finishUpload, reopenElementOf } from './finish-upload.ts'
import { joinAssessment } from '#features/assessments/locks.queries.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { hasStorage, startUpload, storageFull } from './start-upload.ts'
import { keyOf } from '#features/assessments/stored-pieces.ts'

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
    return await getAttachment(
      context.db,
      context.scope,
      { userId: context.actor.id, to: 'answer' },
      params.id,
    )
  })
}

/** The sweep deletes what stays removed. An unfinished upload is deleted straight away. */
async function markRemoved(db: Db, context: SignedInContext, id: number, isRemoved: boolean) {
  const { app, scope, actor } = context
  const find = () =>
    getAttachment(db, scope, { userId: actor.id, to: 'answer' }, id, { isRemoved: !isRemoved })
  await joinAssessment(db, scope, { id: (await find()).assessment_id })
  const attachment = await find()
  requireOpen(attachment.assessment_status, 'files')
  if (isRemoved && (await deleteUpload(db, scope, id))) return
  await setRemoved(db, scope, id, isRemoved ? app.adapters.now() : null)
  await reopenElementOf(db, context, attachment)
}

/** Stores the next piece and returns how many bytes have arrived. Any other piece is ignored. */
async function takePiece(
  { app, inTenant, scope, actor }: SignedInContext,
  id: number,
  offset: number,
  bytes: Buffer,
): Promise<number> {
  const upload = await inTenant((db) =>
    getAttachment(db, scope, { userId: actor.id, to: 'answer' }, id),
  )
  requireOpen(upload.assessment_status, 'files')
  if (upload.received !== offset || upload.received === upload.size) return upload.received
  const expected = Math.min(upload.piece_bytes, upload.size - offset)
  if (bytes.length !== expected)
    throw new ApiError(
      'invalid-input',
      'This part of the file has the wrong size. Send the part again.',
      {
        fields: {
          body: `Send ${plural(expected, { one: '# byte', other: '# bytes' })}, starting at byte ${formatNumber(offset)}`,
        },
      },
    )
  // A new name each time, so that late bytes can't replace a judged piece.
  const piece = randomUUID()
  const key = keyOf(upload, piece)
  await app.adapters.files.put(key, bytes)
  const outcome = await inTenant(async (db) => {
    if (!(await hasStorage(db, scope, bytes.length))) return 'full'
    return (await addPiece(db, scope, id, offset, piece)) ? 'added' : 'late'
  })
  if (outcome === 'added') return offset + bytes.length
  await app.adapters.files.remove(key)
  if (outcome === 'full') throw storageFull()
  return (await inTenant((db) => getAttachment(db, scope, { userId: actor.id, to: 'answer' }, id)))
    .received
}
