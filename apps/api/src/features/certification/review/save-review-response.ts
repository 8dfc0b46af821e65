import type { ReviewResponseBody } from 'contract/reviews'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { changeReview, conflict } from './change-review.ts'
import { type Declared, findDeclared } from './declared.ts'
import { setFlag } from './review-flags.queries.ts'
import { findReviewResponse, upsertReviewResponse } from './review-responses.queries.ts'
import { updateReview } from './reviews.queries.ts'

/** Saves an auditor's response. A stale version changes nothing and returns both values. */
export async function saveReviewResponse(
  context: SignedInContext,
  id: number,
  body: ReviewResponseBody,
) {
  return await changeReview(context, id, async (db, scope, review) => {
    if (review.status !== 'started') throw conflict(review, body)
    const declared = await findDeclared(db, context, scope, review, body.statement_id)
    const current = await findReviewResponse(db, scope, id, body.statement_id)
    if ((current?.version ?? 0) !== body.version)
      throw new ApiError(
        'conflict',
        'The review of this statement was changed while you were editing. Check it, then save again.',
        {
          details: { current: current ?? null, sent: body },
        },
      )
    refuseFields(declared, body)
    const by = { reviewId: id, declared: declared.current, actor: context.actor }
    const response = await upsertReviewResponse(db, scope, by, body)
    await setFlag(db, scope, id, { statement_id: body.statement_id, is_flagged: false })
    return { response, review: await updateReview(db, scope, id, {}) }
  })
}

function refuseFields(
  { statement, current, reason }: Declared,
  { statement_response_id: chosen, remark }: ReviewResponseBody,
) {
  if (reason !== null && chosen !== null)
    throw invalid({
      statement_response_id:
        'The respondent said that this statement doesn’t apply. If it does apply, return the assessment.',
    })
  if (reason === null && !statement.responses.some(({ id }) => id === chosen))
    throw invalid({ statement_response_id: 'Choose one of this statement’s responses' })
  if (chosen !== current && remark === null)
    throw invalid({ remark: 'Explain why your response differs from the declared response' })
}

function invalid(fields: Record<string, string>) {
  return new ApiError('invalid-input', 'This response can’t be saved.', { fields })
}
