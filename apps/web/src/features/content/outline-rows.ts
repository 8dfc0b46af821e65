import { groupOf } from 'rules/heading-path'
import { referenceOf } from 'rules/reference'
import { hasSetResponses } from '#features/content/saving/draft-edits.ts'
import { valueOf, type DraftState } from '#features/content/saving/draft-state.ts'

interface SetRow {
  kind: 'set'
  id: 'set'
}
/** Shown before the first of consecutive elements of a group. */
export interface GroupRow {
  kind: 'group'
  id: string
  name: string
  elements: number
  isOpen: boolean
}
export interface ElementRow {
  kind: 'element'
  id: string
  elementId: number
  reference: string
  number: number
  of: number
  title: string
  statements: number
  isGrouped: boolean
  isOpen: boolean
}
export interface StatementRow {
  kind: 'statement'
  id: string
  elementId: number
  key: string
  reference: string
  position: number
  of: number
  isGrouped: boolean
  text: string
  /** Its responses are its own, and the set has some for the others. */
  differs: boolean
}
interface AddRow {
  kind: 'add'
  id: string
  elementId: number
  isGrouped: boolean
}
export type Row = SetRow | GroupRow | ElementRow | StatementRow | AddRow

export interface OutlineView {
  open: ReadonlySet<number>
  /** Names of collapsed groups. */
  closed: ReadonlySet<string>
  find: string
  canEdit: boolean
}

const SET: SetRow = { kind: 'set', id: 'set' }

/** The visible rows. A search keeps matching statements and the elements around them. */
export function outlineRows(state: DraftState, view: OutlineView): Row[] {
  return [
    ...rowsBefore(view),
    ...state.order.flatMap((_, index) => shownOf(rowsOf(state, index), view)),
  ]
}

export function rowsBefore({ find }: OutlineView): Row[] {
  return searchTerms(find) === '' ? [SET] : []
}

export interface ElementRows {
  group: string
  /** Set for the first element of a group only. */
  header: Record<'open' | 'closed', GroupRow> | null
  own: Record<'open' | 'closed', ElementRow>
  statements: readonly StatementRow[]
  add: AddRow
}

export function rowsOf(state: DraftState, index: number): ElementRows {
  const elementId = state.order[index] ?? 0
  const { key: elementKey, title, group, statements } = summaryOf(state, elementId)
  const isGrouped = group !== ''
  const elements = startedBy(state, index)
  const header = { kind: 'group', id: `group ${elementId}`, name: group, elements } as const
  const own = {
    kind: 'element',
    id: elementRowId(elementId),
    elementId,
    reference: referenceOf({ key: elementKey, number: index + 1 }),
    number: index + 1,
    of: state.order.length,
    title,
    statements: statements.length,
    isGrouped,
  } as const
  return {
    group,
    header:
      elements === 0
        ? null
        : { open: { ...header, isOpen: true }, closed: { ...header, isOpen: false } },
    own: { open: { ...own, isOpen: true }, closed: { ...own, isOpen: false } },
    statements: statements.map((statement, position) => {
      const { key, text } = statement
      const reference = referenceOf({ key, number: `${index + 1}.${position + 1}` })
      const differs = hasSetResponses(state) && hasOwnResponses(statement)
      const row = { id: statementRowId(key), elementId, key, reference, text, differs }
      return { kind: 'statement', ...row, position, of: statements.length, isGrouped }
    }),
    add: { kind: 'add', id: `add ${elementId}`, elementId, isGrouped },
  }
}

/** How many elements the group has that starts at this element; 0 if none does. */
export function startedBy(state: DraftState, index: number) {
  const groupAt = (at: number) => {
    const id = state.order[at]
    return id === undefined ? '' : summaryOf(state, id).group
  }
  const group = groupAt(index)
  if (group === '' || groupAt(index - 1) === group) return 0
  let end = index + 1
  while (groupAt(end) === group) end += 1
  return end - index
}

export function shownOf(rows: ElementRows, view: OutlineView): Row[] {
  const { own, statements, add, header, group } = rows
  const { open, closed, canEdit } = view
  const terms = searchTerms(view.find)
  if (terms === '') {
    const isClosed = closed.has(group)
    const first = header ? [isClosed ? header.closed : header.open] : []
    if (isClosed) return first
    if (!open.has(add.elementId)) return [...first, own.closed]
    return [...first, own.open, ...statements, ...(canEdit ? [add] : [])]
  }
  const has = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(terms))
  if (has(own.open.title, own.open.reference, group)) return [own.open, ...statements]
  const found = statements.filter(({ text, reference }) => has(text, reference))
  return found.length === 0 ? [] : [own.open, ...found]
}

function searchTerms(find: string) {
  return find.trim().toLowerCase()
}

export function elementRowId(elementId: number) {
  return `element ${elementId}`
}

export function statementRowId(key: string) {
  return `statement ${key}`
}

export function summaryOf(state: DraftState, elementId: number): Summary {
  const element = state.elements[elementId] ? valueOf(state, elementId) : state.outline[elementId]
  if (!element || !('statements' in element))
    return { key: '', title: '', group: '', statements: [] }
  return element.path ? withHeadings(element) : element
}

type Summary = {
  key: string
  title: string
  group: string
  path?: readonly string[] | null | undefined
  statements: readonly SummaryStatement[]
}

type SummaryStatement = {
  key: string
  text: string
  /** Of an element that isn't open. */
  has_own?: boolean | undefined
  responses?: readonly unknown[]
}

export function hasOwnResponses({ responses, has_own = false }: SummaryStatement): boolean {
  return responses ? responses.length > 0 : has_own
}

const placed = new WeakMap<object, Summary>()

/** The same object for the same element. */
function withHeadings(element: Summary) {
  const known = placed.get(element) ?? { ...element, group: groupOf(element) }
  placed.set(element, known)
  return known
}

/** The key of an element or statement, or without one its position. */
export function referenceIn(state: DraftState, elementId: number, statement: string | null = null) {
  const number = positionOf(state, elementId, statement)
  return referenceOf({ key: statement ?? summaryOf(state, elementId).key, number })
}

/** `5` for an element, `5.4` for a statement. */
export function positionOf(state: DraftState, elementId: number, statement: string | null = null) {
  const element = state.order.indexOf(elementId) + 1
  if (statement === null) return String(element)
  const { statements } = summaryOf(state, elementId)
  return `${element}.${statements.findIndex(({ key }) => key === statement) + 1}`
}

export function placeLabel(state: DraftState, elementId: number | null, statement: string | null) {
  if (elementId === null) return 'About this set'
  if (!state.order.includes(elementId)) return 'Removed element'
  const { statements } = summaryOf(state, elementId)
  const exists = statement === null || statements.some(({ key }) => key === statement)
  return exists
    ? referenceIn(state, elementId, statement)
    : `${referenceIn(state, elementId)}, removed statement`
}
