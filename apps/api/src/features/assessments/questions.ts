import type { AssessmentType } from 'contract/fields'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { asFileName } from '#support/file-name.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import { type SavedAnswers, getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import { type Choice, chooseSet } from '#features/assessments/chosen-set.ts'

export type YearAndType = { year: number; type: AssessmentType }

export type Questions = YearAndType & {
  edition: Edition
  saved: SavedAnswers | undefined
  /** The title for file names, if there are several sets. */
  named: string | undefined
}

/** The questions of the user's own assessment, or before it is started those in force. */
export async function findQuestions(
  db: Db,
  { app, scope, actor }: Pick<SignedInContext, 'app' | 'scope' | 'actor'>,
  choice: Choice,
): Promise<Questions> {
  const { year, type } = choice
  const { sets, assessment, contentSetId } = await chooseSet(db, scope, actor.id, choice)
  if (contentSetId === undefined) throw notFound('content set')
  const edition = await editionOf(db, scope, app.cache, contentSetId)
  const saved =
    assessment &&
    (await getSavedAnswers(db, scope, assessment.id, { userId: actor.id, to: 'read' }))
  const named = sets.length > 1 ? asFileName(edition.set.title) : undefined
  return { year, type, edition, saved, named }
}
