import type { ConfirmationBody } from 'contract/reviews'
import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { changeReview, requireStarted } from './change-review.ts'
import { listDeclared } from './declared.ts'
import { listFlagged } from './review-flags.queries.ts'
import { insertDeclaredResponses, listReviewResponses } from './review-responses.queries.ts'
import { updateReview } from './reviews.queries.ts'

/** Confirms statements as declared, all of them or none. They may have neither a response nor a flag. */
export async function confirmDeclared(
  context: SignedInContext,
  id: number,
  body: ConfirmationBody,
) {
  return await changeReview(context, id, async (db, scope, review) => {
    requireStarted(review, body)
    const chosen = new Set(body.statement_ids)
    const all = await listDeclared(db, context, scope, review)
    const declared = all.filter(({ statement }) => chosen.has(statement.id))
    if (declared.length < chosen.size) throw notFound('statement')
    const reviewed = await listReviewResponses(db, scope, id)
    if (reviewed.some(({ statement_id }) => chosen.has(statement_id)))
      throw invalid('One of these statements already has a certified response')
    const flagged = await listFlagged(db, scope, id)
    if (body.statement_ids.some((one) => flagged.has(one)))
      throw invalid('One of these statements is flagged')
    const responses = await insertDeclaredResponses(db, scope, {
      reviewId: id,
      declared,
      actor: context.actor,
    })
    return { responses, review: await updateReview(db, scope, id, {}) }
  })
}

function invalid(fault: string) {
  return new ApiError('invalid-input', 'These statements can’t be confirmed together.', {
    fields: { statement_ids: fault },
  })
}
