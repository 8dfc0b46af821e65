import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { isStatementAsked } from '#features/assessments/asked.queries.ts'
import { getAssessment } from '#features/assessments/assessments.queries.ts'
import {
  type StoredAttachment,
  deleteUpload,
  getElementOf,
  getAttachment,
  settleAttachment,
} from '#features/assessments/attachments.queries.ts'
import { withFileExtension } from './file-name.ts'
import { checkFile } from './check-file.ts'
import { joinAssessment } from '#features/assessments/locks.queries.ts'
import { completedByOwner, requireOpen } from '#features/assessments/require-open-assessment.ts'
import { folderOf, keyOf } from '#features/assessments/stored-pieces.ts'
import {
  isCompletedByOwner,
  reopenElement,
  startAssessment,
} from '#features/assessments/completions.queries.ts'
import { isScanning } from '#support/shared-work.queries.ts'

/** Checks an upload by its content, and against the digest that the page has computed. */
export async function finishUpload(context: SignedInContext, id: number, sha256?: string) {
  const { app, inTenant, scope, actor } = context
  const { files } = app.adapters
  const upload = await inTenant((db) =>
    getAttachment(db, scope, { userId: actor.id, to: 'answer' }, id),
  )
  if (upload.status !== 'uploading') return upload
  requireOpen(upload.assessment_status, 'files')
  if (upload.received < upload.size)
    throw new ApiError(
      'conflict',
      'The upload is incomplete. Upload the rest of the file, then finish.',
      {
        details: { received: upload.received },
      },
    )
  const judgement = await checkFile(app.adapters, upload)
  const discard = async (error: ApiError) => {
    await inTenant((db) => deleteUpload(db, scope, id))
    return error
  }
  if ('refusal' in judgement)
    throw await discard(new ApiError('unsupported-media-type', judgement.refusal))
  if (sha256 !== undefined && judgement.sha256.toString('hex') !== sha256)
    throw await discard(
      new ApiError('conflict', 'This file changed during the upload. Attach it again.'),
    )
  // Pieces whose requests ended before they were counted.
  for (const name of await files.list(folderOf(upload)))
    if (!upload.pieces.includes(name)) await files.remove(keyOf(upload, name))
  return await inTenant(async (db) => {
    // The assessment may have been submitted while the file was checked.
    await joinAssessment(db, scope, { id: upload.assessment_id })
    requireOpen(
      (await getAttachment(db, scope, { userId: actor.id, to: 'answer' }, id)).assessment_status,
      'files',
    )
    const needsScan = await isScanning(db)
    const isFirst = await settleAttachment(db, scope, id, 'uploading', {
      status: needsScan ? 'scanning' : 'clean',
      scanning_since: app.adapters.now().toISOString(),
      name: withFileExtension(upload.file_name, judgement.endings),
      media_type: judgement.mediaType,
      sha256: judgement.sha256,
    })
    if (isFirst) await reopenElementOf(db, context, upload)
    if (isFirst && needsScan) await app.jobs.enqueue(db, 'scan', { tenantId: scope.tenantId, id })
    return await getAttachment(db, scope, { userId: actor.id, to: 'answer' }, id)
  })
}

/** Files of what is asked are in the report of a self-assessment; in a certification they are for the auditor alone. */
export async function reopenElementOf(
  db: Db,
  { scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  { assessment_id, statement_id }: Pick<StoredAttachment, 'assessment_id' | 'statement_id'>,
) {
  const { content_set_id, type } = await getAssessment(
    db,
    scope,
    { userId: actor.id, to: 'read' },
    assessment_id,
  )
  if (type === 'certification') return
  if (!(await isStatementAsked(db, scope, assessment_id, statement_id)))
    return await startAssessment(db, scope, assessment_id)
  const elementId = await getElementOf(db, scope, content_set_id, statement_id)
  if (await isCompletedByOwner(db, scope, actor.id, { id: assessment_id, elementId }))
    throw completedByOwner()
  await reopenElement(db, scope, assessment_id, elementId)
}
