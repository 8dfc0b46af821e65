import type { ContentSetDetails, OutlineElement, StoredElement } from 'contract/content-sets'
import type { DraftElement, DraftHead } from 'contract/draft'
import { mergeOrder } from './order.ts'
import { isEqual, type Steps } from './path.ts'

export interface Place {
  elementId: number | null
  statement: string | null
  response: string | null
}

/** The server's value with its version, and the author's value. Null means removed. */
export interface Part<Value> {
  base: Value
  version: number
  value: Value
  /** Sent values that the server hasn't confirmed yet. */
  sent?: readonly Value[]
}

interface ElementChange {
  id: number
  before: DraftElement | null
  after: DraftElement | null
}

export interface Change {
  place: Place
  /** Consecutive changes of the same kind, such as typing in a field, are one step. */
  kind: string
  at: number
  head?: { before: DraftHead; after: DraftHead } | undefined
  elements: readonly ElementChange[]
  order?: { before: readonly number[]; after: readonly number[] } | undefined
  /** The choice that this step made; undoing it asks again. */
  conflict?: PartConflict
}

/** Who saved last; `is_own` means this user in another window. */
export type Saver = Pick<ContentSetDetails, 'saved_by' | 'is_own'>

/** Two versions of an element, or of the set's head: the author's value and another one. Null means removed. */
export interface PartConflict {
  elementId: number | null
  theirs: DraftHead | DraftElement | null
  by: string | null
  isOwn: boolean
}

export interface DraftState {
  head: Part<DraftHead>
  /** Only opened elements; for the others the outline has the title and statements. */
  elements: Readonly<Record<number, Part<DraftElement | null>>>
  outline: Readonly<Record<number, OutlineElement>>
  order: readonly number[]
  baseOrder: readonly number[]
  past: readonly Change[]
  future: readonly Change[]
  conflicts: readonly PartConflict[]
}

export const WHOLE_SET: Place = { elementId: null, statement: null, response: null }

const TYPING_PAUSE = 1500
const MAX_STEPS = 500

export function startDraft({ head, head_version, outline }: ContentSetDetails): DraftState {
  const order = outline.map(({ id }) => id)
  return {
    head: { base: head, version: head_version, value: head },
    elements: {},
    outline: Object.fromEntries(outline.map((element) => [element.id, element])),
    order,
    baseOrder: order,
    past: [],
    future: [],
    conflicts: [],
  }
}

type ReadElement = Omit<StoredElement, keyof Saver>

export function withStored(state: DraftState, { id, version, element }: ReadElement): DraftState {
  if (state.elements[id]) return state
  const part = { base: element, version, value: element }
  return { ...state, elements: { ...state.elements, [id]: part } }
}

export function withCreated(
  state: DraftState,
  stored: ReadElement,
  after: number | null,
  at: number,
): DraftState {
  const { id, element } = stored
  const insertAfter = (order: readonly number[]) =>
    order.toSpliced(after === null ? 0 : order.indexOf(after) + 1, 0, id)
  const order = { before: state.order, after: insertAfter(state.order) }
  const change: Change = {
    place: { ...WHOLE_SET, elementId: id },
    kind: 'add',
    at,
    elements: [{ id, before: null, after: element }],
    order,
  }
  return {
    ...withStored(state, stored),
    order: order.after,
    baseOrder: insertAfter(state.baseOrder),
    past: [...state.past, change],
    future: [],
  }
}

export function valueOf(state: DraftState, elementId: number | null) {
  return elementId === null ? state.head.value : (state.elements[elementId]?.value ?? null)
}

export function pathIn({ statement, response }: Place, field?: string): Steps {
  return [
    ...(statement === null ? [] : ['statements', statement]),
    ...(response === null ? [] : ['responses', response]),
    ...(field === undefined ? [] : stepsOf(field)),
  ]
}

/** Groups have keys that authors choose, so a field has the position instead: `groups.2.label`. */
function stepsOf(field: string): Steps {
  const [list, position, ...rest] = field.split('.')
  const isGroup = list === 'groups' && position !== undefined
  return isGroup ? [list, Number(position), ...rest] : field.split('.')
}

