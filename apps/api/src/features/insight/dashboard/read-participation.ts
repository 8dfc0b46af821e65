import type { Dashboard } from 'contract/dashboard'
import { PAGE_SIZE } from 'contract/list-sizes'
import type { Db } from '#db/scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { type Assessments, stagesOf } from './figures.queries.ts'
import { type Time, listOffering } from '#features/insight/participation/participation.queries.ts'
import { countActive, countStarters, listOrganisationNames } from './users-by-year.queries.ts'

/** The newest years, besides the selected one. */
const MAX_YEARS = 5

/** Participation by year, and of the selected year the organisations with the most users who have not started. */
export async function readParticipation(
  db: Db,
  scope: VisibleScope,
  counted: readonly Assessments[],
  { year, thisYear, now }: { year: number; thisYear: number; now: Date },
): Promise<Pick<Dashboard, 'participation' | 'organisations'>> {
  const started = Map.groupBy(
    counted.filter(({ status }) => status !== 'not_started'),
    (one) => one.year,
  )
  const newest = [...started.keys()].toSorted((one, other) => other - one).slice(0, MAX_YEARS)
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
  const named = await listOrganisationNames(db, ids)
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

/** Users who could have started an assessment and haven't, by year and organisation. */
async function countNotStarted(db: Db, scope: VisibleScope, times: readonly Time[]) {
  const active = Map.groupBy(await countActive(db, scope), (row) => row.tenant_id)
  const started = Map.groupBy(await countStarters(db, scope, times), (row) => row.year)
  const counts = new Map<number, Map<number, number>>()
  for (const time of times) {
    const offering = await listOffering(db, scope, time)
    const ofYear = new Map(started.get(time.year)?.map((row) => [row.tenant_id, row.users]))
    const left = offering.map((id): [number, number] => {
      const could = (active.get(id) ?? []).filter(({ year }) => !time.isPast || year <= time.year)
      return [id, sum(could.map(({ users }) => users)) - (ofYear.get(id) ?? 0)]
    })
    counts.set(time.year, new Map(left.filter(([, users]) => users > 0)))
  }
  return counts
}
