import type { Dashboard, TakingPart } from 'contract/dashboard'
import { PAGE_SIZE } from 'contract/list-sizes'
import { ANSWERED_STATES } from 'contract/participation-states'
import { sql } from 'kysely'
import { type PlatformScope, platformScopeOf } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import {
  countNotBegun,
  readOffered,
} from '#features/overview/participation/participation.queries.ts'

/** The newest so many, and the one in view. */
const MOST_YEARS = 5

type When = { year: number; thisYear: number }

/** How many take part in each year of all organisations in view, and in the year in view of those that lag most. */
export async function readParticipation(
  db: Db,
  scope: PlatformScope,
  { year, thisYear }: When,
): Promise<Pick<Dashboard, 'participation' | 'organisations'>> {
  const begun = await countBegun(db, scope, 'year')
  const newest = [...begun.keys()].toSorted((one, other) => other - one).slice(0, MOST_YEARS)
  const years = [...new Set([year, ...newest])].toSorted((one, other) => other - one)
  const notBegun = new Map<number, Map<number, number>>()
  for (const one of years) notBegun.set(one, await notBegunIn(db, scope, { year: one, thisYear }))
  return {
    participation: years.map((one) => ({
      ...(begun.get(one) ?? NOBODY),
      year: one,
      not_begun: sum(notBegun.get(one)?.values() ?? []),
    })),
    organisations: await readOrganisations(db, year, notBegun.get(year) ?? new Map()),
  }
}

const NOBODY = { in_progress: 0, completed: 0 }

/** Those with the most people who have not begun. */
async function readOrganisations(
  db: Db,
  year: number,
  notBegun: ReadonlyMap<number, number>,
): Promise<Dashboard['organisations']> {
  // Of equal ones always the same.
  const most = [...notBegun]
    .toSorted(([id, one], [otherId, other]) => other - one || id - otherId)
    .slice(0, PAGE_SIZE)
  if (most.length === 0) return []
  const scope = platformScopeOf(most.map(([id]) => id))
  const begun = await countBegun(db, scope, 'tenant_id', year)
  const named = await db
    .selectFrom('tenants')
    .select(['id', 'name'])
    .where('id', 'in', [...scope.tenantIds])
    .execute()
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const rows = most.map(([id, count]) => ({
    id,
    name: names.get(id) ?? '',
    ...(begun.get(id) ?? NOBODY),
    not_begun: count,
  }))
  return rows.toSorted(
    (one, other) => other.not_begun - one.not_begun || one.name.localeCompare(other.name, 'en-GB'),
  )
}

async function notBegunIn(db: Db, { tenantIds }: PlatformScope, { year, thisYear }: When) {
  const time = { year, isPast: year < thisYear }
  const { openIn } = await readOffered(db, { tenantIds, ...time })
  return await countNotBegun(db, openIn, time)
}

/** How many assessments have been begun, by year or by organisation. */
async function countBegun(
  db: Db,
  { tenantIds }: PlatformScope,
  by: 'year' | 'tenant_id',
  year?: number,
): Promise<Map<number, Omit<TakingPart, 'not_begun'>>> {
  const rows = await db
    .selectFrom('assessments')
    .select([
      `${by} as of`,
      sql<number>`count(*) filter (where status = 'in_progress')`.as('in_progress'),
      sql<number>`count(*) filter (where status = any(${[...ANSWERED_STATES]}))`.as('completed'),
    ])
    .where('tenant_id', '=', sql<number>`any(${[...tenantIds]}::bigint[])`)
    .where('status', '<>', 'not_started')
    .$if(year !== undefined, (query) => query.where('year', '=', year ?? 0))
    .groupBy(by)
    .execute()
  return new Map(rows.map(({ of, ...counts }) => [of, counts]))
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0)
}
