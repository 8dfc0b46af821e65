import type { ParticipationFilter } from 'contract/participation'
import { type RawBuilder, sql } from 'kysely'

/** Users without an assessment come last by activity, and removed users last by name. */
export function orderOf(filter: ParticipationFilter): RawBuilder<unknown>[] {
  const first = isByActivity(filter) ? [sql`touched_at ${directionOf(filter)} nulls last`] : []
  return [...first, sql`is_removed`, ...byName(filter)]
}

/** The rows in parts of which each has its order in an index. */
export function partsOf(filter: ParticipationFilter) {
  const order = orderOf(filter)
  const isRemoved = sql<boolean>`u.removed_at is not null`
  if (isByActivity(filter))
    return [
      { isInPart: sql<boolean>`a.id is not null`, isRemoved, order },
      ...(hasNotStarted(filter)
        ? [{ isInPart: sql<boolean>`a.user_id is null`, isRemoved, order }]
        : []),
    ]
  const present = {
    isInPart: sql<boolean>`u.removed_at is null`,
    isRemoved: sql<boolean>`false`,
    order: byName(filter),
  }
  const removed = { isInPart: isRemoved, isRemoved: sql<boolean>`true`, order: byName(filter) }
  const hasRemoved = filter.name === undefined && filter.state?.join() !== 'not_started'
  return hasRemoved ? [present, removed] : [present]
}

function byName(filter: ParticipationFilter) {
  const columns = [sql`name_norm`, sql`user_id`, sql`assessment_id`]
  return columns.map((column) => sql`${column} ${directionOf(filter)}`)
}

export function isByActivity({ sort }: ParticipationFilter): boolean {
  return sort.startsWith('touched_at')
}

function directionOf({ sort }: ParticipationFilter) {
  return sort.endsWith('.desc') ? sql`desc` : sql`asc`
}

type State = Pick<ParticipationFilter, 'state' | 'activity' | 'certificate' | 'level'>

/** Whether the list has users who have not started an assessment. */
export function hasNotStarted({ state, activity, certificate, level }: State): boolean {
  const isWanted = !state || state.includes('not_started')
  return isWanted && !activity && !certificate && level === undefined
}
