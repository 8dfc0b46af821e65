import { sizeFault } from 'contract/file-size'
import { ATTACHMENTS_PER_STATEMENT, type NewAttachment, PIECE_BYTES } from 'contract/attachments'
import type { Scope, SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { getOwnAssessment } from '#features/assessments/assessments.queries.ts'
import { followStatement } from '#features/assessments/answering/follow-statement.ts'
import {
  countOfStatement,
  findByKey,
  getElementOf,
  getOwnAttachment,
  insertAttachment,
  lockUsage,
} from '#features/assessments/attachments.queries.ts'
import { cleanName } from './file-name.ts'
import { requireOpen } from '#features/assessments/require-open.ts'

/** Makes room for a file that is about to come; the same beginning again answers what is there of it. */
export async function beginUpload(
  db: Db,
  context: Pick<SignedInContext, 'app' | 'scope' | 'actor'>,
  assessmentId: number,
  { statement_id: asked, ...file }: NewAttachment,
) {
  const { scope, actor } = context
  const assessment = await getOwnAssessment(db, scope, actor.id, assessmentId)
  const followed = await followStatement(db, context, assessmentId, asked)
  const wish = { ...file, statement_id: followed?.id ?? asked }
  await getElementOf(db, scope, assessment.content_set_id, wish.statement_id)
  requireOpen(assessment.status, 'files')
  const known = await findByKey(db, scope, assessmentId, wish.key)
  if (known?.removed_at === null) return await getOwnAttachment(db, scope, actor.id, known.id)
  const fault = sizeFault(wish.size)
  if (fault !== undefined) throw new ApiError('too-large', fault)
  await requireRoom(db, scope, assessmentId, wish)
  const id = await insertAttachment(db, scope, {
    assessment_id: assessmentId,
    statement_id: wish.statement_id,
    key: wish.key,
    name: cleanName(wish.name),
    size: wish.size,
    piece_bytes: PIECE_BYTES,
    uploaded_by: actor.id,
  })
  return await getOwnAttachment(db, scope, actor.id, id)
}

async function requireRoom(db: Db, scope: Scope, assessmentId: number, wish: NewAttachment) {
  const { used, quota } = await lockUsage(db, scope)
  if ((used ?? 0) + wish.size > quota)
    throw new ApiError(
      'quota-full',
      'There is no room left for the files of your organisation. Remove some, or ask your administrator.',
    )
  const count = await countOfStatement(db, scope, assessmentId, wish.statement_id)
  if (count >= ATTACHMENTS_PER_STATEMENT)
    throw new ApiError(
      'quota-full',
      `A statement has at most ${ATTACHMENTS_PER_STATEMENT} files. Remove one first.`,
    )
}
