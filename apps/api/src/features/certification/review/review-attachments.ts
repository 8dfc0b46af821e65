import type { Attachment } from 'contract/attachments'
import type { Readable } from 'node:stream'
import type { SignedInContext } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import { getSubmittedAttachment } from '#features/assessments/attachments.queries.ts'
import { sendFile } from '#features/assessments/show-content.ts'
import { inOrganisationOfReview, refuseOwn } from './change-review.ts'
import { type StandingReview, getReview } from './reviews.queries.ts'

/** The other statuses return the assessment to its respondent, who may change it. */
export const HANDED_IN = new Set<StandingReview['status']>(['submitted', 'started', 'certified'])

/** The files of each statement, without unfinished uploads. */
export function submittedFiles({ status }: StandingReview, attachments: readonly Attachment[]) {
  const submitted = HANDED_IN.has(status)
    ? attachments.filter((one) => one.status !== 'uploading')
    : []
  return Map.groupBy(submitted, (one) => one.statement_id)
}

export async function showReviewAttachment(
  context: SignedInContext,
  { id, attachmentId }: { id: number; attachmentId: number },
): Promise<Readable> {
  const attachment = await inOrganisationOfReview(context, id, async (db, scope, person) => {
    const review = await getReview(db, scope, id)
    await refuseOwn(db, scope, review, person)
    if (!HANDED_IN.has(review.status)) throw notFound('attachment')
    return await getSubmittedAttachment(db, scope, review.assessment_id, attachmentId)
  })
  return await sendFile(context, attachment)
}
