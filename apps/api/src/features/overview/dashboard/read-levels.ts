import type { Levels } from 'contract/dashboard'
import type { Db } from '#db/driver.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import type { Assessments } from './assessments.queries.ts'
import {
  type Wanted,
  listElementTitles,
  listOwners,
  listScores,
  listTitles,
} from './levels.queries.ts'

/** Where organisations, or one organisation's people, stand in each element. */
export async function readLevels(
  db: Db,
  scope: VisibleScope,
  ofYear: readonly Assessments[],
  {
    year,
    title: asked,
    by,
    page,
  }: Omit<Wanted, 'title'> & { title: string | undefined; page: number },
): Promise<Levels> {
  const sets = await listTitles(db, scope, ofYear)
  const set = sets.find(({ title }) => title === asked) ?? sets[0]
  const titles = sets.map(({ title }) => title)
  if (!set) return { titles, title: null, scale: null, by, elements: [], rows: [], total: 0 }
  const wanted = { year, title: set.title, by }
  const owners = await listOwners(db, scope, wanted, page)
  const elements = await listElementTitles(db, scope, wanted)
  const ids = owners.map(({ id }) => id)
  const scores = Map.groupBy(await listScores(db, scope, wanted, ids), ({ owner }) => owner)
  const rows = owners.map(({ id, name, is_removed, statements }) => {
    const own = scores.get(id) ?? []
    const answered = own.reduce((sum, { answered: count }) => sum + count, 0)
    return {
      id,
      name,
      is_removed,
      scores: elements.map(({ key }) => own.find((score) => score.key === key)?.score ?? null),
      answered: statements === 0 ? null : Math.min(1, answered / statements),
    }
  })
  return {
    titles,
    title: set.title,
    scale: set.scale,
    by,
    rows,
    elements: elements.map(({ title }) => title),
    total: owners[0]?.all ?? 0,
  }
}
