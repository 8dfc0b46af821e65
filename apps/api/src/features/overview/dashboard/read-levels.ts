import type { Levels } from 'contract/dashboard'
import type { Db } from '#db/driver.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import type { Assessments } from './figures.queries.ts'
import { listElementTitles, listOwners, listScores, listTitles } from './levels.queries.ts'

type Query = { year: number; title: string | undefined; by: Levels['by']; page: number }

/** The mean score of organisations, or of one organisation's users, in each element. */
export async function readLevels(
  db: Db,
  scope: VisibleScope,
  ofYear: readonly Assessments[],
  { year, title, by, page }: Query,
): Promise<Levels> {
  const counted = ofYear.filter(({ type }) => type === 'self_assessment')
  const found = await listTitles(db, scope, counted)
  const set = found.find((one) => one.title === title) ?? found[0]
  const titles = found.map((one) => one.title)
  if (!set) return { titles, title: null, scale: null, by, elements: [], rows: [], total: 0 }
  const answered = { year, by, sets: set.sets, counted }
  const owners = await listOwners(db, scope, answered, page)
  const elements = await listElementTitles(db, scope, set.sets)
  const ids = owners.map(({ id }) => id)
  const scores = Map.groupBy(await listScores(db, scope, answered, ids), ({ owner }) => owner)
  const rows = owners.map(({ id, name, is_removed, statements }) => {
    const own = scores.get(id) ?? []
    const count = own.reduce((sum, score) => sum + score.answered, 0)
    return {
      id,
      name,
      is_removed,
      scores: elements.map(({ key }) => own.find((score) => score.key === key)?.score ?? null),
      answered: statements === 0 ? null : Math.min(1, count / statements),
    }
  })
  return {
    titles,
    title: set.title,
    scale: set.scale,
    by,
    rows,
    elements: elements.map((element) => element.title),
    total: owners[0]?.all ?? 0,
  }
}
