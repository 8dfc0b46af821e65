import type { App } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { createCache } from '#core/cache.ts'
import { yearOf, dayOf } from '#core/host-tenant.ts'
import { updateAssessment } from '#features/assessments/assessments.queries.ts'
import { yearsFrom } from '#features/certification/certificates/days.ts'
import { issueCertificate } from '#features/certification/certificates/issue-certificate.ts'
import {
  findOpenReview,
  getReview,
  updateReview,
} from '#features/certification/review/reviews.queries.ts'
import { upsertReviewResponse } from '#features/certification/review/review-responses.queries.ts'
import { insertReview } from '#features/certification/review/submitted.queries.ts'
import type { Files } from '#adapters/files.ts'
import { demoSet } from './demo-set.ts'
import { insertDemoAssessment } from './insert-demo-assessment.ts'
import { insertDemoEvidence } from './insert-demo-evidence.ts'
import { DEMO_USERS } from './demo-users.ts'

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
  const demoUser = DEMO_USERS.find((each) => each.email === email)
  const user = await findUser(db, email)
  const { id: setId } = await db
    .selectFrom('content_sets')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('status', '=', 'published')
    .executeTakeFirstOrThrow()
  if (!demoUser) throw new Error(`There is no demo user ${email}.`)
  const assessmentId = await insertDemoAssessment(db, scope, {
    user: { ...demoUser, thisYear: demoSet().elements.map(({ statements }) => statements.length) },
    userId: user.id,
    setId,
    which: 'this-year',
    type: 'certification',
    year,
    at,
  })
  if (assessmentId === undefined) throw new Error(`${email} has no answers.`)
  await insertDemoEvidence(db, files, scope, { assessmentId, userId: user.id })
  await insertReview(db, scope, assessmentId, at)
  await updateAssessment(db, scope, assessmentId, { status: 'in_review' })
  await insertStep(db, scope, { assessmentId, step: 'assessment.submitted', actor: user, at })
  return (await findOpenReview(db, scope, assessmentId))?.id ?? 0
}

async function certifyDemo(db: Db, scope: Scope, reviewId: number, at: Date) {
  const actor = await findUser(db, AUDITOR)
  const review = await getReview(db, scope, reviewId)
  const { assessment_id: assessmentId } = review
  await insertDemoReview(db, scope, { reviewId, assessmentId, actor })
  const from = dayOf({ timeZone: TIME_ZONE }, at)
  await issueCertificate(db, { cache: createCache(), now: at, actor }, scope, review, {
    valid_from: from,
    valid_until: yearsFrom(from, 1),
  })
  await updateReview(db, scope, reviewId, {
    status: 'certified',
    started_at: at.toISOString(),
    ended_at: at.toISOString(),
    reviewer_id: actor.id,
    reviewer_name: actor.name,
  })
  for (const step of ['review.started', 'assessment.certified'])
    await insertStep(db, scope, { assessmentId, step, actor, at })
}

async function findUser(db: Db, email: string): Promise<DemoActor> {
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

type DemoActor = { id: number; name: string }

/** Where the auditor certifies one level less than declared. */
const REMARKS: Record<string, string> = {
  'GOV-2': 'The board minutes show one review in the year, not four.',
  'TEC-2': 'Restore tests covered three of seven core systems.',
  'TST-1': 'At the time of the audit, two planned exercises had not yet been run.',
}

async function insertDemoReview(
  db: Db,
  scope: Scope,
  { reviewId, assessmentId, actor }: { reviewId: number; assessmentId: number; actor: DemoActor },
): Promise<void> {
  const declared = await db
    .selectFrom('responses as r')
    .innerJoin('statements as s', (join) =>
      join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.id', '=', 'r.statement_id'),
    )
    .select(['s.id', 's.key', 'r.statement_response_id as response'])
    .where('r.tenant_id', '=', scope.tenantId)
    .where('r.assessment_id', '=', assessmentId)
    .where('r.state', '=', 1)
    .execute()
  for (const { id, key, response } of declared) {
    const lower = key in REMARKS ? await findLower(db, scope, id, response) : undefined
    await upsertReviewResponse(
      db,
      scope,
      { reviewId, declared: response, actor },
      {
        statement_id: id,
        statement_response_id: lower ?? response,
        remark: lower === undefined ? null : (REMARKS[key] ?? null),
        version: 0,
      },
    )
  }
}

/** Undefined for the lowest response. */
async function findLower(db: Db, scope: Scope, statementId: number, response: number | null) {
  const all = await db
    .selectFrom('statement_responses')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('statement_id', '=', statementId)
    .orderBy('value')
    .execute()
  return all[all.findIndex(({ id }) => id === response) - 1]?.id
}
