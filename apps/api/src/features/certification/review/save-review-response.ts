import type { ReviewResponseBody } from 'contract/reviews'
import type { Scope, SignedInContext, Db } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import { editionOf } from '#features/content/edition.ts'
import { changeReview, conflict } from './change-review.ts'
import { type Declared, declaredOf } from './declared.ts'
import { findReviewResponse, upsertReviewResponse } from './review-responses.queries.ts'
import { type StandingReview, updateReview } from './reviews.queries.ts'

/** Saves an auditor's response. A stale version changes nothing and returns both values. */
export async function saveReviewResponse(
  context: SignedInContext,
  id: number,
  body: ReviewResponseBody,
) {
  return await changeReview(context, id, async (db, scope, review) => {
    if (review.status !== 'started') throw conflict(review, body)
    const declared = await findDeclared(db, context, scope, review, body.statement_id)
    const standing = await findReviewResponse(db, scope, id, body.statement_id)
    if ((standing?.version ?? 0) !== body.version)
      throw new ApiError(
        'conflict',
        'Someone else reviewed this statement while you were editing.',
        {
          details: { standing: standing ?? null, sent: body },
        },
      )
    refuseFields(declared, body)
    const by = { reviewId: id, declared: declared.current, actor: context.actor }
    const response = await upsertReviewResponse(db, scope, by, body)
    return { response, review: await updateReview(db, scope, id, {}) }
  })
}

async function findDeclared(
  db: Db,
  { app }: SignedInContext,
  scope: Scope,
  { assessment_id, content_set_id }: StandingReview,
  statementId: number,
): Promise<Declared> {
  const standing = await getSavedAnswers(db, scope, assessment_id)
  const edition = await editionOf(app.frozen, db, scope, content_set_id)
  const declared = declaredOf(standing, edition)
    .flatMap(({ statements }) => statements)
    .find(({ statement }) => statement.id === statementId)
  if (!declared) throw notFound('statement')
  return declared
}

function refuseFields(
  { statement, current, reason }: Declared,
  { statement_response_id: chosen, remark }: ReviewResponseBody,
) {
  if (reason !== null && chosen !== null)
    throw invalid({
      statement_response_id:
        'This statement is declared as not applicable. If it does apply, return the assessment',
    })
  if (reason === null && !statement.responses.some(({ id }) => id === chosen))
    throw invalid({ statement_response_id: 'Choose one of this statement’s responses' })
  if (chosen !== current && remark === null)
    throw invalid({ remark: 'Explain why the response differs from the declared one' })
}

function invalid(fields: Record<string, string>) {
  return new ApiError('invalid-input', 'This response can’t be saved.', { fields })
}
