import type { FlagBody, ReviewState } from 'contract/reviews'
import type { SignedInContext } from '#core/context.ts'
import { changeReview, conflict } from './change-review.ts'
import { findDeclared } from './declared.ts'
import { setFlag } from './review-flags.queries.ts'
import { updateReview } from './reviews.queries.ts'

/** Raises the review's version, so that no one decides without seeing the flag. */
export async function flagStatement(
  context: SignedInContext,
  id: number,
  body: FlagBody,
): Promise<ReviewState> {
  return await changeReview(context, id, async (db, scope, review) => {
    if (review.status !== 'started') throw conflict(review, body)
    await findDeclared(db, context, scope, review, body.statement_id)
    await setFlag(db, scope, id, body)
    return await updateReview(db, scope, id, {})
  })
}
