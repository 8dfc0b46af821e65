import type { App, Scope } from '#core/context.ts'
import { makeFrozen } from '#core/frozen.ts'
import { yearOf } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { updateAssessment } from '#features/assessments/assessments.queries.ts'
import { dayIn, yearsFrom } from '#features/certification/certificates/days.ts'
import { issueCertificate } from '#features/certification/certificates/issue-certificate.ts'
import {
  findOpenReview,
  getReview,
  updateReview,
} from '#features/certification/review/reviews.queries.ts'
import { insertReview } from '#features/certification/review/submitted.queries.ts'
import type { Files } from '#adapters/files.ts'
import { demoSet } from './demo-set.ts'
import { insertDemoAssessment } from './insert-demo-assessment.ts'
import { insertDemoEvidence } from './insert-demo-evidence.ts'
import { type DemoActor, insertDemoReview } from './insert-demo-review.ts'
import { DEMO_PEOPLE } from './people.ts'

const TIME_ZONE = 'Europe/London'
const DAY_MS = 86_400_000

const HOLDER = 'resilience.lead@example.org'
const WAITING = 'operations.director@example.org'
const AUDITOR = 'assurance.auditor@example.org'

/** Days. Long enough ago that the certificate expires soon. */
const CERTIFIED_AGO = 320
const SUBMITTED_AGO = 2

/** Inserts a certificate of last year, and this year's assessment that waits for its auditor. */
export async function insertDemoCertifications(
  db: Db,
  { adapters: { now: clock, files } }: App,
  scope: Scope,
): Promise<void> {
  const now = clock()
  const year = yearOf({ timeZone: TIME_ZONE }, now)
  const certifiedAt = new Date(now.getTime() - CERTIFIED_AGO * DAY_MS)
  const last = { email: HOLDER, year: year - 1, at: certifiedAt }
  const reviewId = await insertSubmission(db, files, scope, last)
  await certifyDemo(db, scope, reviewId, certifiedAt)
  const submittedAt = new Date(now.getTime() - SUBMITTED_AGO * DAY_MS)
  await insertSubmission(db, files, scope, { email: WAITING, year, at: submittedAt })
}

/** Submits a complete assessment with its evidence. Returns the review's id. */
async function insertSubmission(
  db: Db,
  files: Pick<Files, 'put'>,
  scope: Scope,
  { email, year, at }: { email: string; year: number; at: Date },
): Promise<number> {
  const person = DEMO_PEOPLE.find((each) => each.email === email)
  const user = await findPerson(db, email)
  const { id: setId } = await db
    .selectFrom('content_sets')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('status', '=', 'published')
    .executeTakeFirstOrThrow()
  if (!person) throw new Error(`There is no demo person ${email}.`)
  const assessmentId = await insertDemoAssessment(db, scope, {
    person: { ...person, thisYear: demoSet().elements.map(({ statements }) => statements.length) },
    userId: user.id,
    setId,
    which: 'this-year',
    type: 'certification',
    year,
    at,
  })
  if (assessmentId === undefined) throw new Error(`${email} has answered nothing.`)
  await insertDemoEvidence(db, files, scope, { assessmentId, userId: user.id })
  await insertReview(db, scope, assessmentId, at)
  await updateAssessment(db, scope, assessmentId, { status: 'in_review' })
  await insertStep(db, scope, { assessmentId, step: 'assessment.submitted', actor: user, at })
  return (await findOpenReview(db, scope, assessmentId))?.id ?? 0
}

async function certifyDemo(db: Db, scope: Scope, reviewId: number, at: Date) {
  const actor = await findPerson(db, AUDITOR)
  const review = await getReview(db, scope, reviewId)
  const { assessment_id: assessmentId } = review
  await insertDemoReview(db, scope, { reviewId, assessmentId, actor })
  const from = dayIn(TIME_ZONE, at)
  await issueCertificate(db, { frozen: makeFrozen(), now: at, actor }, scope, review, {
    valid_from: from,
    valid_until: yearsFrom(from, 1),
  })
  await updateReview(db, scope, reviewId, {
    status: 'certified',
    begun_at: at.toISOString(),
    ended_at: at.toISOString(),
    reviewer_id: actor.id,
    reviewer_name: actor.name,
  })
  for (const step of ['review.started', 'assessment.certified'])
    await insertStep(db, scope, { assessmentId, step, actor, at })
}

async function findPerson(db: Db, email: string): Promise<DemoActor> {
  return await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

type DemoStep = { assessmentId: number; step: string; actor: DemoActor; at: Date }

async function insertStep(
  db: Db,
  { tenantId }: Scope,
  { assessmentId, step, actor, at }: DemoStep,
) {
  await db
    .insertInto('assessment_events')
    .values({
      tenant_id: tenantId,
      assessment_id: assessmentId,
      step,
      actor_id: actor.id,
      actor_name: actor.name,
      at: at.toISOString(),
    })
    .execute()
}
