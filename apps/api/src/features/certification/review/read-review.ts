import type { Review, ReviewElement } from 'contract/reviews'
import { isSubmitted } from 'rules/review-status'
import { STATE, elementScore } from 'rules/scores'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { getSavedAnswers } from '#features/assessments/assessments.queries.ts'
import {
  findCertificate,
  listHeld,
} from '#features/certification/certificates/certifications.queries.ts'
import { sameAs } from '#features/certification/certificates/issue-certificate.ts'
import { scopeText } from 'rules/scope'
import { WHOLE, asked, scopeGroupsOf } from '#features/assessments/edition-for.ts'
import { editionOf } from '#features/content/edition.ts'
import { changedSince } from './changed-since.ts'
import { declaredOf } from './declared.ts'
import { listHistory } from './history.queries.ts'
import { outcomeOf, scoredOf } from './outcome.ts'
import { listFlagged } from './review-flags.queries.ts'
import { listLastCertified, listReviewResponses } from './review-responses.queries.ts'
import { type StoredReview, findLaterRound, getQueued, getReview } from './reviews.queries.ts'
import type { Person } from './same-person.queries.ts'
import { roundsOf } from './submission.ts'
import { type Submitted, findEarlierSubmission, getSubmitted } from './submitted.queries.ts'
import type { Attachment } from 'contract/attachments'
import type { Readable } from 'node:stream'
import { notFound } from '#core/errors.ts'
import { getSubmittedAttachment } from '#features/assessments/attachments.queries.ts'
import { sendFile } from '#features/assessments/show-content.ts'
import { inOrganisationOfReview, refuseOwn } from './change-review.ts'

/** A submission with everything an auditor needs to review it. */
export async function readReview(
  db: Db,
  context: Pick<SignedInContext, 'app'> & { person: Person },
  scope: Scope,
  id: number,
): Promise<Review> {
  const review = await getReview(db, scope, id)
  const { assessment_id: assessmentId } = review
  const submitted = await getSubmitted(db, scope, id)
  const visible = await visibleAnswersOf(db, scope, review, submitted)
  const chosen = submitted.scope ?? WHOLE
  const whole = await editionOf(db, scope, context.app.cache, review.content_set_id)
  const edition = asked(whole, chosen)
  const named = scopeText(scopeGroupsOf(edition.set), chosen)
  const responses = await listReviewResponses(db, scope, id)
  const flagged = await listFlagged(db, scope, id)
  const last = await listLastCertified(db, scope, review)
  const before = await roundBefore(db, context, scope, review)
  const notes = new Map(visible.notes.map(({ statement_id, note }) => [statement_id, note]))
  const files = submittedFiles(review, visible.attachments)
  const reviewed = new Map(responses.map((one) => [one.statement_id, one]))
  const declared = declaredOf(visible, edition)
  const scores = scoredOf(
    declared.flatMap(({ statements }) => statements),
    responses,
  )
  const isCertified = review.status === 'certified'
  const certificate = isCertified && (await findCertificate(db, scope, assessmentId))
  const rounds = await roundsOf(db, context, scope, assessmentId, edition)
  return {
    ...(await getQueued(db, scope, id, context.person)),
    version: review.version,
    assessment_id: assessmentId,
    edition: edition.set,
    reason: review.reason,
    elements: declared.map(({ element, statements }): ReviewElement => {
      const whole = { ...element, statements: statements.map(({ statement }) => statement) }
      return {
        ...element,
        current: elementScore(whole, scores, STATE.current),
        future: elementScore(whole, scores, STATE.future),
        certified: elementScore(whole, scores, STATE.certified),
        statements: statements.map((one) => ({
          ...one.statement,
          number: one.number,
          current: one.current,
          future: one.future,
          not_applicable_reason: one.reason,
          note: notes.get(one.statement.id) || null,
          attachments: files.get(one.statement.id) ?? [],
          last_certified: last.get(one.statement.key) ?? null,
          changed: changedSince(before, submitted, one),
          is_flagged: flagged.has(one.statement.id),
          reviewed: reviewed.get(one.statement.id) ?? null,
        })),
      }
    }),
    outcome: outcomeOf(declared, responses, edition, chosen.scope_levels),
    certificate: certificate || null,
    in_force:
      isSubmitted(review.status) && !isCertified
        ? await inForceFor(db, scope, review, sameAs(whole, chosen))
        : [],
    scope: named,
    earlier: rounds.filter(({ round }) => round < review.round),
    present: (await findLaterRound(db, scope, review)) ?? null,
    history: await listHistory(db, scope, assessmentId),
  }
}

/** What the certificate of a review may replace. */
async function inForceFor(
  db: Db,
  scope: Scope,
  review: StoredReview,
  isSame: ReturnType<typeof sameAs>,
) {
  const held = await listHeld(db, scope, review)
  return held.map((one) => {
    const { id, number, valid_until, scope: named } = one
    return { id, number, valid_until, scope: named, is_same: isSame(one) }
  })
}

/** After it was withdrawn, returned or refused, auditors see only what was submitted. */
async function visibleAnswersOf(
  db: Db,
  scope: Scope,
  { assessment_id, status }: StoredReview,
  { answers, elements }: Submitted,
) {
  if (isSubmitted(status)) return await getSavedAnswers(db, scope, assessment_id)
  return { answers, completed: elements, notes: [], attachments: [] }
}

async function roundBefore(
  db: Db,
  { app }: Pick<SignedInContext, 'app'>,
  scope: Scope,
  review: StoredReview,
) {
  const before = await findEarlierSubmission(db, scope, review)
  if (!before) return undefined
  return { ...before, edition: await editionOf(db, scope, app.cache, before.content_set_id) }
}

/** The files of each statement, without unfinished uploads. */
function submittedFiles({ status }: StoredReview, attachments: readonly Attachment[]) {
  const submitted = isSubmitted(status)
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
    if (!isSubmitted(review.status)) throw notFound('attachment')
    return await getSubmittedAttachment(db, scope, review.assessment_id, attachmentId)
  })
  return await sendFile(context, attachment)
}
