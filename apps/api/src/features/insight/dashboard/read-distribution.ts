import type { Distribution, Levels } from 'contract/dashboard'
import type { Db } from '#db/scope.ts'
import { stepsOf } from '#features/insight/participation/levels-of.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { countLevels } from './levels.queries.ts'

/** The newest years. */
const MAX_YEARS = 4

type Counted = Awaited<ReturnType<typeof countLevels>>

type Named = { id: number | null; name: string }

/** How many users of the visible organisations reach each level, by year. */
export async function readDistribution(
  db: Db,
  scope: VisibleScope,
  { title, scale, by, rows }: Levels,
  organisation: Named,
): Promise<Distribution> {
  if (title === null) return []
  const steps = stepsOf(scale?.length)
  const tenants = by === 'person' ? [] : rows.map(({ id }) => id)
  const counted = await countLevels(db, scope, { title, steps, tenants })
  if (counted.length === 0) return []
  const years = [...new Set(counted.map(({ year }) => year))]
    .toSorted((one, other) => one - other)
    .slice(-MAX_YEARS)
  const byTenant = Map.groupBy(counted, ({ tenant_id }) => tenant_id)
  const rowOf = ({ id, name }: Named, part: Counted) => ({
    id,
    name,
    years: years.map((year) => ({
      year,
      counts: Array.from({ length: steps.levels }, (_, level) => peopleAt(part, year, level)),
    })),
  })
  const all = byTenant.get(null) ?? []
  if (by === 'person') return [rowOf(organisation, all)]
  return [
    rowOf({ id: null, name: 'All organisations' }, all),
    ...rows.map((row) => rowOf(row, byTenant.get(row.id) ?? [])),
  ]
}

function peopleAt(counted: Counted, year: number, level: number): number {
  return counted
    .filter((row) => row.year === year && row.level === level)
    .reduce((sum, { people }) => sum + people, 0)
}
