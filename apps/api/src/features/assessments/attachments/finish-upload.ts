import type { Files } from '#adapters/files.ts'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import {
  getOwnAssessment,
  lockAssessment,
  reopenElement,
} from '#features/assessments/assessments.queries.ts'
import {
  type StoredAttachment,
  deleteUpload,
  getElementOf,
  getOwnAttachment,
  settleUpload,
} from '#features/assessments/attachments.queries.ts'
import { endedAs } from './file-name.ts'
import { judgeFile } from './judge-file.ts'
import { requireOpen } from '#features/assessments/require-open.ts'
import { folderOf, keyOf } from './stored-pieces.ts'

/** Judges what has been received by its content, and holds it against the digest of what was meant. */
export async function finishUpload(context: SignedInContext, id: number, sha256?: string) {
  const { app, inTenant, scope, actor } = context
  const { files } = app.adapters
  const upload = await inTenant((db) => getOwnAttachment(db, scope, actor.id, id))
  if (upload.status !== 'uploading') return upload
  requireOpen(upload.assessment_status, 'files')
  if (upload.received < upload.size)
    throw new ApiError('conflict', 'This file has not been received whole.', {
      details: { received: upload.received },
    })
  const judgement = await judgeFile(files, upload)
  if ('refusal' in judgement) {
    await inTenant((db) => deleteUpload(db, scope, id))
    throw new ApiError('unsupported-media-type', judgement.refusal)
  }
  if (sha256 !== undefined && judgement.sha256.toString('hex') !== sha256) {
    await inTenant((db) => deleteUpload(db, scope, id))
    throw new ApiError('conflict', 'This file was changed while it was sent. Send it again.')
  }
  await removeStrays(files, upload)
  return await inTenant(async (db) => {
    // Judging takes its time: the assessment may have been submitted meanwhile.
    await lockAssessment(db, scope, upload.assessment_id)
    requireOpen((await getOwnAttachment(db, scope, actor.id, id)).assessment_status, 'files')
    const { scanForViruses, now } = app.adapters
    const isFirst = await settleUpload(db, scope, id, {
      status: scanForViruses ? 'scanning' : 'clean',
      scanning_since: now().toISOString(),
      name: endedAs(upload.name, judgement.endings),
      media_type: judgement.mediaType,
      sha256: judgement.sha256,
    })
    if (isFirst) await reopenElementOf(db, context, upload)
    if (isFirst && scanForViruses)
      await app.jobs.enqueue(db, 'scan', { tenantId: scope.tenantId, id })
    return await getOwnAttachment(db, scope, actor.id, id)
  })
}

/** What is attached stands in the report of the element's completion; in a certification it is for the auditor alone. */
export async function reopenElementOf(
  db: Db,
  { scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  { assessment_id, statement_id }: Pick<StoredAttachment, 'assessment_id' | 'statement_id'>,
) {
  const { content_set_id, type } = await getOwnAssessment(db, scope, actor.id, assessment_id)
  if (type === 'certification') return
  const elementId = await getElementOf(db, scope, content_set_id, statement_id)
  await reopenElement(db, scope, assessment_id, elementId)
}

/** Pieces that were stored and not counted, because whoever stored them ended in between. */
async function removeStrays(files: Files, upload: StoredAttachment) {
  const names = await files.list(folderOf(upload))
  for (const name of names.filter((one) => !upload.pieces.includes(one)))
    await files.remove(keyOf(upload, name))
}
