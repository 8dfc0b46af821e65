import type { FillSource } from 'contract/assignments'
import { allows } from 'rules/assessment-status'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { type Assessment, getAssessment } from '#features/assessments/assessments.queries.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { copyAnswers } from '#features/assessments/answering/copied-answers.queries.ts'
import { copyWork } from '#features/assessments/answering/copy-work.ts'
import { isEmpty } from '#features/assessments/answering/self-assessment-copy.queries.ts'
import { findFillSources, setCarriedFrom } from './fill.queries.ts'

/**
 * Fills a shared assessment without answers: from the owner's own one of the same year, unchanged, or from the last
 * shared one, to confirm. The assessment it is filled from doesn't change.
 */
export async function fillShared(db: Db, context: SignedInContext, id: number, from: FillSource) {
  const { scope, actor } = context
  const asking = { userId: actor.id, to: 'manage' } as const
  await lockAssessment(db, scope, { id, asking })
  const assessment = await getAssessment(db, scope, asking, id)
  if (!assessment.is_shared) throw notFound('shared assessment')
  requireOpen(assessment.status)
  if (!(await isEmpty(db, scope, id)))
    throw new ApiError(
      'conflict',
      'This assessment already has answers, notes or files, so you can’t copy other answers into it.',
    )
  const { [from]: source } = await findFillSources(db, scope, assessment)
  if (!source)
    throw new ApiError('not-found', 'There is no assessment to copy answers from. Reload the page.')
  const to = assessment.content_set_id
  if (from === 'own') return await copyWork(db, context, source, { id, to, asksForEvidence: false })
  await copyAnswers(db, scope, actor.id, source.id, id, to)
  await setCarriedFrom(db, scope, id, source.year)
}

/** What its owner can still fill a shared assessment from. Null if there is nothing, or it is too late. */
export async function fillOffer(
  db: Db,
  { scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  assessment: Assessment | undefined,
) {
  if (!assessment?.is_shared || assessment.owner_id !== actor.id) return null
  if (!allows(assessment.status, 'answer') || !(await isEmpty(db, scope, assessment.id)))
    return null
  const { own, earlier } = await findFillSources(db, scope, assessment)
  return own || earlier ? { own: own !== undefined, earlier: earlier?.year ?? null } : null
}
