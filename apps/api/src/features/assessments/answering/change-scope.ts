import type { AssessmentScope } from 'contract/scope'
import { type Scope as ChosenScope, scopeText } from 'rules/scope'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { editionOf } from '#features/content/edition.ts'
import { asked, scopeGroupsOf } from '#features/assessments/edition-for.ts'
import { scopeOf, scopeShown } from '#features/assessments/scope-choice.ts'
import {
  type Assessment,
  getAssessment,
  getSavedAnswers,
} from '#features/assessments/assessments.queries.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { getSharedForUser } from '#features/assessments/shared/shared.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { incompleteAmong } from './complete-element.ts'
import { completeIfWhole } from './complete-if-whole.ts'
import { reopenElements, setScope } from './scope.queries.ts'

type Wanted = { level: string | null; profiles: readonly string[] | null }

/** Asks another level or other profiles. Every answer is kept, also to what isn't asked any more. */
export async function changeScope(
  db: Db,
  context: SignedInContext,
  id: number,
  wanted: Wanted,
): Promise<AssessmentScope | null> {
  const { app, scope, actor } = context
  const asking = { userId: actor.id, to: 'read' } as const
  await lockAssessment(db, scope, { id, asking })
  const assessment = await getAssessment(db, scope, asking, id)
  if (!(await mayChangeScope(db, context, assessment)))
    throw new ApiError(
      'not-assigned',
      'Only the owner and contributors of this assessment can change its scope.',
    )
  requireOpen(assessment.status)
  const edition = await editionOf(db, scope, app.cache, assessment.content_set_id)
  const chosen = scopeOf(edition, wanted)
  const groups = scopeGroupsOf(edition.set)
  if (!isSame(assessment, chosen)) {
    await setScope(db, scope, id, chosen)
    const saved = await getSavedAnswers(db, scope, id)
    await reopenElements(db, scope, id, incompleteAmong(saved, asked(edition, chosen)))
    await completeIfWhole(db, context, id, assessment.status === 'completed')
    await recordEvent(db, context, 'assessment.scope_changed', {
      subject: `assessment ${id}`,
      details: { title: edition.set.title, scope: scopeText(groups, chosen) || 'Everything' },
    })
  }
  const { answers } = await getSavedAnswers(db, scope, id)
  return scopeShown(edition, chosen, answers, true)
}

function isSame(...scopes: ChosenScope[]) {
  const texts = scopes.map(({ scope_levels, scope_profiles }) =>
    JSON.stringify([scope_levels, scope_profiles]),
  )
  return new Set(texts).size === 1
}

/** Its owner, and of a shared one its contributors. */
export async function mayChangeScope(
  db: Db,
  { scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  { id, is_shared, owner_id }: Pick<Assessment, 'id' | 'is_shared' | 'owner_id'>,
): Promise<boolean> {
  if (owner_id === actor.id) return true
  if (!is_shared) return false
  return (await getSharedForUser(db, scope, actor.id, id))?.role === 'contributor'
}
