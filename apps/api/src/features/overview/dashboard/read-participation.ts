import type { Dashboard } from 'contract/dashboard'
import { PAGE_SIZE } from 'contract/list-sizes'
import type { Db } from '#db/driver.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { countNotStarted } from './not-started.queries.ts'
import { type Assessments, stagesOf } from './figures.queries.ts'

/** The newest years, besides the selected one. */
const MOST_YEARS = 5

type When = { year: number; thisYear: number; now: Date }

/** Participation by year, and of the selected year the organisations with the most users who have not started. */
export async function readParticipation(
  db: Db,
  scope: VisibleScope,
  counted: readonly Assessments[],
  { year, thisYear, now }: When,
): Promise<Pick<Dashboard, 'participation' | 'organisations'>> {
  const started = Map.groupBy(
    counted.filter(({ status }) => status !== 'not_started'),
    (one) => one.year,
  )
  const newest = [...started.keys()].toSorted((one, other) => other - one).slice(0, MOST_YEARS)
  const years = [...new Set([year, ...newest])].toSorted((one, other) => other - one)
  const times = years.map((one) => ({ year: one, isPast: one < thisYear, now }))
  const notStarted = await countNotStarted(db, scope, times)
  return {
    participation: years.map((one) => ({
      ...stagesOf(started.get(one)),
      year: one,
      not_started: sum(notStarted.get(one)?.values() ?? []),
    })),
    organisations: await readOrganisations(
      db,
      started.get(year) ?? [],
      notStarted.get(year) ?? new Map(),
    ),
  }
}

async function readOrganisations(
  db: Db,
  ofYear: readonly Assessments[],
  notStarted: ReadonlyMap<number, number>,
): Promise<Dashboard['organisations']> {
  const most = [...notStarted]
    .toSorted(([id, one], [otherId, other]) => other - one || id - otherId)
    .slice(0, PAGE_SIZE)
  if (most.length === 0) return []
  const ids = most.map(([id]) => id)
  const started = Map.groupBy(ofYear, (one) => one.tenant_id)
  const named = await db
    .selectFrom('tenants')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const rows = most.map(([id, count]) => ({
    id,
    name: names.get(id) ?? '',
    ...stagesOf(started.get(id)),
    not_started: count,
  }))
  return rows.toSorted(
    (one, other) =>
      other.not_started - one.not_started || one.name.localeCompare(other.name, 'en-GB'),
  )
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0)
}
