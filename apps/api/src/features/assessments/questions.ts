import type { AssessmentType } from 'contract/fields'
import type { Scope as ChosenScope } from 'rules/scope'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { asFileName } from '#support/file-name.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import { asked } from '#features/assessments/edition-for.ts'
import { scopeOf } from '#features/assessments/scope-choice.ts'
import { type SavedAnswers, getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import { type Choice, chooseSet } from '#features/assessments/chosen-set.ts'

export type YearAndType = { year: number; type: AssessmentType }

export type Questions = YearAndType & {
  edition: Edition
  /** Last year’s before it is started. */
  scope: ChosenScope
  saved: SavedAnswers | undefined
  /** The title for file names, if there are several sets. */
  named: string | undefined
}

/** What the user's own assessment asks, or before it is started the set in force. */
export async function findQuestions(
  db: Db,
  { app, scope, actor }: Pick<SignedInContext, 'app' | 'scope' | 'actor'>,
  choice: Choice,
): Promise<Questions> {
  const { year, type } = choice
  const { sets, alike, assessment, contentSetId } = await chooseSet(db, scope, actor.id, choice)
  if (contentSetId === undefined) throw notFound('content set')
  const saved =
    assessment &&
    (await getSavedAnswers(db, scope, assessment.id, { userId: actor.id, to: 'read' }))
  const whole = await editionOf(db, scope, app.cache, contentSetId)
  const before = alike.find((one) => one.year < year)
  const chosen = scopeOf(whole, {}, saved?.assessment ?? before)
  const edition = asked(whole, chosen)
  const named = sets.length > 1 ? asFileName(edition.set.title) : undefined
  return { year, type, edition, scope: chosen, saved, named }
}