export function applied(state: DraftState, change: Change): DraftState {
  const next = withChange(state, change)
  return { ...next, past: joined(state.past, change).slice(-MAX_STEPS), future: [] }
}

export function undone(state: DraftState): DraftState {
  const change = state.past.at(-1)
  if (!change) return state
  const { conflict } = change
  const asked = conflict ? withConflict(state, conflict) : state
  const next = withChange(asked, inverse(change))
  return { ...next, past: state.past.slice(0, -1), future: [...state.future, change] }
}

export function redone(state: DraftState): DraftState {
  const change = state.future.at(-1)
  if (!change) return state
  const next = withChange(state, change)
  return { ...next, past: [...state.past, change], future: state.future.slice(0, -1) }
}

function inverse({ head, order, elements, ...change }: Change): Change {
  return {
    ...change,
    head: head && { before: head.after, after: head.before },
    elements: elements.map(({ id, before, after }) => ({ id, before: after, after: before })),
    order: order && { before: order.after, after: order.before },
  }
}

// Steps of parts that others have changed since are gone, so each part has the value from before the change.
function withChange(state: DraftState, { head, elements, order }: Change): DraftState {
  const parts = { ...state.elements }
  for (const { id, after } of elements) {
    const part = parts[id]
    if (part) parts[id] = withValue(part, after)
  }
  return withoutSettled({
    ...state,
    head: head ? withValue(state.head, head.after) : state.head,
    elements: parts,
    order: order ? mergeOrder(order.before, order.after, state.order) : state.order,
  })
}

export function withConflict(state: DraftState, conflict: PartConflict): DraftState {
  const { elementId, theirs } = conflict
  const others = state.conflicts.filter(
    (one) => one.elementId !== elementId || !isEqual(one.theirs, theirs),
  )
  return { ...state, conflicts: [...others, conflict] }
}

/** Between two equal versions there is nothing to choose. */
export function withoutSettled(state: DraftState): DraftState {
  const conflicts = state.conflicts.filter(
    ({ elementId, theirs }) => !isEqual(valueOf(state, elementId), theirs),
  )
  return conflicts.length === state.conflicts.length ? state : { ...state, conflicts }
}

/** Without the steps that would overwrite what another author has changed in these parts. */
export function withoutSteps(state: DraftState, parts: readonly (number | null)[]): DraftState {
  return {
    ...state,
    past: stepsBeside(state.past, parts),
    future: stepsBeside(state.future, parts),
  }
}

// A step that depends on a dropped one, because both changed one part, is dropped as well.
function stepsBeside(steps: readonly Change[], parts: readonly (number | null)[]) {
  const gone = new Set(parts)
  const isBeside = ({ head, elements }: Change) => {
    const own = [...(head ? [null] : []), ...elements.map(({ id }) => id)]
    if (!own.some((part) => gone.has(part))) return true
    for (const part of own) gone.add(part)
    return false
  }
  return steps.toReversed().filter(isBeside).toReversed()
}

/** A value that equals the base again needs no saving. */
export function withValue<Value>(part: Part<Value>, value: Value): Part<Value> {
  return { ...part, value: isEqual(value, part.base) ? part.base : value }
}

function joined(past: readonly Change[], change: Change): Change[] {
  const last = past.at(-1)
  if (!last || !isSameTyping(last, change)) return [...past, change]
  return [...past.slice(0, -1), { ...change, ...combined(last, change) }]
}

function combined(first: Change, then: Change) {
  const [one, other] = [first.elements[0], then.elements[0]]
  return {
    head: first.head && then.head && { before: first.head.before, after: then.head.after },
    elements: one && other ? [{ id: one.id, before: one.before, after: other.after }] : [],
  }
}

function isSameTyping(last: Change, change: Change) {
  return (
    change.kind.startsWith('type ') &&
    last.kind === change.kind &&
    isEqual(last.place, change.place) &&
    change.at - last.at < TYPING_PAUSE
  )
}
