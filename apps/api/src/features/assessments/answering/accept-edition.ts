import type { Overview } from 'contract/assessments'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { changesBetween } from '#features/content/edition-changes.ts'
import {
  type Assessment,
  getAssessment,
  getSavedAnswers,
} from '#features/assessments/assessments.queries.ts'
import { editionFor } from '#features/assessments/edition-for.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { incompleteAmong } from './complete-element.ts'
import { completeIfWhole } from './complete-if-whole.ts'
import { moveAssessments } from './move-assessments.queries.ts'
import { moveScopes } from './move-scopes.ts'
import { newEditionFor, overviewOf } from './overview.ts'
import { reopenElements } from './scope.queries.ts'

/** Moves a user's own assessment to the edition that they were offered. Sending it again changes nothing. */
export async function acceptEdition(
  db: Db,
  context: SignedInContext,
  id: number,
  contentSetId: number,
): Promise<Overview> {
  const { scope, actor } = context
  const asking = { userId: actor.id, to: 'manage' } as const
  await lockAssessment(db, scope, { id, asking })
  const assessment = await getAssessment(db, scope, asking, id)
  if (assessment.content_set_id !== contentSetId) await move(db, context, assessment, contentSetId)
  const { year, type, family_id: set } = assessment
  return await overviewOf(db, context, { year, type, set })
}

async function move(
  db: Db,
  { app, scope, actor }: SignedInContext,
  assessment: Assessment,
  to: number,
) {
  requireOpen(assessment.status)
  const offered = await newEditionFor(db, app, scope, assessment)
  if (offered?.content_set_id !== to)
    throw new ApiError(
      'conflict',
      'This version of the content set is no longer offered. Reload the page.',
      {
        details: offered,
      },
    )
  const { id, content_set_id: from } = assessment
  const { changed } = await changesBetween(db, scope, app.cache, from, to)
  const toConfirm = changed.filter(({ asksAgain }) => asksAgain).map(({ key }) => key)
  await moveScopes(db, { app, scope }, { ids: [id], to })
  await moveAssessments(db, scope, { ids: [id], from, to, toConfirm, actorId: actor.id })
  // Of a level that the edition doesn't have, more may be asked, and answers may require a note.
  const saved = await getSavedAnswers(db, scope, id)
  const edition = await editionFor(db, scope, app.cache, saved.assessment)
  await reopenElements(db, scope, id, incompleteAmong(saved, edition))
  await completeIfWhole(db, { app, scope }, id)
}
