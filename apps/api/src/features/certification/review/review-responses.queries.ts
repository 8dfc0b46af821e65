import type { ReviewResponseBody, ReviewStatement, ReviewedResponse } from 'contract/reviews'
import { sql } from 'kysely'
import { applies } from '#support/applies.queries.ts'
import { ownedAs } from '#features/assessments/access.queries.ts'
import { reviewsIn } from 'rules/review-status'
import type { Actor } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import type { StoredReview } from './reviews.queries.ts'

const COLUMNS = [
  'statement_id',
  'statement_response_id',
  'remark',
  'version',
  'reviewed_at',
  'reviewer_name as reviewer',
] as const

export async function listReviewResponses(db: Db, scope: Scope, reviewId: number) {
  return await db
    .selectFrom('review_responses')
    .select(COLUMNS)
    .where('tenant_id', '=', scope.tenantId)
    .where('review_id', '=', reviewId)
    .orderBy('statement_id')
    .execute()
}

/** The responses of every round that has ended, with what was declared then. */
export async function listEarlierResponses(db: Db, scope: Scope, assessmentId: number) {
  return await db
    .selectFrom('review_responses as r')
    .innerJoin('reviews as w', (join) =>
      join.onRef('w.tenant_id', '=', 'r.tenant_id').onRef('w.id', '=', 'r.review_id'),
    )
    .select([
      'r.review_id',
      'r.statement_id',
      'r.statement_response_id',
      'r.declared_response_id',
      'r.remark',
    ])
    .where('w.tenant_id', '=', scope.tenantId)
    .where('w.assessment_id', '=', assessmentId)
    .where('w.status', 'in', reviewsIn('sent back', 'certified'))
    .execute()
}

export async function findReviewResponse(
  db: Db,
  scope: Scope,
  reviewId: number,
  statementId: number,
): Promise<ReviewedResponse | undefined> {
  return await db
    .selectFrom('review_responses')
    .select(COLUMNS)
    .where('tenant_id', '=', scope.tenantId)
    .where('review_id', '=', reviewId)
    .where('statement_id', '=', statementId)
    .executeTakeFirst()
}

type Review = { reviewId: number; declared: number | null; actor: Pick<Actor, 'id' | 'name'> }

export async function upsertReviewResponse(
  db: Db,
  scope: Scope,
  { reviewId, declared, actor }: Review,
  { statement_id, statement_response_id, remark }: ReviewResponseBody,
): Promise<ReviewedResponse> {
  const values = {
    statement_response_id,
    remark,
    declared_response_id: declared,
    reviewer_id: actor.id,
    reviewer_name: actor.name,
  }
  return await db
    .insertInto('review_responses')
    .values({ tenant_id: scope.tenantId, review_id: reviewId, statement_id, ...values })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'review_id', 'statement_id']).doUpdateSet((row) => ({
        ...values,
        version: row('review_responses.version', '+', 1),
        reviewed_at: sql<string>`now()`,
      })),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

type Confirmed = Pick<Review, 'reviewId' | 'actor'> & {
  declared: readonly Pick<ReviewStatement, 'id' | 'current'>[]
}

/** Certifies the declared response of each statement. */
export async function insertDeclaredResponses(
  db: Db,
  { tenantId }: Scope,
  { reviewId, declared, actor }: Confirmed,
): Promise<ReviewedResponse[]> {
  const ids = declared.map(({ id }) => id)
  const chosen = declared.map(({ current }) => current)
  const { rows } = await sql<ReviewedResponse>`
    insert into review_responses (tenant_id, review_id, statement_id, statement_response_id, declared_response_id,
      reviewer_id, reviewer_name)
    select ${tenantId}, ${reviewId}, statement, chosen, chosen, ${actor.id}, ${actor.name}
    from unnest(${ids}::bigint[], ${chosen}::bigint[]) d (statement, chosen)
    returning statement_id, statement_response_id, remark, version, reviewed_at, reviewer_name as reviewer`.execute(
    db,
  )
  return rows
}

/** Copies the last round's responses wherever the same is still declared, except to statements that changed. */
export async function copyReviewResponses(
  db: Db,
  { tenantId }: Scope,
  { id, assessment_id, content_set_id }: StoredReview,
  { from, except }: { from: number; except: readonly string[] },
): Promise<void> {
  await sql`
    insert into review_responses (tenant_id, review_id, statement_id, statement_response_id, declared_response_id, remark,
      reviewed_at, reviewer_id, reviewer_name)
    select r.tenant_id, ${id}, s.id, reviewed.id, declared.id, r.remark, r.reviewed_at, r.reviewer_id, r.reviewer_name
    from review_responses r
    join statements o on o.tenant_id = r.tenant_id and o.id = r.statement_id
    join statements s on s.tenant_id = r.tenant_id and s.content_set_id = ${content_set_id} and s.key = o.key
    join assessments a on a.tenant_id = r.tenant_id and a.id = ${assessment_id} and ${applies(sql`s`, sql`a`)}
    join element_completions c on c.tenant_id = r.tenant_id and c.assessment_id = a.id and c.element_id = s.element_id
    join responses d on d.tenant_id = r.tenant_id and d.assessment_id = ${assessment_id} and d.statement_id = s.id and d.state = 1
    left join statement_responses os on os.tenant_id = r.tenant_id and os.id = r.statement_response_id
    left join statement_responses reviewed on reviewed.tenant_id = r.tenant_id and reviewed.statement_id = s.id and reviewed.key = os.key
    left join statement_responses od on od.tenant_id = r.tenant_id and od.id = r.declared_response_id
    left join statement_responses declared on declared.tenant_id = r.tenant_id and declared.statement_id = s.id and declared.key = od.key
    where r.tenant_id = ${tenantId} and r.review_id = ${from} and s.key <> all(${[...except]}::text[])
      and d.statement_response_id is not distinct from declared.id
      and (r.declared_response_id is null) = (declared.id is null)
      and (r.statement_response_id is null) = (reviewed.id is null)`.execute(db)
}

type LastCertified = NonNullable<ReviewStatement['last_certified']> & { key: string }

/** The last certified responses of the content set by statement key. */
export async function listLastCertified(
  db: Db,
  { tenantId }: Scope,
  {
    year,
    content_set_id,
    ...whose
  }: Pick<StoredReview, 'owner_id' | 'is_shared' | 'year' | 'content_set_id'>,
): Promise<Map<string, LastCertified>> {
  const { rows } = await sql<LastCertified>`
    select s.key, a.year, v.label, r.remark, exists (select from certifications c
      where c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.revoked_at is not null) as is_revoked
    from (select a.tenant_id, a.id, a.year from assessments a
      join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
      join content_sets own on own.tenant_id = a.tenant_id and own.id = ${content_set_id} and own.family_id = c.family_id
      where a.tenant_id = ${tenantId} and ${ownedAs(whose)} and a.type = 'certification' and a.status = 'certified' and a.year < ${year}
      order by a.year desc, a.id desc limit 1) a
    join reviews w on w.tenant_id = a.tenant_id and w.assessment_id = a.id and w.status = 'certified'
    join review_responses r on r.tenant_id = w.tenant_id and r.review_id = w.id
    join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
    left join statement_responses v on v.tenant_id = r.tenant_id and v.statement_id = r.statement_id and v.id = r.statement_response_id`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.key, row]))
}
