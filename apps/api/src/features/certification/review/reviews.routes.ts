import { type ReviewResponseBody, reviews } from 'contract/reviews'
import { submissions } from 'contract/submissions'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { type Scope, type SignedInContext, type Db, platformScopeOf } from '#core/context.ts'
import { withTenants } from '#db/pools.ts'
import { visibleTenantIds } from '#support/tenant-scope.ts'
import {
  startReview,
  endReview,
  inOrganisationOfReview,
  requirePlatform,
  changeReview,
  conflict,
} from './change-review.ts'
import { readReview, showReviewAttachment } from './read-review.ts'
import { type StoredReview, listReviews, updateReview } from './reviews.queries.ts'
import { personOf } from './same-person.ts'
import { submissionOf, submitAssessment, withdrawAssessment } from './submission.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import { editionOf } from '#features/content/edition.ts'
import { type Declared, declaredOf } from './declared.ts'
import { findReviewResponse, upsertReviewResponse } from './review-responses.queries.ts'

export function reviewRoutes(server: Server): void {
  handle(server, submissions.get, ({ params }, context) =>
    submissionOf(context.db, context, params.id),
  )
  handle(server, submissions.submit, ({ params }, context) =>
    submitAssessment(context.db, context, params.id),
  )
  handle(server, submissions.withdraw, ({ params }, context) =>
    withdrawAssessment(context.db, context, params.id),
  )

  handleDetached(server, reviews.list, async ({ query }, context) => {
    requirePlatform(context)
    const person = await personOf(context)
    const ids = await visibleTenantIds(context)
    const found = await withTenants(context.app.pools, ids, (db) =>
      listReviews(db, platformScopeOf(ids), { ...query, person }),
    )
    return { ...found, has_more_than_total: false }
  })
  handleDetached(server, reviews.get, ({ params: { id } }, context) =>
    inOrganisationOfReview(context, id, (db, scope, person) =>
      readReview(db, { ...context, person }, scope, id),
    ),
  )
  handleDetached(server, reviews.attachment, ({ params }, context) =>
    showReviewAttachment(context, params),
  )
  handleDetached(server, reviews.start, ({ params }, context) => startReview(context, params.id))
  handleDetached(server, reviews.save, ({ params, body }, context) =>
    saveReviewResponse(context, params.id, body),
  )
  handleDetached(server, reviews.returnReview, ({ params, body }, context) =>
    endReview(context, params.id, 'returned', body),
  )
  handleDetached(server, reviews.refuse, ({ params, body }, context) =>
    endReview(context, params.id, 'refused', body),
  )
}

/** Saves an auditor's response. A stale version changes nothing and returns both values. */
async function saveReviewResponse(context: SignedInContext, id: number, body: ReviewResponseBody) {
  return await changeReview(context, id, async (db, scope, review) => {
    if (review.status !== 'started') throw conflict(review, body)
    const declared = await findDeclared(db, context, scope, review, body.statement_id)
    const current = await findReviewResponse(db, scope, id, body.statement_id)
    if ((current?.version ?? 0) !== body.version)
      throw new ApiError(
        'conflict',
        'Someone else reviewed this statement while you were editing.',
        {
          details: { current: current ?? null, sent: body },
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
  { assessment_id, content_set_id }: StoredReview,
  statementId: number,
): Promise<Declared> {
  const saved = await getSavedAnswers(db, scope, assessment_id)
  const edition = await editionOf(app.cache, db, scope, content_set_id)
  const declared = declaredOf(saved, edition)
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
