import type { ContentSetDetails } from 'contract/content-sets'
import { refreshed } from './draft-saving.ts'
import { withValue, type DraftState, type Part, type PartClash } from './draft-state.ts'
import { merge, mergeOrder } from './merge.ts'

/** Of a draft what is not on the server: the parts that were changed, and what they were based on. */
export interface KeptDraft extends Pick<DraftState, 'elements' | 'order' | 'baseOrder'> {
  head: DraftState['head'] | null
  clashes: readonly PartClash[]
}

export function keptOf({ head, elements, order, baseOrder, clashes }: DraftState): KeptDraft {
  const isKept = <Value>(part: Part<Value>, elementId: number | null) =>
    part.base !== part.value || clashes.some((clash) => clash.elementId === elementId)
  const parts = Object.entries(elements).filter(([id, part]) => isKept(part, Number(id)))
  return {
    head: isKept(head, null) ? head : null,
    elements: Object.fromEntries(parts),
    order,
    baseOrder,
    clashes,
  }
}

/** The draft as the server has it, with what was kept: what is older there is merged as after any other's save. */
export function withKept(
  state: DraftState,
  kept: KeptDraft,
  details: ContentSetDetails,
): DraftState {
  const elements = { ...state.elements }
  for (const [key, part] of Object.entries(kept.elements)) {
    elements[Number(key)] = joined(elements[Number(key)], part)
  }
  const head = kept.head ? joined(changed(state.head), kept.head) : state.head
  // Removed there and changed here: it stays in sight until its author has decided.
  const left = Object.entries(kept.elements).flatMap(([key, { value }]) =>
    value !== null && !state.order.includes(Number(key)) ? [Number(key)] : [],
  )
  const order = mergeOrder(kept.baseOrder, kept.order, [...state.order, ...left])
  const clashes = [...state.clashes, ...kept.clashes]
  return refreshed({ ...state, head, elements, order, clashes }, details)
}

function changed<Value>(part: Part<Value>) {
  return part.base === part.value ? undefined : part
}

// Two windows are gone: what the later one wrote comes second, and stands.
function joined<Value>(first: Part<Value> | undefined, then: Part<Value>): Part<Value> {
  // As what was said last it has been a text in between, in which the same is no longer one and the same.
  if (!first) return withValue(then, then.value)
  return withValue(then, merge(then.base, then.value, first.value).value as Value)
}
