import { sql } from 'kysely'
import type { Db } from '#db/driver.ts'
import { inScope } from '#db/in-scope.ts'
import { type Time, listOffering } from '#features/overview/participation/participation.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

/** Users by organisation and year. */
type Counts = { tenant_id: number; year: number; users: number }[]

/** Users who could have started an assessment and haven't, by year and organisation. */
export async function countNotStarted(db: Db, scope: VisibleScope, times: readonly Time[]) {
  const active = Map.groupBy(await countActive(db, scope), (row) => row.tenant_id)
  const started = Map.groupBy(await countStarters(db, scope, times), (row) => row.year)
  const counts = new Map<number, Map<number, number>>()
  for (const time of times) {
    const offering = await listOffering(db, scope, time)
    const ofYear = new Map(started.get(time.year)?.map((row) => [row.tenant_id, row.users]))
    const left = offering.map((id): [number, number] => {
      const could = (active.get(id) ?? []).filter(({ year }) => !time.isPast || year <= time.year)
      return [id, sum(could) - (ofYear.get(id) ?? 0)]
    })
    counts.set(time.year, new Map(left.filter(([, users]) => users > 0)))
  }
  return counts
}

async function countActive(db: Db, scope: VisibleScope): Promise<Counts> {
  const { rows } = await sql<Counts[number]>`
    select u.tenant_id, extract(year from u.created_at)::int as year, count(*) as users from users u
    where ${inScope('u.tenant_id', scope)} and u.is_active and u.removed_at is null group by 1, 2`.execute(
    db,
  )
  return rows
}

async function countStarters(db: Db, scope: VisibleScope, times: readonly Time[]): Promise<Counts> {
  const years = times.map(({ year }) => year)
  const past = times.flatMap(({ year, isPast }) => (isPast ? [year] : []))
  const { rows } = await sql<Counts[number]>`
    select a.tenant_id, a.year, count(*) as users
    from (select distinct a.tenant_id, a.user_id, a.year from assessments a
      where ${inScope('a.tenant_id', scope)} and a.status <> 'not_started' and a.year = any(${years}::int[])) a
    join users u on u.tenant_id = a.tenant_id and u.id = a.user_id and u.is_active and u.removed_at is null
      and (a.year <> all(${past}::int[]) or u.created_at < make_date(a.year + 1, 1, 1))
    group by a.tenant_id, a.year`.execute(db)
  return rows
}

function sum(counts: Counts): number {
  return counts.reduce((total, { users }) => total + users, 0)
}
