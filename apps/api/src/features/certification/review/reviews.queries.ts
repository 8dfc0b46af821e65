import type { QueuedReview, ReviewQueueQuery } from 'contract/reviews'
import type { ReviewStatus } from 'contract/rounds'
import type { Returned } from 'contract/submissions'
import { type Updateable, sql } from 'kysely'
import { reviewsIn } from 'rules/review-status'
import type { PlatformScope, Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import type { DB } from '#db/schema.gen.ts'
import { inScope } from '#db/in-scope.ts'
import { IS_SHARED, OWNER } from '#features/assessments/access.queries.ts'
import { type Person, tookPart } from './same-person.queries.ts'

const OPEN = reviewsIn('with auditors')
const STATUS = sql<ReviewStatus>`status`.as('status')

export type StoredReview = Awaited<ReturnType<typeof getReview>>

export async function getReview(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('reviews as w')
    .innerJoin('assessments as a', (join) =>
      join.onRef('a.tenant_id', '=', 'w.tenant_id').onRef('a.id', '=', 'w.assessment_id'),
    )
    .select([
      'w.id',
      'w.assessment_id',
      'w.round',
      sql<ReviewStatus>`w.status`.as('status'),
      'w.version',
      'w.reason',
      'w.ended_at',
      'w.reviewer_name as reviewer',
      OWNER.as('owner_id'),
      IS_SHARED.as('is_shared'),
      'w.content_set_id',
      'a.year',
    ])
    .where('w.tenant_id', '=', scope.tenantId)
    .where('w.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('review'))
}

export async function findOpenReview(db: Db, scope: Scope, assessmentId: number) {
  return await db
    .selectFrom('reviews')
    .select(['id', STATUS, 'version', 'reviewer_name as reviewer', 'reason'])
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', assessmentId)
    .where('status', 'in', OPEN)
    .executeTakeFirst()
}

/** The newest round of the assessment, if it is later than this one. */
export async function findLaterRound(
  db: Db,
  scope: Scope,
  { assessment_id, round }: Pick<StoredReview, 'assessment_id' | 'round'>,
) {
  return await db
    .selectFrom('reviews')
    .select(['id', 'round'])
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', assessment_id)
    .where('round', '>', round)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function listRounds(db: Db, scope: Scope, assessmentId: number) {
  return await db
    .selectFrom('reviews')
    .select([
      'id',
      'round',
      'content_set_id',
      STATUS,
      'submitted_at',
      'started_at',
      'ended_at',
      'reviewer_name as reviewer',
      'reason',
    ])
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', assessmentId)
    .orderBy('round', 'desc')
    .execute()
}

/** The newest year's, if it wasn't submitted again since. */
export async function findReturned(db: Db, { tenantId }: Scope, userId: number) {
  const { rows } = await sql<Returned>`
    select a.id as assessment_id, a.year, c.family_id as set, w.reviewer_name as reviewer, a.status = 'completed' as is_complete
    from assessments a
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    join reviews w on w.tenant_id = a.tenant_id and w.assessment_id = a.id and w.status = 'returned'
    where a.tenant_id = ${tenantId} and (a.user_id = ${userId} or a.owner_id = ${userId}) and a.type = 'certification'
      and not exists (select from reviews later where later.tenant_id = a.tenant_id
        and later.assessment_id = a.id and later.round > w.round)
    order by a.year desc, a.id desc limit 1`.execute(db)
  return rows[0]
}

type Change = Updateable<DB['reviews']> & { status?: ReviewStatus }

/** Raises the version with every change, so that a decision on an older one is a conflict. */
export async function updateReview(db: Db, scope: Scope, id: number, change: Change) {
  return await db
    .updateTable('reviews')
    .set((review) => ({ ...change, version: review('version', '+', 1) }))
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .returning([STATUS, 'version', 'reviewer_name as reviewer', 'reason'])
    .executeTakeFirstOrThrow(() => notFound('review'))
}

type Query = Pick<ReviewQueueQuery, 'state' | 'tenant_id' | 'page' | 'limit'> & {
  id?: number
  /** Marks their own submissions. */
  person: Person
}

/** A page of the queue: open reviews oldest first, ended ones newest first. */
export async function listReviews(
  db: Db,
  scope: PlatformScope,
  { state, tenant_id: only, page, limit, person }: Query,
) {
  const isOpen = state === 'open'
  const { rows } = await sql<QueuedReview & { total: number }>`
    ${queued(person)}
    where ${inScope('w.tenant_id', scope)} and (${only ?? null}::bigint is null or w.tenant_id = ${only ?? null})
      and (w.status = any(${OPEN}::text[])) = ${isOpen}
    order by case when ${isOpen} then w.submitted_at end, w.ended_at desc, w.id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, rows }
}

export async function getQueued(db: Db, scope: Scope, id: number, person: Person) {
  const { rows } = await sql<QueuedReview>`
    ${queued(person)} where w.tenant_id = ${scope.tenantId} and w.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('review')
  return rows[0]
}

function queued(person: Person) {
  return sql`
    select w.id, w.round, w.status, w.submitted_at, w.started_at, w.ended_at, w.reviewer_name as reviewer,
      a.year, c.title as content_set, c.language, jsonb_build_object('id', t.id, 'name', t.name) as organisation,
      jsonb_build_object('id', u.id, 'name', u.name) as respondent,
      ${tookPart(person)} as is_own, count(*) over () as total,
      (select count(*) from review_responses r where r.tenant_id = w.tenant_id and r.review_id = w.id) as reviewed
    from reviews w
    join assessments a on a.tenant_id = w.tenant_id and a.id = w.assessment_id
    join content_sets c on c.tenant_id = w.tenant_id and c.id = w.content_set_id
    join users u on u.tenant_id = w.tenant_id and u.id = ${OWNER}
    join tenants t on t.id = w.tenant_id`
}
