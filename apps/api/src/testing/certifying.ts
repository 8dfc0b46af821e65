import type { ContentSetFile } from 'contract/content-format'
import { sql } from 'kysely'
import { type Db, scopeOf } from '#db/scope.ts'
import { createCache } from '#core/cache.ts'
import {
  insertCertification,
  insertCertifiedResponses,
  listHeld,
  nextNumber,
  supersede,
} from '#features/certification/certificates/certifications.queries.ts'
import { yearsFrom } from '#features/certification/certificates/days.ts'
import {
  freezeCertificationReport,
  newVerificationCode,
} from '#features/certification/certificates/issue-certificate.ts'
import { insertReview } from '#features/certification/review/submitted.queries.ts'
import { type TestTenant, type TestUser, aUser, anAssessment, theTenant } from './factories.ts'
import { aTinySet } from './respondent.ts'
import type { Ids } from './tenant-fixture.ts'
import { dayOf } from '#core/host-tenant.ts'

const DAY_MS = 86_400_000

type Input = {
  user: TestUser
  contentSetId: number
  year?: number
  /** Waiting, in review, or with every statement reviewed as declared. */
  is?: 'submitted' | 'started' | 'reviewed'
  /** Runs before the submission. */
  before?: (assessment: number) => Promise<unknown>
}

/** Gives a principal of the platform the ids of reviews in an organisation. */
export function copyReviewIds(from: Ids | undefined, to: Ids | undefined): void {
  if (!from || !to) throw new Error('The principal does not exist.')
  const { waiting, review, reviewed, reviewedResponse, evidence, issued, holder } = from
  Object.assign(to, { waiting, review, reviewed, reviewedResponse, evidence, issued, holder })
}

/** A submitted certification assessment and its review. */
export async function aSubmission(db: Db, { is = 'submitted', before, ...input }: Input) {
  const assessment = await anAssessment(db, { ...input, type: 'certification' })
  await before?.(assessment)
  await sql`update assessments set status = 'in_review' where id = ${assessment}`.execute(db)
  const review = await insertReview(db, scopeOf(input.user.tenantId), assessment, new Date())
  if (is !== 'submitted')
    await sql`update reviews set status = 'started', started_at = now(), reviewer_id = 1, reviewer_name = 'Auditor'
      where id = ${review}`.execute(db)
  if (is === 'reviewed')
    await sql`insert into review_responses (tenant_id, review_id, statement_id, statement_response_id, declared_response_id,
        reviewer_id, reviewer_name)
      select tenant_id, ${review}, statement_id, statement_response_id, statement_response_id, 1, 'Auditor'
      from responses where assessment_id = ${assessment} and state = 1`.execute(db)
  return { assessment, review }
}

/** A certificate with its frozen report, valid for a year. It expires in `daysLeft` days. */
export async function aCertification(
  db: Db,
  { daysLeft = 364, ...input }: Omit<Input, 'is'> & { daysLeft?: number },
) {
  const { assessment, review } = await aSubmission(db, { ...input, is: 'reviewed' })
  const scope = scopeOf(input.user.tenantId)
  await sql`update assessments set status = 'certified' where id = ${assessment}`.execute(db)
  await sql`update reviews set status = 'certified' where id = ${review}`.execute(db)
  await insertCertifiedResponses(db, scope, { reviewId: review, assessmentId: assessment, by: 1 })
  const now = new Date(Date.now() + (daysLeft - 364) * DAY_MS)
  const valid_from = dayOf({ timeZone: 'Europe/London' }, now)
  const valid = { valid_from, valid_until: yearsFrom(valid_from, 1) }
  const number = await nextNumber(db, scope, valid_from.slice(0, 4))
  const issued = { number, code: newVerificationCode(), band: null, ...valid }
  const { id, hash, snapshot } = await freezeCertificationReport(db, scope, createCache(), {
    assessmentId: assessment,
    createdAt: new Date(),
    remarks: new Map(),
    certified: { ...issued, bands: [], certified_by: 'Auditor' },
  })
  const holding = {
    content_set_id: input.contentSetId,
    owner_id: input.user.id,
    is_shared: false,
  }
  const held = await listHeld(db, scope, holding)
  const ids = held.flatMap((one) => (one.scope === '' ? [one.id] : []))
  if (ids.length > 0) await supersede(db, scope, { ids, at: now.toISOString() })
  const certificationId = await insertCertification(db, scope, holding, {
    assessment_id: assessment,
    review_id: review,
    user_id: input.user.id,
    report_id: id,
    report_hash: hash,
    year: snapshot.year,
    title: snapshot.content_set.title,
    holder: snapshot.organisation,
    issued_by: 1,
    ...issued,
  })
  return { id: certificationId, code: issued.code, assessment, report: id }
}

/** A user of the platform who reviews the assessments of an organisation. */
export async function anAuditor(
  db: Db,
  organisation: TestTenant,
  input: { name?: string; email?: string } = {},
): Promise<TestUser> {
  const platform = await theTenant(db, 'admin')
  const usual = { tenant: platform, roles: ['auditor' as const], name: 'Ada Auditor' }
  const user = await aUser(db, { ...usual, ...input })
  await sql`insert into tenant_auditors (tenant_id, auditor_id, organisation_id)
    values (${platform.id}, ${user.id}, ${organisation.id})`.execute(db)
  return user
}

/** `aTinySet` in which the lowest responses of these statements require evidence. */
export function aSetWithEvidence(...keys: string[]): ContentSetFile {
  const file = aTinySet()
  for (const { key, responses } of file.elements.flatMap(({ statements }) => statements)) {
    const [lowest] = responses
    if (lowest && keys.includes(key)) lowest.asksForEvidence = true
  }
  return file
}

/** `aTinySet` with bands: the lowest responses reach Bronze, the highest Gold. */
export function aBandedSet(): ContentSetFile {
  return {
    ...aTinySet(),
    certificationBands: [
      { label: 'Bronze', minOverall: 0, minElement: 0 },
      { label: 'Silver', minOverall: 40, minElement: 20 },
      { label: 'Gold', minOverall: 80, minElement: 60 },
    ],
  }
}
