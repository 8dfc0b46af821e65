import { reviews } from 'contract/reviews'
import { submissions } from 'contract/submissions'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { inView } from '#support/tenant-scope.ts'
import {
  beginReview,
  inOrganisationOfReview,
  refuseCertificate,
  requirePlatform,
  returnReview,
} from './change-review.ts'
import { readReview } from './read-review.ts'
import { showReviewAttachment } from './review-attachments.ts'
import { listReviews } from './reviews.queries.ts'
import { personOf } from './same-person.ts'
import { saveReviewResponse } from './save-review-response.ts'
import { submissionOf, submitAssessment, withdrawAssessment } from './submission.ts'

export function reviewRoutes(server: Server): void {
  handle(
    server,
    submissions.get,
    async ({ params }, context) => await submissionOf(context.db, context, params.id),
  )
  handle(
    server,
    submissions.submit,
    async ({ params }, context) => await submitAssessment(context.db, context, params.id),
  )
  handle(
    server,
    submissions.withdraw,
    async ({ params }, context) => await withdrawAssessment(context.db, context, params.id),
  )

  handleDetached(server, reviews.list, async ({ query }, context) => {
    requirePlatform(context)
    const person = await personOf(context)
    const found = await inView(context, (db, scope) => listReviews(db, scope, { ...query, person }))
    return { ...found, has_more_than_total: false }
  })
  handleDetached(
    server,
    reviews.get,
    async ({ params: { id } }, context) =>
      await inOrganisationOfReview(context, id, (db, scope, person) =>
        readReview(db, { ...context, person }, scope, id),
      ),
  )
  handleDetached(
    server,
    reviews.attachment,
    async ({ params }, context) => await showReviewAttachment(context, params),
  )
  handleDetached(
    server,
    reviews.begin,
    async ({ params }, context) => await beginReview(context, params.id),
  )
  handleDetached(
    server,
    reviews.save,
    async ({ params, body }, context) => await saveReviewResponse(context, params.id, body),
  )
  handleDetached(
    server,
    reviews.giveBack,
    async ({ params, body }, context) => await returnReview(context, params.id, body),
  )
  handleDetached(
    server,
    reviews.refuse,
    async ({ params, body }, context) => await refuseCertificate(context, params.id, body),
  )
}
