import type { ContentSetDetails, DraftConflict, StoredElement } from 'contract/content-sets'
import type { DraftElement, DraftHead } from 'contract/draft'
import { partEdit, removeStatements } from './draft-edits.ts'
import {
  applied,
  valueOf,
  withConflict,
  withoutSettled,
  withoutSteps,
  withValue,
  WHOLE_SET,
  type DraftState,
  type Part,
  type PartConflict,
  type Saver,
} from './draft-state.ts'
import { mergeOrder } from './order.ts'
import { isEqual } from './path.ts'

/** Someone else saved first. The author chooses the version of each part that was changed here, too. */
export function rebased(state: DraftState, { head, elements }: DraftConflict): DraftState {
  const next = elements.reduce(
    (now, { id, version, element, ...saver }) => withTheirs(now, id, version, element, saver),
    head ? withTheirs(state, null, head.version, head.head, head) : state,
  )
  const gone = new Set(elements.flatMap(({ id, element }) => (element === null ? [id] : [])))
  return {
    ...next,
    order: next.order.filter((id) => !gone.has(id) || isChangedHere(next, id)),
    baseOrder: next.baseOrder.filter((id) => !gone.has(id)),
  }
}

/** Takes over the server's current state. The caller loads outdated open elements again. */
export function refreshed(state: DraftState, details: ContentSetDetails): DraftState {
  const { outline, head, head_version: version, head_saved } = details
  const ids = outline.map(({ id }) => id)
  const there = new Set(ids)
  const isRemovedThere = (id: number) => !there.has(id) && state.elements[id]?.base !== null
  // An element that someone removed and that is changed here stays until the author decides.
  const kept = state.order.filter((id) => !there.has(id) && isChangedHere(state, id))
  const next =
    version > state.head.version ? withTheirs(state, null, version, head, head_saved) : state
  return {
    ...withoutSteps(
      next,
      state.baseOrder.filter((id) => isRemovedThere(id) && !kept.includes(id)),
    ),
    outline: Object.fromEntries(outline.map((element) => [element.id, element])),
    baseOrder: ids,
    order: mergeOrder(state.baseOrder, state.order, [...ids, ...kept]),
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

/** A step, so that undoing it brings the other version back and asks again. */
export function resolved(
  state: DraftState,
  conflict: PartConflict,
  whose: 'mine' | 'theirs',
): DraftState {
  const left = { ...state, conflicts: state.conflicts.filter((one) => one !== conflict) }
  const { elementId, theirs } = conflict
  const twins = twinsOf(state, elementId, whose === 'mine' ? valueOf(state, elementId) : theirs)
  const elsewhere = removeStatements(state, twins).elements
  if (whose === 'mine' && twins.length === 0) return left
  const place = { ...WHOLE_SET, elementId }
  const edit = whose === 'mine' ? { elements: [] } : partEdit(state, place, [], theirs)
  const after =
    theirs === null ? state.order.filter((id) => id !== elementId) : restored(state, elementId)
  return applied(left, {
    ...edit,
    place,
    kind: 'choose',
    at: 0,
    elements: [...edit.elements, ...elsewhere],
    ...(whose === 'theirs' && { order: { before: state.order, after } }),
    conflict,
  })
}

/** The statements of a version that are in another element too, because one author moved them. */
function twinsOf(state: DraftState, elementId: number | null, version: PartConflict['theirs']) {
  if (version === null || !('statements' in version)) return []
  const keys = new Set(version.statements.map(({ key }) => key))
  return state.order
    .filter((id) => id !== elementId)
    .flatMap((id) =>
      (state.elements[id]?.value?.statements ?? [])
        .filter(({ key }) => keys.has(key))
        .map(({ key }) => ({ elementId: id, key })),
    )
}

function restored({ order, baseOrder }: DraftState, id: number | null) {
  if (id === null || order.includes(id)) return order
  const left = new Set(order)
  const before = baseOrder.slice(0, baseOrder.indexOf(id)).findLast((one) => left.has(one))
  return order.toSpliced(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
}

function isChangedHere({ elements }: DraftState, id: number) {
  return elements[id] !== undefined && elements[id].value !== elements[id].base
}

type Value = DraftHead | DraftElement | null

function withTheirs(
  state: DraftState,
  elementId: number | null,
  version: number,
  theirs: Value,
  { saved_by, is_own }: Saver,
): DraftState {
  const part: Part<Value> | undefined = elementId === null ? state.head : state.elements[elementId]
  const isUnchanged = part === undefined || part.value === part.base
  const next = withPart(
    state,
    elementId,
    withValue({ base: theirs, version, value: theirs }, isUnchanged ? theirs : part.value),
  )
  // The server's value may be our own, sent without an answer; then there is no conflict.
  if (part && [part.base, ...(part.sent ?? [])].some((one) => isEqual(one, theirs))) return next
  if (isUnchanged) return withoutSteps(next, [elementId])
  const others = state.conflicts.filter(
    (one) => one.elementId !== elementId || !isEqual(one.theirs, part.base),
  )
  const conflict = { elementId, theirs, by: saved_by, isOwn: is_own }
  return withoutSettled(withConflict({ ...next, conflicts: others }, conflict))
}

export function withPart(state: DraftState, elementId: number | null, part: Part<Value>) {
  if (elementId === null) return { ...state, head: part as DraftState['head'] }
  const elements = { ...state.elements, [elementId]: part as Part<DraftElement | null> }
  return { ...state, elements }
}
