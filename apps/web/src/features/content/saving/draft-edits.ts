import type { DraftElement, DraftHead, DraftResponse, DraftStatement } from 'contract/draft'
import { withSetResponses } from 'contract/set-responses'
import { copyOfStatement } from './new-parts.ts'
import {
  pathIn,
  valueOf,
  WHOLE_SET,
  type Change,
  type DraftState,
  type Place,
} from './draft-state.ts'
import { readAt, writeAt, type Steps } from './path.ts'

export interface StatementPlace {
  elementId: number
  key: string
}

type Edit = Omit<Change, 'at'>

export function fieldEdit(state: DraftState, place: Place, field: string, next: unknown): Edit {
  return { ...partEdit(state, place, pathIn(place, field), next), kind: `type ${field}` }
}

export function partEdit(state: DraftState, place: Place, path: Steps, next: unknown): Edit {
  const { elementId } = place
  const value = valueOf(state, elementId)
  const after = writeAt(value, path, next)
  if (elementId === null) {
    const head = { before: state.head.value, after: after as DraftHead }
    return { place, kind: `edit ${path[0]}`, head, elements: [] }
  }
  return {
    ...elementsEdit(state, place, { [elementId]: after as DraftElement }),
    kind: `edit ${path[0]}`,
  }
}

export function addStatement(state: DraftState, elementId: number, added: DraftStatement): Edit {
  const edit = statementsEdit(state, [elementId], (statements) => [...statements, added])
  return { ...edit, place: { elementId, statement: added.key, response: null } }
}

export function renamedStatement(state: DraftState, place: Place, key: string): Edit {
  const { elementId, statement } = place
  if (elementId === null) throw new Error('Select the statement to rename.')
  const edit = statementsEdit(state, [elementId], (statements) =>
    statements.map((one) => (one.key === statement ? { ...one, key } : one)),
  )
  return { ...edit, place: { ...place, statement: key } }
}

export function removeStatements(state: DraftState, which: readonly StatementPlace[]): Edit {
  const gone = new Set(which.map(({ key }) => key))
  const ids = which.map(({ elementId }) => elementId)
  const edit = statementsEdit(state, ids, (all) => all.filter(({ key }) => !gone.has(key)))
  const { elementId = null, key: statement = null } = which[0] ?? {}
  return { ...edit, place: { elementId, statement, response: null } }
}

export function duplicateStatements(state: DraftState, which: readonly StatementPlace[]): Edit {
  const keys = new Set(which.map(({ key }) => key))
  const ids = which.map(({ elementId }) => elementId)
  let place = WHOLE_SET
  const edit = statementsEdit(state, ids, (statements, elementId) =>
    statements.flatMap((statement) => {
      if (!keys.has(statement.key)) return [statement]
      const copy = copyOfStatement(statement)
      place = { elementId, statement: copy.key, response: null }
      return [statement, copy]
    }),
  )
  return { ...edit, place }
}

/** Moves statements behind another one of the target element; null means to its top. */
export function moveStatements(
  state: DraftState,
  which: readonly StatementPlace[],
  to: number,
  behind: string | null,
): Edit {
  const moved = which.flatMap(({ elementId, key }) => {
    const found = elementOf(state, elementId).statements.find((statement) => statement.key === key)
    return found ? [found] : []
  })
  const keys = new Set(which.map(({ key }) => key))
  const ids = [...which.map(({ elementId }) => elementId), to]
  const edit = statementsEdit(state, ids, (statements, id) => {
    const left = statements.filter(({ key }) => !keys.has(key))
    if (id !== to) return left
    const anchor = anchorOf(statements, keys, behind)
    return left.toSpliced(anchor === null ? 0 : indexOf(left, anchor) + 1, 0, ...moved)
  })
  return { ...edit, place: { elementId: to, statement: moved[0]?.key ?? null, response: null } }
}

export function removeElements(state: DraftState, ids: readonly number[]): Edit {
  const after = state.order.filter((id) => !ids.includes(id))
  const parts = Object.fromEntries(ids.map((id) => [id, null]))
  const order = { before: state.order, after }
  const place = { ...WHOLE_SET, elementId: ids[0] ?? null }
  return { ...elementsEdit(state, place, parts), order }
}

export function moveElements(
  state: DraftState,
  ids: readonly number[],
  behind: number | null,
): Edit {
  const left = state.order.filter((id) => !ids.includes(id))
  const moved = state.order.filter((id) => ids.includes(id))
  const at = behind === null ? 0 : left.indexOf(behind) + 1
  const order = { before: state.order, after: left.toSpliced(at, 0, ...moved) }
  const place = { ...WHOLE_SET, elementId: moved[0] ?? null }
  return { place, kind: 'move', elements: [], order }
}

/**
 * Sets the levels of the set and what `make` returns for its responses and for each statement with its own, in one step.
 * All elements are open.
 */
