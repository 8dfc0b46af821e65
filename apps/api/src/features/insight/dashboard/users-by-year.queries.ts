import { sql } from 'kysely'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'
import type { Db } from '#db/scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { inScope } from '#db/in-scope.ts'
import type { Time } from '#features/insight/participation/participation.queries.ts'

/** Users by organisation and year. */
type Counts = { tenant_id: number; year: number; users: number }[]

export async function countActive(db: Db, scope: VisibleScope): Promise<Counts> {
  const { rows } = await sql<Counts[number]>`
    select u.tenant_id, extract(year from u.created_at)::int as year, count(*) as users from users u
    where ${inScope('u.tenant_id', scope)} and ${IS_ACTIVE_USER} group by 1, 2`.execute(db)
  return rows
}

export async function countStarters(
  db: Db,
  scope: VisibleScope,
  times: readonly Time[],
): Promise<Counts> {
  const years = times.map(({ year }) => year)
  const past = times.flatMap(({ year, isPast }) => (isPast ? [year] : []))
  const { rows } = await sql<Counts[number]>`
    select a.tenant_id, a.year, count(*) as users
    from (select distinct a.tenant_id, a.user_id, a.year from assessments a
      where ${inScope('a.tenant_id', scope)} and a.status <> 'not_started' and a.year = any(${years}::int[])) a
    join users u on u.tenant_id = a.tenant_id and u.id = a.user_id and ${IS_ACTIVE_USER}
      and (a.year <> all(${past}::int[]) or u.created_at < make_date(a.year + 1, 1, 1))
    group by a.tenant_id, a.year`.execute(db)
  return rows
}

export async function listOrganisationNames(db: Db, ids: readonly number[]) {
  return await db.selectFrom('tenants').select(['id', 'name']).where('id', 'in', ids).execute()
}
