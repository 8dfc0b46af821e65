import type { Review, ReviewElement } from 'contract/reviews'
import { STATE, elementScore } from 'contract/scores'
import type { Scope, SignedInContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { getStanding } from '#features/assessments/assessments.queries.ts'
import { type Edition, editionOf } from '#features/content-sets/edition.ts'
import { changedSince } from './changed-since.ts'
import { findBefore, listAnswersAt } from './changes.queries.ts'
import { declaredOf } from './declared.ts'
import { listHistory } from './history.queries.ts'
import { outcomeOf, scoredOf } from './outcome.ts'
import { HANDED_IN, submittedFiles } from './review-attachments.ts'
import { listLastCertified, listReviewResponses } from './review-responses.queries.ts'
import { type StandingReview, getQueued, getReview } from './reviews.queries.ts'
import type { Person } from './same-person.ts'
import { roundsOf } from './submission.ts'

/** Everything an auditor needs to review a submission, in one answer. */
export async function readReview(
  db: Db,
  { app, person }: Pick<SignedInContext, 'app'> & { person: Person },
  scope: Scope,
  id: number,
): Promise<Review> {
  const review = await getReview(db, scope, id)
  const { assessment_id: assessmentId } = review
  const standing = await asSubmitted(db, scope, review)
  const edition = await editionOf(app.frozen, db, scope, review.content_set_id)
  const said = await listReviewResponses(db, scope, id)
  const last = await listLastCertified(db, scope, review)
  const before = await findBefore(db, scope, review)
  const notes = new Map(standing.notes.map(({ statement_id, note }) => [statement_id, note]))
  const files = submittedFiles(review, standing.attachments)
  const reviewed = new Map(said.map((one) => [one.statement_id, one]))
  const declared = declaredOf(withElementsOf(said, standing, edition), edition)
  const scores = scoredOf(
    declared.flatMap(({ statements }) => statements),
    said,
  )
  const rounds = await roundsOf(db, scope, assessmentId, edition)
  return {
    ...(await getQueued(db, scope, id, person)),
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
          changed: changedSince(before, one),
          reviewed: reviewed.get(one.statement.id) ?? null,
        })),
      }
    }),
    outcome: outcomeOf(declared, said, edition),
    earlier: rounds.filter(({ round }) => round < review.round),
    history: await listHistory(db, scope, assessmentId),
  }
}

/** What has gone back to its respondent changes there: auditors see what was declared to them, and no note of later. */
async function asSubmitted(
  db: Db,
  scope: Scope,
  { assessment_id, status, ended_at }: StandingReview,
) {
  const standing = await getStanding(db, scope, assessment_id)
  if (HANDED_IN.has(status) || ended_at === null) return standing
  const answers = await listAnswersAt(db, scope, assessment_id, ended_at)
  return { ...standing, answers, notes: [] }
}

type Said = Awaited<ReturnType<typeof listReviewResponses>>
type Standing = Awaited<ReturnType<typeof asSubmitted>>

/** An element that was reviewed and is being mended was complete when it was submitted. */
function withElementsOf(said: Said, { answers, completed }: Standing, { statements }: Edition) {
  const reviewed = new Set(said.map(({ statement_id }) => statement_id))
  const elements = statements
    .filter(({ id }) => reviewed.has(id))
    .map(({ element_id }) => element_id)
  return { answers, completed: [...completed, ...elements] }
}
