import { approvals } from 'contract/approvals'
import { reviews } from 'contract/reviews'
import { submissions } from 'contract/submissions'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { type Db, type Scope, platformScopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import { visibleTenantIds } from '#support/tenant-scope.ts'
import { findSetToName } from '#features/assessments/assessments.queries.ts'
import { startReview, endReview, inOrganisationOfReview, requirePlatform } from './change-review.ts'
import { confirmDeclared } from './confirm-declared.ts'
import { flagStatement } from './flag-statement.ts'
import { readReview, showReviewAttachment } from './read-review.ts'
import { findReturned, listReviews } from './reviews.queries.ts'
import { personOf } from './same-person.queries.ts'
import { saveReviewResponse } from './save-review-response.ts'
import { findAsked } from '#features/certification/approvals/approvals.queries.ts'
import { listApprovals, refuseApproval } from '#features/certification/approvals/approve.ts'
import {
  approveAssessment,
  submissionOf,
  submitAssessment,
  withdrawAssessment,
} from './submission.ts'

export function reviewRoutes(server: Server): void {
  handle(server, submissions.returned, async (_, { db, scope, actor }) => ({
    returned: await withSetTitle(db, scope, await findReturned(db, scope, actor.id)),
    approval: await withSetTitle(db, scope, await findAsked(db, scope, actor.id)),
  }))
  handle(server, submissions.get, ({ params }, context) =>
    submissionOf(context.db, context, params.id),
  )
  handle(server, submissions.submit, ({ params }, context) =>
    submitAssessment(context.db, context, params.id),
  )
  handle(server, submissions.withdraw, ({ params }, context) =>
    withdrawAssessment(context.db, context, params.id),
  )

  handle(server, approvals.list, ({ params }, context) =>
    listApprovals(context.db, context, params.id),
  )
  handle(server, approvals.approve, ({ params, body }, context) =>
    approveAssessment(context.db, context, params.id, body.request),
  )
  handle(server, approvals.refuse, ({ params, body }, context) =>
    refuseApproval(context.db, context, params.id, body),
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
  handleDetached(server, reviews.flag, ({ params, body }, context) =>
    flagStatement(context, params.id, body),
  )
  handleDetached(server, reviews.confirm, ({ params, body }, context) =>
    confirmDeclared(context, params.id, body),
  )
  handleDetached(server, reviews.returnReview, ({ params, body }, context) =>
    endReview(context, params.id, 'returned', body),
  )
  handleDetached(server, reviews.refuse, ({ params, body }, context) =>
    endReview(context, params.id, 'refused', body),
  )
}

/** These notices are on the pages of all content sets. */
async function withSetTitle<Found extends { assessment_id: number }>(
  db: Db,
  scope: Scope,
  found: Found | undefined,
) {
  if (!found) return null
  const set = await findSetToName(db, scope, found.assessment_id)
  return { ...found, set_title: set?.title }
}
