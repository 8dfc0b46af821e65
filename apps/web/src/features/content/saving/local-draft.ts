import type { ContentSetDetails } from 'contract/content-sets'
import { titleOf } from '#features/content/publish/edition-labels.ts'
import { isClean, refreshed } from './draft-saving.ts'
import { withValue, type DraftState, type Part, type PartClash } from './draft-state.ts'
import { merge, mergeOrder } from './merge.ts'

/** Of a draft what is not on the server: the parts that were changed, and what they were based on. */
export interface LocalDraft extends Pick<DraftState, 'elements' | 'order' | 'baseOrder'> {
  head: DraftState['head'] | null
  clashes: readonly PartClash[]
}

export function placeOfDraft(contentSetId: number) {
  return `content-set ${contentSetId}`
}

/** The draft as its copy on the device has it; null when everything is saved. */
export function draftToCopy(state: DraftState, contentSetId: number) {
  if (isClean(state)) return null
  const title = titleOf(state.head.value)
  return { title, path: `/admin/content-sets/${contentSetId}`, value: localDraft(state) }
}

export function localDraft({ head, elements, order, baseOrder, clashes }: DraftState): LocalDraft {
  const isUnsaved = <Value>(part: Part<Value>, elementId: number | null) =>
    part.base !== part.value || clashes.some((clash) => clash.elementId === elementId)
  const parts = Object.entries(elements).filter(([id, part]) => isUnsaved(part, Number(id)))
  return {
    head: isUnsaved(head, null) ? head : null,
    elements: Object.fromEntries(parts),
    order,
    baseOrder,
    clashes,
  }
}

/** The draft as the server has it, with what a closed window left: what is older there is merged as after any other's save. */
export function withLocalDraft(
  state: DraftState,
  local: LocalDraft,
  details: ContentSetDetails,
): DraftState {
  const elements = { ...state.elements }
  for (const [key, part] of Object.entries(local.elements)) {
    elements[Number(key)] = joined(elements[Number(key)], part)
  }
  const head = local.head ? joined(changed(state.head), local.head) : state.head
  // Removed there and changed here: it stays in sight until its author has decided.
  const left = Object.entries(local.elements).flatMap(([key, { value }]) =>
    value !== null && !state.order.includes(Number(key)) ? [Number(key)] : [],
  )
  const order = mergeOrder(local.baseOrder, local.order, [...state.order, ...left])
  const clashes = [...state.clashes, ...local.clashes]
  return refreshed({ ...state, head, elements, order, clashes }, details)
}

function changed<Value>(part: Part<Value>) {
  return part.base === part.value ? undefined : part
}

// Two windows are gone: what the later one wrote comes second, and stands.
function joined<Value>(first: Part<Value> | undefined, then: Part<Value>): Part<Value> {
  // A copy has been text in between: equal values are no longer the same object.
  if (!first) return withValue(then, then.value)
  return withValue(then, merge(then.base, then.value, first.value).value as Value)
}
