import { type Insertable, sql } from 'kysely'
import type { Scope as ChosenScope } from 'rules/scope'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { isHeldBy } from '#support/one-of.queries.ts'
import { ANSWER, recordChanged } from '#features/assessments/answer-events.queries.ts'
import type { DB } from '#db/schema.gen.ts'

const COLUMNS = [
  'c.id',
  'c.number',
  'c.code',
  'c.year',
  'c.title',
  'c.scope',
  sql<string | null>`(select s.language from assessments a
    join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id
    where a.tenant_id = c.tenant_id and a.id = c.assessment_id)`.as('language'),
  'c.family_id as set',
  'c.holder',
  'c.band',
  'c.revoked_at',
  'c.revoked_reason',
  'c.superseded_at',
  sql<boolean>`c.holder_user_id is null`.as('is_shared'),
  sql<string>`c.valid_from::text`.as('valid_from'),
  sql<string>`c.valid_until::text`.as('valid_until'),
] as const

export type CertificationRow = Awaited<ReturnType<typeof listCertifications>>[number]

export async function listCertifications(db: Db, scope: Scope, userId: number) {
  return await db
    .selectFrom('certifications as c')
    .select(COLUMNS)
    .where('c.tenant_id', '=', scope.tenantId)
    .where(isHeldBy(userId))
    .orderBy('c.year', 'desc')
    .orderBy('c.id', 'desc')
    .execute()
}

/** One of the certificates of `listCertifications` with its frozen report. */
export async function getCertification(db: Db, scope: Scope, userId: number, id: number) {
  return await withReport(db)
    .where('c.tenant_id', '=', scope.tenantId)
    .where(isHeldBy(userId))
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('certificate'))
}

export async function findCertificationByCode(db: Db, scope: Scope, code: string) {
  return await withReport(db)
    .where('c.tenant_id', '=', scope.tenantId)
    .where('c.code', '=', code)
    .executeTakeFirst()
}

function withReport(db: Db) {
  return db
    .selectFrom('certifications as c')
    .innerJoin('reports as r', (join) =>
      join.onRef('r.tenant_id', '=', 'c.tenant_id').onRef('r.id', '=', 'c.report_id'),
    )
    .select([...COLUMNS, 'c.user_id', 'c.report_hash', 'r.snapshot'])
}

/** The organisation's next number of a year. A concurrent call waits. */
export async function nextNumber(db: Db, { tenantId }: Scope, year: string): Promise<string> {
  await sql`select from tenants where id = ${tenantId} for no key update`.execute(db)
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(split_part(number, '-', 2)::int), 0) + 1 as next from certifications
    where tenant_id = ${tenantId} and split_part(number, '-', 1) = ${year}`.execute(db)
  return `${year}-${String(rows[0]?.next ?? 1).padStart(4, '0')}`
}

/** Of a content set's family, by the user whose assessment it is; the organisation holds that of a shared one. */
type Holding = { content_set_id: number; owner_id: number; is_shared: boolean }

const familyOf = ({ tenantId }: Scope, { content_set_id }: Holding) =>
  sql<number>`(select family_id from content_sets where tenant_id = ${tenantId} and id = ${content_set_id})`

const holderOf = ({ owner_id, is_shared }: Holding) => (is_shared ? null : owner_id)

/** The holder's certificates of this family that are neither revoked nor superseded, the newest first. */
export async function listHeld(db: Db, scope: Scope, holding: Holding): Promise<Replaced[]> {
  return await db
    .selectFrom('certifications as c')
    .innerJoin('assessments as a', (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.assessment_id'),
    )
    .select([
      'c.id',
      'c.assessment_id',
      'c.number',
      'c.scope',
      'a.scope_levels',
      'a.scope_profiles',
    ])
    .select(sql<string>`c.valid_until::text`.as('valid_until'))
    .where('c.tenant_id', '=', scope.tenantId)
    .where('c.family_id', '=', familyOf(scope, holding))
    .where('c.holder_user_id', 'is not distinct from', holderOf(holding))
    .where('c.revoked_at', 'is', null)
    .where('c.superseded_at', 'is', null)
    .orderBy('c.id', 'desc')
    .execute()
}

export type Replaced = {
  id: number
  assessment_id: number
  number: string
  /** Its name. */
  scope: string
  valid_until: string
} & ChosenScope

export async function supersede(
  db: Db,
  { tenantId }: Scope,
  { ids, at }: { ids: readonly number[]; at: string },
): Promise<void> {
  await db
    .updateTable('certifications')
    .set({ superseded_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute()
}

type NewCertification = Omit<
  Insertable<DB['certifications']>,
  'tenant_id' | 'family_id' | 'holder_user_id'
>

export async function insertCertification(
  db: Db,
  scope: Scope,
  holding: Holding,
  row: NewCertification,
) {
  const { id } = await db
    .insertInto('certifications')
    .values({
      ...row,
      tenant_id: scope.tenantId,
      family_id: familyOf(scope, holding),
      holder_user_id: holderOf(holding),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if it was already revoked: the first reason is kept. */
export async function revokeCertification(
  db: Db,
  scope: Scope,
  id: number,
  revoked: { revoked_at: string; revoked_by: number; revoked_reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('certifications')
    .set(revoked)
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function getCertificationById(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('certifications as c')
    .select([...COLUMNS, 'c.assessment_id', 'c.user_id'])
    .where('c.tenant_id', '=', scope.tenantId)
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('certificate'))
}

export async function findCertificate(db: Db, { tenantId }: Scope, assessmentId: number) {
  const row = await db
    .selectFrom('certifications')
    .select(['id', 'number', 'revoked_at'])
    .where('tenant_id', '=', tenantId)
    .where('assessment_id', '=', assessmentId)
    .executeTakeFirst()
  return row && { id: row.id, number: row.number, is_revoked: row.revoked_at !== null }
}

/** Copies the auditors' answers to state 3 of the assessment's answers, with history. */
export async function insertCertifiedResponses(
  db: Db,
  { tenantId }: Scope,
  { reviewId, assessmentId, by }: { reviewId: number; assessmentId: number; by: number },
): Promise<void> {
  await sql`
    with changed as (
      insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, updated_by)
      select r.tenant_id, ${assessmentId}, r.statement_id, 3, r.statement_response_id, d.not_applicable_reason, ${by}
      from review_responses r
      join responses d on d.tenant_id = r.tenant_id and d.assessment_id = ${assessmentId} and d.statement_id = r.statement_id and d.state = 1
      where r.tenant_id = ${tenantId} and r.review_id = ${reviewId}
      returning *
    )
    ${recordChanged(by, { after: ANSWER })}`.execute(db)
}
