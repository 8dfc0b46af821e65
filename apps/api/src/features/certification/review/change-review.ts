import type { ReasonBody, ReviewStanding } from 'contract/reviews'
import type { Scope, SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { lockAssessment, updateAssessment } from '#features/assessments/assessments.queries.ts'
import { changesBetween } from '#features/content/edition-changes.ts'
import { inOrganisation, inVisible } from '#support/tenant-scope.ts'
import { recordStep } from './history.queries.ts'
import { type Person, isTheirs, personOf } from './same-person.ts'
import { tellRespondent } from '#support/notify-respondent.ts'
import { carryReviewResponses } from './review-responses.queries.ts'
import {
  type StandingReview,
  findTenantOfReview,
  getReview,
  updateReview,
} from './reviews.queries.ts'
import { findBefore } from './submitted.queries.ts'

/** Auditors and god-admins review from the platform: nobody does so within an organisation. */
export function requirePlatform({ tenant }: SignedInContext): void {
  if (tenant.kind !== 'platform')
    throw new ApiError('forbidden', 'Assessments are reviewed at the admin host.')
}

/** Works in the organisation of a review in view, for whoever calls; any other does not exist. */
export async function inOrganisationOfReview<T>(
  context: SignedInContext,
  id: number,
  work: (db: Db, scope: Scope, person: Person) => Promise<T>,
): Promise<T> {
  requirePlatform(context)
  const tenantId = await inVisible(context, (db, scope) => findTenantOfReview(db, scope, id))
  if (tenantId === undefined) throw notFound('review')
  const person = await personOf(context)
  return await inOrganisation(context, tenantId, (db, scope) => work(db, scope, person))
}

/** As `inOrganisationOfReview`, for changes: nothing of the assessment changes until they are done. */
export async function changeReview<T>(
  context: SignedInContext,
  id: number,
  work: (db: Db, scope: Scope, review: StandingReview) => Promise<T>,
): Promise<T> {
  return await inOrganisationOfReview(context, id, async (db, scope, person) => {
    const { assessment_id: assessmentId } = await getReview(db, scope, id)
    await lockAssessment(db, scope, assessmentId)
    const review = await getReview(db, scope, id)
    await refuseOwn(db, scope, review, person)
    return await work(db, scope, review)
  })
}

/** Whichever account it is of the same person. */
export async function refuseOwn(
  db: Db,
  scope: Scope,
  review: StandingReview,
  person: Person,
): Promise<void> {
  if (await isTheirs(db, scope, review.user_id, person))
    throw new ApiError('forbidden', 'Nobody reviews their own assessment.')
}

export async function beginReview(context: SignedInContext, id: number): Promise<ReviewStanding> {
  const { app, actor } = context
  return await changeReview(context, id, async (db, scope, review) => {
    if (review.status !== 'submitted') throw conflict(review, {})
    await carryOver(db, context, scope, review)
    const { assessment_id: assessmentId } = review
    await recordStep(db, context, scope, { assessmentId, action: 'review.started' })
    return await updateReview(db, scope, id, {
      status: 'begun',
      begun_at: app.adapters.now().toISOString(),
      reviewer_id: actor.id,
      reviewer_name: actor.name,
    })
  })
}

async function carryOver(db: Db, { app }: SignedInContext, scope: Scope, review: StandingReview) {
  const before = await findBefore(db, scope, review)
  if (!before) return
  const [was, is] = [before.content_set_id, review.content_set_id]
  const changed = was === is ? [] : (await changesBetween(app.frozen, db, scope, was, is)).changed
  const anew = changed.filter(({ asksAnew }) => asksAnew).map(({ key }) => key)
  await carryReviewResponses(db, scope, review, { from: before.id, anew })
}

/** Gives the assessment back to its respondent, who sees what to mend. */
export async function returnReview(
  context: SignedInContext,
  id: number,
  body: ReasonBody,
): Promise<ReviewStanding> {
  return await endReview(context, id, body, {
    status: 'returned',
    assessment: 'returned',
    action: 'assessment.returned',
    subject: 'Your certification assessment was returned',
    words:
      'There is something to mend before it can be certified; each remark stands with its statement.',
  })
}

/** No certificate: the assessment is completed as before, and may be submitted again. */
export async function refuseCertificate(
  context: SignedInContext,
  id: number,
  body: ReasonBody,
): Promise<ReviewStanding> {
  return await endReview(context, id, body, {
    status: 'refused',
    assessment: 'completed',
    action: 'certification.refused',
    subject: 'Your assessment was not certified',
    words: 'Your answers are kept, and you can submit the assessment again.',
  })
}

type End = {
  status: 'returned' | 'refused'
  assessment: 'returned' | 'completed'
  action: 'assessment.returned' | 'certification.refused'
  subject: string
  words: string
}

async function endReview(context: SignedInContext, id: number, body: ReasonBody, end: End) {
  const { app, actor } = context
  return await changeReview(context, id, async (db, scope, review) => {
    requireBegun(review, body)
    const { assessment_id: assessmentId } = review
    await updateAssessment(db, scope, assessmentId, { status: end.assessment })
    const { reason } = body
    await recordStep(db, context, scope, { assessmentId, action: end.action, reason })
    await tellRespondent(db, app, scope, review.user_id, () => ({
      subject: end.subject,
      paragraphs: [`${end.words} ${actor.name} says:`, reason],
      label: 'Open the assessment',
      path: `/?type=certification&year=${review.year}`,
    }))
    return await updateReview(db, scope, id, {
      status: end.status,
      ended_at: app.adapters.now().toISOString(),
      reviewer_id: actor.id,
      reviewer_name: actor.name,
      reason,
    })
  })
}

/** Decisions are made on what is there: of two people the second sees what the first one did. */
export function requireBegun(review: StandingReview, sent: { version: number }): void {
  if (review.status !== 'begun' || review.version !== sent.version) throw conflict(review, sent)
}

export function conflict(
  { status, version, reviewer, reason }: StandingReview,
  sent: object,
): ApiError {
  return new ApiError('conflict', WORDS[status], {
    details: { standing: { status, version, reviewer, reason }, sent },
  })
}

const WORDS: Record<StandingReview['status'], string> = {
  submitted: 'The review has not begun yet.',
  begun: 'Somebody else is at this review too, and changed it meanwhile.',
  withdrawn: 'The submission was withdrawn meanwhile.',
  returned: 'The assessment was returned meanwhile.',
  certified: 'The assessment was certified meanwhile.',
  refused: 'The certificate was refused meanwhile.',
}
