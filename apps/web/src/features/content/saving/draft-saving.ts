import type {
  ContentSetDetails,
  DraftConflict,
  SaveDraftBody,
  SavedDraft,
  StoredElement,
} from 'contract/content-sets'
import type { DraftElement } from 'contract/draft'
import {
  withValue,
  type DraftState,
  type Part,
  type PartConflict,
  type Saver,
} from './draft-state.ts'
import { merge, mergeOrder, type MergeConflict } from './merge.ts'
import { isEqual, writeAt } from './path.ts'
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

/** Someone else saved first: their state becomes the base, merged field by field. */
export function rebased(state: DraftState, conflict: DraftConflict): DraftState {
  const conflicts: PartConflict[] = []
  const parts = { ...state.elements }
  for (const { id, version, element, ...saver } of conflict.elements) {
    const part = parts[id] ?? { base: element, version, value: element }
    const next = mergedPart(part, element, version)
    parts[id] = next.part
    conflicts.push(...withPlace(next.conflicts, id, saver))
  }
  const theirs = conflict.head
  const head = theirs && mergedPart(state.head, theirs.head, theirs.version)
  if (head) conflicts.push(...withPlace(head.conflicts, null, theirs))
  return {
    ...state,
    head: head?.part ?? state.head,
    elements: parts,
    conflicts: joined(state.conflicts, conflicts),
    ...mergedOrder(state, conflict.elements),
  }
}

/** Merges the server's current state. The caller loads outdated open elements again. */
export function refreshed(state: DraftState, details: ContentSetDetails): DraftState {
  const ids = details.outline.map(({ id }) => id)
  const head =
    details.head_version > state.head.version
      ? mergedPart(state.head, details.head, details.head_version)
      : null
  return {
    ...state,
    head: head?.part ?? state.head,
    conflicts: joined(
      state.conflicts,
      head ? withPlace(head.conflicts, null, details.head_saved) : [],
    ),
    outline: Object.fromEntries(details.outline.map((element) => [element.id, element])),
    baseOrder: ids,
    order: mergeOrder(state.baseOrder, state.order, [...ids, ...changedHere(state, ids)]),
  }
}

export function hasNewerVersions(
  { head, elements, outline, baseOrder }: DraftState,
  now: ContentSetDetails,
) {
  const isNewer = ({ id, version }: { id: number; version: number }) =>
    version > (elements[id]?.version ?? outline[id]?.version ?? 0)
  const order = now.outline.map(({ id }) => id)
  return now.head_version > head.version || now.outline.some(isNewer) || !isEqual(order, baseOrder)
}

export function outdated(state: DraftState, { outline }: ContentSetDetails): number[] {
  return outline
    .filter(({ id, version }) => (state.elements[id]?.version ?? version) < version)
    .map(({ id }) => id)
}

export function withNewer(state: DraftState, newer: StoredElement) {
  const { saved_by, is_own } = newer
  return rebased(state, { saved_by, is_own, head: null, elements: [newer] })
}

export function resolved(
  state: DraftState,
  conflict: PartConflict,
  whose: 'mine' | 'theirs',
): DraftState {
  const conflicts = state.conflicts.filter((one) => one !== conflict)
  if (whose === 'mine') return { ...state, conflicts }
  const { elementId, path, theirs } = conflict
  if (elementId === null) {
    const value = writeAt(state.head.value, path, theirs) as typeof state.head.value
    return { ...state, conflicts, head: withValue(state.head, value) }
  }
  const part = state.elements[elementId]
  if (!part) return { ...state, conflicts }
  const value = writeAt(part.value, path, theirs) as DraftElement | null
  return {
    ...state,
    conflicts,
    elements: { ...state.elements, [elementId]: withValue(part, value) },
    order:
      value === null
        ? state.order.filter((id) => id !== elementId)
        : withRestored(state, elementId),
  }
}

function withRestored({ order, baseOrder }: DraftState, id: number) {
  if (order.includes(id)) return order
  const left = new Set(order)
  const before = baseOrder.slice(0, baseOrder.indexOf(id)).findLast((one) => left.has(one))
  return order.toSpliced(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
}

// The server's value may be our own, sent without an answer; then there is no conflict.
function mergedPart<Value>(part: Part<Value>, theirs: Value, version: number) {
  const isOwn = part.sent?.some((one) => isEqual(one, theirs)) ?? false
  const { value, conflicts } = merge(isOwn ? theirs : part.base, part.value, theirs)
  return { part: withValue({ base: theirs, version, value: theirs }, value as Value), conflicts }
}

function withPlace(
  conflicts: readonly MergeConflict[],
  elementId: number | null,
  { saved_by, is_own }: Saver,
): PartConflict[] {
  return conflicts.map((conflict) => ({ ...conflict, elementId, by: saved_by, isOwn: is_own }))
}

// Elements that others removed leave the outline unless they were changed here.
function mergedOrder(state: DraftState, theirs: DraftConflict['elements']) {
  const gone = new Set(theirs.filter(({ element }) => element === null).map(({ id }) => id))
  const isKept = (id: number) =>
    !gone.has(id) || state.elements[id]?.value !== state.elements[id]?.base
  return {
    order: state.order.filter(isKept),
    baseOrder: state.baseOrder.filter((id) => !gone.has(id)),
  }
}

// An element that someone removed and that is changed here stays until the author decides.
function changedHere({ order, elements }: DraftState, ids: readonly number[]) {
  const there = new Set(ids)
  return order.filter(
    (id) => !there.has(id) && elements[id] && elements[id].value !== elements[id].base,
  )
}

function joined(old: readonly PartConflict[], found: readonly PartConflict[]) {
  const isFoundAgain = (conflict: PartConflict) =>
    found.some((one) => one.elementId === conflict.elementId && isEqual(one.path, conflict.path))
  return [...old.filter((conflict) => !isFoundAgain(conflict)), ...found]
}

function hasConflict({ conflicts }: DraftState, id: number | null) {
  return conflicts.some(({ elementId }) => elementId === id)
}

function based<Value>({ version, value }: Part<Value>, base: Value): Part<Value> {
  return withValue({ base, version, value }, value)
}
