import type { AssessmentType } from 'contract/fields'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { findInForce } from '#features/content/content-sets.queries.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import {
  type SavedAnswers,
  getSavedAnswers,
  listAssessments,
} from '#features/assessments/assessments.queries.ts'

export type YearAndType = { year: number; type: AssessmentType }

export type Questions = YearAndType & { edition: Edition; saved: SavedAnswers | undefined }

/** The questions of the user's own assessment, or before it is started those in force. */
export async function findQuestions(
  db: Db,
  { app, scope, actor }: Pick<SignedInContext, 'app' | 'scope' | 'actor'>,
  { year, type }: YearAndType,
): Promise<Questions> {
  const own = await listAssessments(db, scope, actor.id, type)
  const assessment = own.find((one) => one.year === year)
  const setId = assessment?.content_set_id ?? (await findInForce(db, scope, year, type))?.id
  if (setId === undefined) throw notFound('content set')
  const edition = await editionOf(db, scope, app.cache, setId)
  const saved = assessment && (await getSavedAnswers(db, scope, assessment.id, actor.id))
  return { year, type, edition, saved }
}
