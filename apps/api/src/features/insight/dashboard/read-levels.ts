import type { Levels } from 'contract/dashboard'
import type { Db } from '#db/scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { elementGroups, isLong } from 'rules/element-groups'
import { referenceOf } from 'rules/reference'
import type { Titled } from './participation-sums.queries.ts'
import {
  listAnsweredSets,
  listOwners,
  type Element,
  listElements,
  type Score,
  listScores,
} from './levels.queries.ts'

type Query = { year: number; title: string | undefined; by: Levels['by']; page: number }

const NO_SCALE = { scale: null, lowest_level: 1, language: null }

/** The mean score of organisations, or of one organisation's users, in each element. */
export async function readLevels(
  db: Db,
  scope: VisibleScope,
  found: readonly Titled[],
  { year, title, by, page }: Query,
): Promise<Levels> {
  const set = found.find((one) => one.title === title) ?? found[0]
  const titles = found.map((one) => one.title)
  if (!set) return { titles, title: null, ...NO_SCALE, by, columns: [], rows: [], total: 0 }
  const answered = { year, by, title: set.title }
  const owners = await listOwners(db, scope, answered, page)
  const ids = owners.map(({ id }) => id)
  const sets = await listAnsweredSets(db, scope, answered, by === 'person' ? undefined : ids)
  const columns = columnsOf(await listElements(db, scope, sets))
  const scores = Map.groupBy(
    await listScores(db, scope, { year, by, sets }, ids),
    ({ owner }) => owner,
  )
  const rows = owners.map(({ id, name, is_removed, is_shared, statements }) => {
    const ownerScores = scores.get(id) ?? []
    const count = ownerScores.reduce((sum, score) => sum + score.answered, 0)
    return {
      id,
      name,
      is_removed,
      is_shared,
      scores: columns.map(({ keys }) => meanOf(ownerScores.filter(({ key }) => keys.has(key)))),
      answered: statements === 0 ? null : Math.min(1, count / statements),
    }
  })
  return {
    titles,
    title: set.title,
    scale: set.scale,
    lowest_level: set.lowest_level,
    language: set.language,
    by,
    rows,
    columns: columns.map(({ reference, title, group }) => ({ reference, title, group })),
    total: owners[0]?.all ?? 0,
  }
}

/** A column for each element, or for each group of a long set. */
function columnsOf(elements: readonly Element[]) {
  const groups = elementGroups(elements)
  if (isLong(elements))
    return groups.map(({ name, range, elements: members }) => ({
      reference: range && `${range.from} to ${range.to}`,
      title: name,
      group: null,
      keys: new Set<string | null>(members.map(({ key }) => key)),
    }))
  return groups.flatMap((group) =>
    group.elements.map((element) => ({
      reference: referenceOf(element),
      title: element.title,
      group: element.group,
      keys: new Set<string | null>([element.key]),
    })),
  )
}

function meanOf(scores: readonly Score[]) {
  const counted = scores.filter(({ score }) => score !== null)
  const weight = counted.reduce((sum, one) => sum + one.weight, 0)
  if (weight === 0) return null
  return counted.reduce((sum, one) => sum + one.weight * (one.score ?? 0), 0) / weight
}
