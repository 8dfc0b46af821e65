import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { insertAssessment } from '#features/assessments/assessments.queries.ts'
import { type Choice, chooseSet } from '#features/assessments/chosen-set.ts'
import { type Wanted, scopeOf } from '#features/assessments/scope-choice.ts'
import { editionOf } from '#features/content/edition.ts'
import { requireThisYear } from '#features/assessments/require-open-assessment.ts'
import { copyAnswers } from './copied-answers.queries.ts'

/**
 * Returns this year's assessment of a set. The first time it is created, with last year's answers to confirm, and with
 * last year's level and profiles unless others are wanted.
 */
export async function openAssessment(
  db: Db,
  context: SignedInContext,
  { level, profiles, ...choice }: Choice & Wanted,
): Promise<number> {
  const { app, scope, actor } = context
  const { year, type } = choice
  const { set, alike, assessment, contentSetId } = await chooseSet(db, scope, actor.id, choice)
  // Another set than the wanted one would get answers that aren't meant for it.
  if (choice.set !== undefined && choice.set !== set) throw notFound('content set')
  if (assessment) return assessment.id
  requireThisYear(context, year)
  if (contentSetId === undefined || set === null) throw notFound('content set')
  const from = alike.find((one) => one.year < year)
  const edition = await editionOf(db, scope, app.cache, contentSetId)
  const made = await insertAssessment(db, scope, {
    owner_id: actor.id,
    is_shared: false,
    family_id: set,
    content_set_id: contentSetId,
    year,
    type,
    carried_from: from?.year ?? null,
    ...scopeOf(edition, { level, profiles }, from),
  })
  if (from && made.isNew) await copyAnswers(db, scope, actor.id, from.id, made.id, contentSetId)
  return made.id
}
