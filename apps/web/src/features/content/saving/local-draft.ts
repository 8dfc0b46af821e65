import type { ContentSetDetails } from 'contract/content-sets'
import { titleOf } from '#features/content/publish/edition-labels.ts'
import { isClean, refreshed } from './draft-saving.ts'
import { withValue, type DraftState, type Part, type PartConflict } from './draft-state.ts'
import { merge, mergeOrder } from './merge.ts'

export interface LocalDraft extends Pick<DraftState, 'elements' | 'order' | 'baseOrder'> {
  head: DraftState['head'] | null
  conflicts: readonly PartConflict[]
}

export function placeOfDraft(contentSetId: number) {
  return `content-set ${contentSetId}`
}

/** The copy for this device, or null when everything is saved. */
export function draftToCopy(state: DraftState, contentSetId: number) {
  if (isClean(state)) return null
  const title = titleOf(state.head.value)
  return { title, path: `/admin/content-sets/${contentSetId}`, value: localDraft(state) }
}

export function localDraft({
  head,
  elements,
  order,
  baseOrder,
  conflicts,
}: DraftState): LocalDraft {
  const isUnsaved = <Value>(part: Part<Value>, elementId: number | null) =>
    part.base !== part.value || conflicts.some((conflict) => conflict.elementId === elementId)
  const parts = Object.entries(elements).filter(([id, part]) => isUnsaved(part, Number(id)))
  return {
    head: isUnsaved(head, null) ? head : null,
    elements: Object.fromEntries(parts),
    order,
    baseOrder,
    conflicts,
  }
}

/** Merges the copy of a closed window into the server's draft, as after another author's save. */
export function withLocalDraft(
  state: DraftState,
  local: LocalDraft,
  details: ContentSetDetails,
): DraftState {
  const elements = { ...state.elements }
  for (const [key, part] of Object.entries(local.elements)) {
    elements[Number(key)] = joined(elements[Number(key)], part)
  }
  const changed = state.head.base === state.head.value ? undefined : state.head
  const head = local.head ? joined(changed, local.head) : state.head
  // An element removed there and changed here stays until the author decides.
  const left = Object.entries(local.elements).flatMap(([key, { value }]) =>
    value !== null && !state.order.includes(Number(key)) ? [Number(key)] : [],
  )
  const order = mergeOrder(local.baseOrder, local.order, [...state.order, ...left])
  const conflicts = [...state.conflicts, ...local.conflicts]
  return refreshed({ ...state, head, elements, order, conflicts }, details)
}

// With copies of two windows, the later one wins.
function joined<Value>(first: Part<Value> | undefined, then: Part<Value>): Part<Value> {
  // A restored copy has equal values, but not the same objects.
  if (!first) return withValue(then, then.value)
  return withValue(then, merge(then.base, then.value, first.value).value as Value)
}
