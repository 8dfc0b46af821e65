import type { AssessmentType } from 'contract/fields'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { inScope } from '#db/in-scope.ts'
import { STALLED_AFTER } from '#features/insight/participation/matching.queries.ts'
import type { Time } from '#features/insight/participation/participation.queries.ts'

/** The users of an organisation. */
type Users = {
  tenant_id: number
  people: number
  active: number
  /** Active ones who could have started an assessment in each past year. */
  in_time: number[]
}

export async function countUsers(
  db: Db,
  scope: VisibleScope,
  pastYears: readonly number[],
): Promise<Users[]> {
  const inTime = pastYears.map(
    (year) =>
      sql`count(*) filter (where u.is_active and u.created_at < make_date(${year + 1}::int, 1, 1))::int`,
  )
  const { rows } = await sql<Users>`
    select t.id as tenant_id, own.* from tenants t cross join lateral (
      select count(*)::int as people, count(*) filter (where u.is_active)::int as active,
        array[${sql.join(inTime)}]::int[] as in_time
      from users u where u.tenant_id = t.id and u.removed_at is null) own
    where ${inScope('t.id', scope)}`.execute(db)
  return rows
}

/** Users of an organisation with an assessment of a year and type. */
export type Started = {
  tenant_id: number
  year: number
  type: AssessmentType
  in_progress: number
  completed: number
  /** Of them, those who could start one now, or could have in a past year. */
  could_start: number
  /** Assessments of active users that have been untouched for long. */
  stalled: number
}

/**
 * Counts users with an assessment. Where users may have several of one year and type, they are grouped first, which takes
 * half as long again.
 */
export async function countStarters(
  db: Db,
  scope: VisibleScope,
  times: readonly Time[],
  withSeveral: readonly number[],
): Promise<Started[]> {
  const years = times.map(({ year }) => year)
  const past = times.flatMap(({ year, isPast }) => (isPast ? [year] : []))
  const isStarted = sql`a.tenant_id = t.id and a.status <> 'not_started' and a.year = any(${years}::int[])`
  // Selected, because the difference would be calculated for each row.
  const isStalled = sql`a.touched_at < (select now() - ${STALLED_AFTER}::interval) and a.status = 'in_progress'`
  // One organisation after the other: across all of them, PostgreSQL joins a million rows by their hashes.
  const count = async (isWanted: RawBuilder<unknown>, assessments: RawBuilder<unknown>) =>
    await sql<Started>`
      select t.id as tenant_id, own.* from tenants t cross join lateral (
        select a.year, a.type, count(*) filter (where a.is_open)::int as in_progress,
          count(*) filter (where not a.is_open)::int as completed,
          count(*) filter (where u.is_active
            and (a.year <> all(${past}::int[]) or u.created_at < make_date(a.year + 1, 1, 1)))::int as could_start,
          coalesce(sum(a.stalled) filter (where u.is_active), 0)::int as stalled
        from (${assessments}) a
        left join users u on u.tenant_id = t.id and u.id = a.user_id and u.removed_at is null
        group by a.year, a.type) own
      where ${inScope('t.id', scope)} and ${isWanted}`.execute(db)
  const ofMost = await count(
    sql`t.id <> all(${[...withSeveral]}::bigint[])`,
    sql`select a.user_id, a.year, a.type, a.status = 'in_progress' as is_open, (${isStalled})::int as stalled
      from assessments a where ${isStarted}`,
  )
  if (withSeveral.length === 0) return ofMost.rows
  const ofOthers = await count(
    sql`t.id = any(${[...withSeveral]}::bigint[])`,
    sql`select a.user_id, a.year, a.type, bool_or(a.status = 'in_progress') as is_open,
        count(*) filter (where ${isStalled}) as stalled
      from assessments a where ${isStarted} group by a.user_id, a.year, a.type`,
  )
  return [...ofMost.rows, ...ofOthers.rows]
}

export async function listOrganisationNames(db: Db, ids: readonly number[]) {
  return await db.selectFrom('tenants').select(['id', 'name']).where('id', 'in', ids).execute()
}
