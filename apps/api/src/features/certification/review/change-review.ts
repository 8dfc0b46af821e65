import type { ReasonBody, ReviewState } from 'contract/reviews'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { findSetToName, updateAssessment } from '#features/assessments/assessments.queries.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { changesBetween } from '#features/content/edition-changes.ts'
import { inOrganisation, inVisible } from '#support/tenant-scope.ts'
import { recordStep } from './history.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { type Person, hasTakenPart, personOf } from './same-person.queries.ts'
import { tellDecided } from '#support/tell-decided.ts'
import { notifyRespondent } from '#support/notify-respondent.ts'
import { copyReviewResponses } from './review-responses.queries.ts'
import { findTenantOf } from '#support/tenants.queries.ts'
import { type StoredReview, getReview, updateReview } from './reviews.queries.ts'
import { findEarlierSubmission } from './submitted.queries.ts'

export function requirePlatform({ tenant }: SignedInContext): void {
  if (tenant.kind !== 'platform')
    throw new ApiError(
      'forbidden',
      'You can’t review assessments at this address. Use the admin address.',
    )
}

/** Works in the organisation of a visible review. */
export async function inOrganisationOfReview<T>(
  context: SignedInContext,
  id: number,
  work: (db: Db, scope: Scope, person: Person) => Promise<T>,
): Promise<T> {
  requirePlatform(context)
  const tenantId = await inVisible(context, (db, scope) => findTenantOf(db, scope, 'reviews', id))
  if (tenantId === undefined) throw notFound('review')
  const person = await personOf(context)
  return await inOrganisation(context, tenantId, (db, scope) => work(db, scope, person))
}

/** Changes a visible review while its assessment is locked. */
export async function changeReview<T>(
  context: SignedInContext,
  id: number,
  work: (db: Db, scope: Scope, review: StoredReview, person: Person) => Promise<T>,
): Promise<T> {
  return await inOrganisationOfReview(context, id, async (db, scope, person) => {
    const { assessment_id: assessmentId } = await getReview(db, scope, id)
    await lockAssessment(db, scope, { id: assessmentId })
    const review = await getReview(db, scope, id)
    await refuseOwn(db, scope, review, person)
    return await work(db, scope, review, person)
  })
}

export async function refuseOwn(db: Db, scope: Scope, review: StoredReview, person: Person) {
  if (!(await hasTakenPart(db, scope, review.assessment_id, person))) return
  const message = review.is_shared
    ? 'You took part in this assessment, so you can’t review it. Another auditor must review it.'
    : 'You can’t review your own assessment. Another auditor must review it.'
  throw new ApiError('forbidden', message)
}

export async function startReview(context: SignedInContext, id: number): Promise<ReviewState> {
  const { app, actor } = context
  return await changeReview(context, id, async (db, scope, review) => {
    if (review.status !== 'submitted') throw conflict(review, {}, alreadyStarted(review))
    await carryOver(db, context, scope, review)
    const { assessment_id: assessmentId } = review
    await recordStep(db, context, scope, { assessmentId, action: 'review.started' })
    return await updateReview(db, scope, id, {
      status: 'started',
      started_at: app.adapters.now().toISOString(),
      reviewer_id: actor.id,
      reviewer_name: actor.name,
    })
  })
}

async function carryOver(db: Db, { app }: SignedInContext, scope: Scope, review: StoredReview) {
  const before = await findEarlierSubmission(db, scope, review)
  if (!before) return
  const [was, is] = [before.content_set_id, review.content_set_id]
  const changed = was === is ? [] : (await changesBetween(db, scope, app.cache, was, is)).changed
  const changedKeys = changed.filter(({ asksAgain }) => asksAgain).map(({ key }) => key)
  await copyReviewResponses(db, scope, review, { from: before.id, except: changedKeys })
}

const ENDS = {
  returned: { assessment: 'returned', action: 'assessment.returned' },
  // The assessment may be submitted again.
  refused: { assessment: 'completed', action: 'certification.refused' },
} as const

/** Ends a review without a certificate. */
export async function endReview(
  context: SignedInContext,
  id: number,
  status: keyof typeof ENDS,
  body: ReasonBody,
): Promise<ReviewState> {
  const { app, actor } = context
  const end = ENDS[status]
  return await changeReview(context, id, async (db, scope, review) => {
    requireStarted(review, body)
    const { assessment_id: assessmentId } = review
    await updateAssessment(db, scope, assessmentId, { status: end.assessment })
    const { reason } = body
    await recordStep(db, context, scope, { assessmentId, action: end.action, reason })
    const set = await findSetToName(db, scope, assessmentId)
    await notifyRespondent(db, app, scope, review.owner_id, (place) =>
      MAILS[status].text(place, { auditor: actor.name, reason, year: review.year, set }),
    )
    await tellDecided(db, app, scope, { assessmentId, ownerId: review.owner_id })
    return await updateReview(db, scope, id, {
      status,
      ended_at: app.adapters.now().toISOString(),
      reviewer_id: actor.id,
      reviewer_name: actor.name,
      reason,
    })
  })
}

/** Refuses a decision that is based on an older version of the review. */
export function requireStarted(review: StoredReview, sent: { version: number }): void {
  if (review.status !== 'started' || review.version !== sent.version) throw conflict(review, sent)
}

function alreadyStarted({ status, reviewer }: StoredReview) {
  return status === 'started'
    ? `${reviewer ?? 'Another auditor'} has already started this review.`
    : undefined
}

export function conflict(
  { status, version, reviewer, reason }: StoredReview,
  sent: object,
  message = CONFLICTS[status],
) {
  return new ApiError('conflict', message, {
    details: { current: { status, version, reviewer, reason }, sent },
  })
}

const CONFLICTS: Record<StoredReview['status'], string> = {
  submitted: 'The review hasn’t started yet. Start it first.',
  started: 'This review has changed since you opened it. Check the changes, then try again.',
  withdrawn: 'The submission was withdrawn, so its review has ended.',
  returned: 'The assessment was returned, so its review has ended.',
  certified: 'The assessment was certified, so its review has ended.',
  refused: 'The certificate was refused, so the review has ended.',
}
