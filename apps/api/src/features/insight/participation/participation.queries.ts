import type { AssessmentType } from 'contract/fields'
import type { AssessmentStatus } from 'contract/assessments'
import type { Participant } from 'contract/participation'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import { IS_SHARED } from '#features/assessments/access.queries.ts'
import { answeredIn } from '#features/assessments/answered.queries.ts'
import { applies, isAnswerAsked } from '#support/applies.queries.ts'
import { coversYear } from '#support/in-force.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

export type Time = {
  year: number
  /** Users who joined later couldn't have started in it. */
  isPast: boolean
  now: Date
}

type Offer = { type?: AssessmentType | undefined; title?: string | undefined }

/** Whether a user `u` can start an assessment in the year, or could have. */
export function couldStart(scope: VisibleScope, time: Time, { type, title }: Offer = {}) {
  const { year, isPast } = time
  // Removed users are inactive.
  return sql`u.is_active
    and ${isPast ? sql`u.created_at < make_date(${year + 1}::int, 1, 1)` : sql`true`}
    and u.tenant_id in (select c.tenant_id from content_sets c where ${isOffered(scope, time)}
      and ${OFFERS[type ?? 'any']} and ${title === undefined ? sql`true` : sql`c.title = ${title}`})`
}

const OFFERS = {
  any: sql`true`,
  certification: sql`c.offers_certification`,
  self_assessment: sql`c.offers_self_assessment`,
}

function isOffered(scope: VisibleScope, { year, isPast }: Time): RawBuilder<boolean> {
  return sql`${inScope('c.tenant_id', scope)} and ${coversYear(year)}
    and ${isPast ? sql`c.status in ('published', 'retired')` : sql`c.status = 'published'`}`
}

/** Titles of the content sets on offer in the year. */
export async function listTitlesOffered(
  db: Db,
  scope: VisibleScope,
  time: Time,
  tenantId: number | undefined,
): Promise<string[]> {
  const rows = await db
    .selectFrom('content_sets as c')
    .select('c.title')
    .distinct()
    .where(isOffered(scope, time))
    .$if(tenantId !== undefined, (sets) => sets.where('c.tenant_id', '=', tenantId ?? 0))
    .orderBy('c.title')
    .limit(50)
    .execute()
  return rows.map(({ title }) => title)
}

/**
 * Ids of the content sets of any year with a title. As values, they are compared by their hashes, and an index keeps the
 * order of its rows.
 */
export async function listSetIds(db: Db, scope: VisibleScope, title: string): Promise<number[]> {
  const rows = await db
    .selectFrom('content_sets as c')
    .select('c.id')
    .where(inScope('c.tenant_id', scope))
    .where('c.title', '=', title)
    .execute()
  return rows.map(({ id }) => id)
}

/** A row: an assessment, or a user who has started none. */
export type Key = { tenant_id: number; user_id: number; assessment_id: number | null }

type Row = {
  id: number
  name: string
  email: string
  is_removed: boolean
  tenant_id: number
  tenant_name: string
  assessment_id: number | null
  status: AssessmentStatus | null
  is_shared: boolean
  type: AssessmentType
  year: number
  touched_at: string
  content_set_id: number
  title: string
  language: string | null
  answered: number
  total: number
}

/** The rows of these keys in the same order, without deleted ones. */
export async function listParticipantsByKey(db: Db, scope: VisibleScope, keys: readonly Key[]) {
  const tenants = keys.map((key) => key.tenant_id)
  const users = keys.map((key) => key.user_id)
  const assessments = keys.map((key) => key.assessment_id)
  const { rows } = await sql<Row>`
    select u.*, x.tenant_id, (select t.name from tenants t where t.id = x.tenant_id) as tenant_name, x.assessment_id, a.*
    from unnest(${tenants}::bigint[], ${users}::bigint[], ${assessments}::bigint[])
      with ordinality x(tenant_id, person_id, assessment_id, position)
    cross join lateral (
      select u.id, u.name, u.email, u.removed_at is not null as is_removed from users u
      where u.tenant_id = x.tenant_id and u.id = x.person_id and ${inScope('u.tenant_id', scope)} limit 1) u
    left join lateral (
      select case when ${IS_SHARED} and a.status = 'not_started' then 'in_progress' else a.status end as status,
        ${IS_SHARED} as is_shared, a.type, a.year, a.touched_at, a.content_set_id,
        c.title, c.language,
        (select count(*)::int from statements s where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ${applies(sql`s`, sql`a`)}) as total,
        (${ANSWERED}) as answered
      from assessments a join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
      where a.tenant_id = x.tenant_id and a.id = x.assessment_id limit 1) a on true
    where x.assessment_id is null or a.status is not null
    order by x.position`.execute(db)
  return rows.map(present)
}

/** Answered statements of an assessment `a`. */
const ANSWERED = sql`
  select count(*)::int from (${answeredIn(sql`r.tenant_id = a.tenant_id and r.assessment_id = a.id and ${isAnswerAsked(sql`r.statement_id`, sql`a`)}`)}) answered`

function present({ id, name, email, is_removed, ...row }: Row): Participant {
  const { assessment_id, status, content_set_id, title, language, ...rest } = row
  const { type, year, answered, total, touched_at, is_shared } = rest
  return {
    id: assessment_id ?? id,
    person: { id, name, email, is_removed },
    tenant: { id: rest.tenant_id, name: rest.tenant_name },
    state: status ?? 'not_started',
    assessment:
      assessment_id === null
        ? null
        : {
            content_set: { id: content_set_id, title, language },
            shared_id: is_shared ? assessment_id : null,
            type,
            year,
            answered,
            total,
            touched_at,
          },
  }
}
