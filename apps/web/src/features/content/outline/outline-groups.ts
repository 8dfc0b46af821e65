import { hasSetResponses } from '#features/content/saving/draft-edits.ts'
import type { DraftState } from '#features/content/saving/draft-state.ts'
import {
  rowsBefore,
  rowsOf,
  shownOf,
  startedBy,
  summaryOf,
  type ElementRows,
  type OutlineView,
  type Row,
} from '#features/content/outline-rows.ts'
import { isEqual } from '#features/content/saving/path.ts'

export interface OutlineRows {
  rows: readonly Row[]
  ids: readonly string[]
}

interface Group extends OutlineRows {
  dataInputs: readonly unknown[]
  all: ElementRows
  viewInputs: readonly unknown[]
}

export type Groups = Map<number, Group>

/** Returns the same objects for unchanged rows, so that a keystroke renders only its own element again. */
export function outlineOf(cache: Groups, view: OutlineView) {
  let last: CachedOutline | null = null
  return (state: DraftState): OutlineRows => {
    if (last?.state !== state) {
      last =
        last && hasSameStructure(last.state, state)
          ? updatedOutline(last, state)
          : fullOutline(state)
    }
    return last.outlined
  }

  function fullOutline(state: DraftState): CachedOutline {
    const rows = rowsBefore(view)
    const first = { rows, ids: rows.map(({ id }) => id) }
    const groups = [first, ...state.order.map((_, index) => groupOf(cache, state, index, view))]
    const outlined = {
      rows: groups.flatMap(({ rows }) => rows),
      ids: groups.flatMap(({ ids }) => ids),
    }
    return { state, groups, outlined }
  }

  function updatedOutline(shown: CachedOutline, state: DraftState): CachedOutline {
    let { groups, outlined } = shown
    for (const id of changedIn(shown.state, state)) {
      const index = state.order.indexOf(id)
      if (index === -1) continue
      const old = groups[index + 1]
      const group = groupOf(cache, state, index, view)
      if (!old || group === old) continue
      const at = groups.slice(0, index + 1).reduce((sum, { rows }) => sum + rows.length, 0)
      const { rows, ids } = outlined
      outlined = {
        rows: group.rows === old.rows ? rows : replaced(rows, at, old.rows, group.rows),
        ids: group.ids === old.ids ? ids : replaced(ids, at, old.ids, group.ids),
      }
      groups = groups.with(index + 1, group)
    }
    const isSame = outlined.rows === shown.outlined.rows && outlined.ids === shown.outlined.ids
    return { state, groups, outlined: isSame ? shown.outlined : outlined }
  }
}

interface CachedOutline {
  state: DraftState
  groups: readonly OutlineRows[]
  outlined: OutlineRows
}

/** Whether the order and the groups are the same. */
function hasSameStructure(before: DraftState, now: DraftState) {
  const groupIn = (state: DraftState, id: number) => summaryOf(state, id).group
  return (
    now.order === before.order &&
    now.outline === before.outline &&
    hasSetResponses(now) === hasSetResponses(before) &&
    changedIn(before, now).every((id) => groupIn(before, id) === groupIn(now, id))
  )
}

function changedIn(before: DraftState, { elements }: DraftState) {
  return Object.keys(elements)
    .map(Number)
    .filter((id) => elements[id] !== before.elements[id])
}

function groupOf(cache: Groups, state: DraftState, index: number, view: OutlineView) {
  const elementId = state.order[index] ?? 0
  const { key, title, group: name, statements } = summaryOf(state, elementId)
  const dataInputs = [
    key,
    title,
    name,
    startedBy(state, index),
    statements,
    index,
    state.order.length,
    hasSetResponses(state),
  ]
  const viewInputs = [view.open.has(elementId), view.closed.has(name), view.find, view.canEdit]
  const old = cache.get(elementId)
  if (old && areSame(old.dataInputs, dataInputs) && areSame(old.viewInputs, viewInputs)) return old
  const all = old && areSame(old.dataInputs, dataInputs) ? old.all : rowsOf(state, index)
  const group = { dataInputs, viewInputs, all, ...outlined(shownOf(all, view), old) }
  cache.set(elementId, group)
  return group
}

function outlined(now: readonly Row[], before: OutlineRows = { rows: [], ids: [] }): OutlineRows {
  const rows = reuseUnchanged(before.rows, now)
  const ids = rows.map(({ id }) => id)
  return { rows, ids: reuseUnchanged(before.ids, ids) }
}

function areSame(before: readonly unknown[], now: readonly unknown[]) {
  return before.every((one, at) => one === now[at])
}

function reuseUnchanged<Item>(before: readonly Item[], now: readonly Item[]): readonly Item[] {
  const list = now.map((item, index) => {
    const old = before[index]
    return old !== undefined && isEqual(old, item) ? old : item
  })
  const isSame =
    list.length === before.length && list.every((item, index) => item === before[index])
  return isSame ? before : list
}

function replaced<Item>(
  all: readonly Item[],
  at: number,
  old: readonly Item[],
  now: readonly Item[],
): readonly Item[] {
  return [...all.slice(0, at), ...now, ...all.slice(at + old.length)]
}
