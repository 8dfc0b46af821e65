import {
  type NewAttachment,
  ATTACHMENTS_PER_STATEMENT,
  PIECE_BYTES,
  UNFINISHED_UPLOADS,
} from 'contract/attachments'
import { sizeFault } from 'contract/file-size'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { followStatement } from '#features/assessments/answering/follow-statement.ts'
import { getAssessment } from '#features/assessments/assessments.queries.ts'
import {
  countOfStatement,
  countUnfinished,
  findByKey,
  getElementOf,
  getAttachment,
  insertAttachment,
  lockUsage,
} from '#features/assessments/attachments.queries.ts'
import { joinAssessment } from '#features/assessments/locks.queries.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { safeFileName } from './file-name.ts'

type Uploader = Pick<SignedInContext, 'app' | 'scope' | 'actor'>

/** The same request again returns the upload as it is. */
export async function startUpload(
  db: Db,
  context: Uploader,
  assessmentId: number,
  { statement_id: earlierId, ...file }: NewAttachment,
) {
  const { scope, actor } = context
  const asking = { userId: actor.id, to: 'answer', statementId: earlierId } as const
  await joinAssessment(db, scope, { id: assessmentId, asking })
  const assessment = await getAssessment(db, scope, asking, assessmentId)
  const followed = await followStatement(db, context, assessmentId, earlierId)
  const upload = { ...file, statement_id: followed?.id ?? earlierId }
  await getElementOf(db, scope, assessment.content_set_id, upload.statement_id)
  requireOpen(assessment.status, 'files')
  const known = await findByKey(db, scope, assessmentId, upload.key)
  if (known?.removed_at === null) return await getAttachment(db, scope, asking, known.id)
  const fault = sizeFault(upload.size)
  if (fault !== undefined) throw new ApiError('too-large', fault)
  await requireRoom(db, context, assessmentId, upload)
  const id = await insertAttachment(db, scope, {
    assessment_id: assessmentId,
    statement_id: upload.statement_id,
    key: upload.key,
    name: safeFileName(upload.name),
    size: upload.size,
    piece_bytes: PIECE_BYTES,
    uploaded_by: actor.id,
  })
  return await getAttachment(db, scope, { userId: actor.id, to: 'answer' }, id)
}

async function requireRoom(
  db: Db,
  { scope, actor }: Uploader,
  assessmentId: number,
  { size, statement_id }: NewAttachment,
) {
  if (!(await hasStorage(db, scope, size))) throw storageFull()
  const count = await countOfStatement(db, scope, assessmentId, statement_id)
  if (count >= ATTACHMENTS_PER_STATEMENT)
    throw new ApiError(
      'quota-full',
      `A statement can have at most ${ATTACHMENTS_PER_STATEMENT} files. Remove a file first.`,
    )
  if ((await countUnfinished(db, scope, actor.id)) >= UNFINISHED_UPLOADS)
    throw new ApiError(
      'quota-full',
      `You have ${UNFINISHED_UPLOADS} unfinished uploads. Finish or remove one first. Unfinished uploads are deleted after an hour.`,
    )
}

/** Whether the organisation has room for more bytes. Its other uploads wait until this transaction ends. */
export async function hasStorage(db: Db, scope: Scope, bytes: number): Promise<boolean> {
  const { used, quota } = await lockUsage(db, scope)
  return used + bytes <= quota
}

export function storageFull(): ApiError {
  return new ApiError(
    'quota-full',
    'Your organisation’s storage is full. Remove some files and try again in an hour, or ask your administrator for help.',
  )
}
