import type { ConfirmationBody, ReviewStatement } from 'contract/reviews'
import { isNotable } from 'rules/evidence'
import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { changeReview, requireStarted } from './change-review.ts'
import { readReview } from './read-review.ts'
import { insertDeclaredResponses } from './review-responses.queries.ts'
import { updateReview } from './reviews.queries.ts'

/** Confirms statements as declared, all of them or none. */
export async function confirmDeclared(
  context: SignedInContext,
  id: number,
  body: ConfirmationBody,
) {
  return await changeReview(context, id, async (db, scope, review, person) => {
    requireStarted(review, body)
    const chosen = new Set(body.statement_ids)
    const { elements } = await readReview(db, { ...context, person }, scope, id)
    const declared = elements
      .flatMap(({ statements }) => statements)
      .filter((statement) => chosen.has(statement.id))
    if (declared.length < chosen.size) throw notFound('statement', chosen.size)
    for (const statement of declared) refuseUnseen(statement, body.looked_at)
    const responses = await insertDeclaredResponses(db, scope, {
      reviewId: id,
      declared,
      actor: context.actor,
    })
    return { responses, review: await updateReview(db, scope, id, {}) }
  })
}

function refuseUnseen(statement: ReviewStatement, lookedAt: readonly number[]) {
  if (statement.reviewed)
    throw invalid(
      'One of these statements already has a certified response. Reload the page, then confirm the rest',
    )
  if (statement.is_flagged)
    throw invalid('One of these statements is flagged. Reload the page, then confirm the rest')
  if (isNotable(statement) && !lookedAt.includes(statement.id))
    throw invalid('Open the statements with evidence or a change first')
}

function invalid(fault: string) {
  return new ApiError(
    'invalid-input',
    'These statements can’t be confirmed together. Reload the page, then confirm the rest.',
    {
      fields: { statement_ids: fault },
    },
  )
}