export function changeScale(
  state: DraftState,
  scale: readonly string[],
  make: <Lists extends Pick<DraftStatement, 'responses'>>(lists: Lists) => Lists,
): Edit {
  const { responses } = state.head.value
  return wholeEdit(
    state,
    { scale: [...scale], ...(hasAny(responses) && make({ responses })) },
    (statement) => (hasAny(statement.responses) ? make(statement) : statement),
  )
}

/** Changes fields of the set, and what `make` returns for each statement, in one step. All elements are open. */
export function wholeEdit(
  state: DraftState,
  fields: { [Name in keyof DraftHead]?: DraftHead[Name] | undefined },
  make: (statement: DraftStatement) => DraftStatement,
): Edit {
  const after = Object.entries(fields).reduce<unknown>(
    (head, [name, value]) => writeAt(head, [name], value),
    state.head.value,
  )
  const changed = state.order.filter((id) =>
    elementOf(state, id).statements.some((one) => make(one) !== one),
  )
  return {
    ...statementsEdit(state, changed, (all) => all.map(make)),
    place: WHOLE_SET,
    kind: `edit ${Object.keys(fields)[0]}`,
    head: { before: state.head.value, after: after as DraftHead },
  }
}

/** Gives an element band another name, also where certification bands ask for it. */
export function renameElementBand(state: DraftState, index: number, label: string): Edit {
  const { elementBands = [], certificationBands } = state.head.value
  const before = elementBands[index]?.label
  const after = {
    ...state.head.value,
    elementBands: elementBands.map((band, at) => (at === index ? { ...band, label } : band)),
    certificationBands: certificationBands.map((band) =>
      band.minElementBand === before && before !== undefined
        ? { ...band, minElementBand: label }
        : band,
    ),
  }
  const edit = partEdit(state, WHOLE_SET, [], after)
  return { ...edit, kind: `type elementBands.${index}.label` }
}

/** Each statement that takes the responses of the set gets them as its own; the set has none any more. */
export function withoutSetResponses(state: DraftState): Edit {
  const { responses = [] } = state.head.value
  return wholeEdit(state, { responses: undefined }, (statement) =>
    hasAny(statement.responses) ? statement : { ...statement, responses },
  )
}

/** No statement has responses of its own any more. */
export function withOnlySetResponses(state: DraftState): Edit {
  const edit = wholeEdit(state, {}, (statement) =>
    hasAny(statement.responses) ? { ...statement, responses: [] } : statement,
  )
  return { ...edit, kind: 'edit responses' }
}

/** Whether statements without responses of their own take the set’s. */
export function hasSetResponses({ head }: DraftState): boolean {
  return hasAny(head.value.responses)
}

/** The responses that stand at a place: of a statement its own, without a statement the set’s. */
export function responsesAt(state: DraftState, place: Place): DraftResponse[] {
  if (place.elementId === null) return state.head.value.responses ?? []
  return statementAt(state, place)?.responses ?? []
}

/** A statement with the responses that respondents see: its own or the set’s. */
export function asAnswered({ head }: DraftState, statement: DraftStatement): DraftStatement {
  const { responses } = withSetResponses(head.value.responses, statement)
  return { ...statement, responses: [...responses] }
}

function hasAny<Item>(list: readonly Item[] | undefined): list is Item[] {
  return list !== undefined && list.length > 0
}

export function statementAt(state: DraftState, { elementId, statement }: Place) {
  if (elementId === null || statement === null) return undefined
  const found = readAt(valueOf(state, elementId), ['statements', statement])
  return found as DraftStatement | undefined
}

function elementsEdit(
  state: DraftState,
  place: Place,
  parts: Record<number, DraftElement | null>,
): Edit {
  const elements = Object.entries(parts).map(([id, after]) => ({
    id: Number(id),
    before: state.elements[Number(id)]?.value ?? null,
    after,
  }))
  return { place, kind: 'edit', elements }
}

function elementOf(state: DraftState, id: number): DraftElement {
  const element = state.elements[id]?.value
  if (!element) throw new Error(`Element ${id} is not open.`)
  return element
}

function statementsEdit(
  state: DraftState,
  ids: readonly number[],
  make: (statements: DraftStatement[], elementId: number) => DraftStatement[],
): Omit<Edit, 'place'> {
  const parts = [...new Set(ids)].map((id) => {
    const element = elementOf(state, id)
    return [id, { ...element, statements: make(element.statements, id) }] as const
  })
  return elementsEdit(state, WHOLE_SET, Object.fromEntries(parts))
}

// If the anchor itself moves, use the nearest statement before it that doesn't.
function anchorOf(
  statements: readonly DraftStatement[],
  moving: ReadonlySet<string>,
  behind: string | null,
) {
  if (behind === null) return null
  const before = statements.slice(0, indexOf(statements, behind) + 1)
  return before.findLast(({ key }) => !moving.has(key))?.key ?? null
}

function indexOf(statements: readonly DraftStatement[], key: string) {
  return statements.findIndex((statement) => statement.key === key)
}
