import type { SaveDraftBody, SavedDraft } from 'contract/content-sets'
import { withValue, type DraftState, type Part } from './draft-state.ts'
import { isEqual } from './path.ts'
import { invalidFields, storable } from './invalid-fields.ts'

/** The changes to send, or null. Conflicts and invalid fields wait for the author. */
export function unsaved(state: DraftState): SaveDraftBody | null {
  const { order } = state
  const elements = Object.entries(state.elements)
    .map(([id, part]) => ({ id: Number(id), ...part, next: storable(part) }))
    .filter(({ id, base, next }) => base !== next && !hasConflict(state, id))
    .map(({ id, version, next }) => ({ id, version, element: next }))
  const head = { version: state.head.version, head: storable(state.head) }
  const isHeadChanged = state.head.base !== head.head && !hasConflict(state, null)
  const isMoved = !isEqual(order, state.baseOrder)
  if (!isHeadChanged && elements.length === 0 && !isMoved) return null
  return {
    ...(isHeadChanged && { head }),
    ...(elements.length > 0 && { elements }),
    ...(isMoved && { order: [...order] }),
  }
}

export function isClean(state: DraftState) {
  return (
    unsaved(state) === null && state.conflicts.length === 0 && invalidFields(state).length === 0
  )
}

export function discarded(state: DraftState): DraftState {
  const { head, elements, baseOrder } = state
  const parts = Object.entries(elements).map(([id, part]) => [id, { ...part, value: part.base }])
  return {
    ...state,
    head: { ...head, value: head.base },
    elements: Object.fromEntries(parts) as DraftState['elements'],
    order: baseOrder,
    conflicts: [],
  }
}

/** Sent values are remembered until the server answers, because they may have arrived. */
export function sending(state: DraftState, body: SaveDraftBody): DraftState {
  const parts = { ...state.elements }
  for (const { id, element } of body.elements ?? []) {
    const part = parts[id]
    if (part) parts[id] = withSent(part, element)
  }
  const head = body.head ? withSent(state.head, body.head.head) : state.head
  return { ...state, head, elements: parts }
}

function withSent<Value>(part: Part<Value>, value: Value): Part<Value> {
  const sent = part.sent ?? []
  return sent.at(-1) === value ? part : { ...part, sent: [...sent, value] }
}

/** The server now has what was sent; newer changes stay unsaved. */
export function saved(state: DraftState, sent: SaveDraftBody, answer: SavedDraft): DraftState {
  const parts = { ...state.elements }
  for (const { id, element } of sent.elements ?? []) {
    const version = answer.elements.find((one) => one.id === id)?.version
    const part = parts[id]
    if (part) parts[id] = based({ ...part, version: version ?? part.version }, element)
  }
  const head = { ...state.head, version: answer.head_version }
  return {
    ...state,
    head: sent.head ? based(head, sent.head.head) : state.head,
    elements: parts,
    baseOrder: sent.order ?? state.baseOrder,
  }
}

function hasConflict({ conflicts }: DraftState, id: number | null) {
  return conflicts.some(({ elementId }) => elementId === id)
}

function based<Value>({ version, value }: Part<Value>, base: Value): Part<Value> {
  return withValue({ base, version, value }, value)
}
