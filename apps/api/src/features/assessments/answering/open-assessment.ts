import type { AssessmentType } from 'contract/fields'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { findInForce } from '#features/content/content-sets.queries.ts'
import { insertAssessment, listAssessments } from '#features/assessments/assessments.queries.ts'
import { yearOf } from '#core/host-tenant.ts'
import { copyAnswers } from './copied-answers.queries.ts'

/** Returns this year's assessment. The first time it is created, with last year's answers to confirm. */
export async function openAssessment(
  db: Db,
  { app, scope, actor, tenant }: SignedInContext,
  { year, type }: { year: number; type: AssessmentType },
): Promise<number> {
  const currentYear = yearOf(tenant, app.adapters.now())
  const own = await listAssessments(db, scope, actor.id, type)
  const known = own.find((one) => one.year === year)
  if (known) return known.id
  if (year !== currentYear)
    throw new ApiError(
      'assessment-closed',
      `You can only start an assessment for the current year, ${currentYear}.`,
    )
  const set = await findInForce(db, scope, year, type)
  if (!set) throw notFound('content set')
  const from = own.find((one) => one.year < year)
  const made = await insertAssessment(db, scope, {
    user_id: actor.id,
    content_set_id: set.id,
    year,
    type,
    carried_from: from?.year ?? null,
  })
  if (from && made.isNew) await copyAnswers(db, scope, actor.id, from.id, made.id, set.id)
  return made.id
}
