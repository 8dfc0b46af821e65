import { referenceOf } from 'rules/reference'
import { valueOf, type DraftState } from '#features/content/saving/draft-state.ts'

interface SetRow {
  kind: 'set'
  id: 'set'
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
  text: string
}
interface AddRow {
  kind: 'add'
  id: string
  elementId: number
}
export type Row = SetRow | ElementRow | StatementRow | AddRow

export interface OutlineView {
  open: ReadonlySet<number>
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
  return wordsIn(find) === '' ? [SET] : []
}

export interface ElementRows {
  own: Record<'open' | 'closed', ElementRow>
  statements: readonly StatementRow[]
  add: AddRow
}

export function rowsOf(state: DraftState, index: number): ElementRows {
  const elementId = state.order[index] ?? 0
  const { key: elementKey, title, statements } = summaryOf(state, elementId)
  const own = {
    kind: 'element',
    id: elementRowId(elementId),
    elementId,
    reference: referenceOf({ key: elementKey, number: index + 1 }),
    number: index + 1,
    of: state.order.length,
    title,
    statements: statements.length,
  } as const
  return {
    own: { open: { ...own, isOpen: true }, closed: { ...own, isOpen: false } },
    statements: statements.map(({ key, text }, position) => {
      const reference = referenceOf({ key, number: `${index + 1}.${position + 1}` })
      const row = { id: statementRowId(key), elementId, key, reference, text }
      return { kind: 'statement', ...row, position, of: statements.length }
    }),
    add: { kind: 'add', id: `add ${elementId}`, elementId },
  }
}

export function shownOf(rows: ElementRows, { open, find, canEdit }: OutlineView): Row[] {
  const { own, statements, add } = rows
  const words = wordsIn(find)
  if (words === '') {
    if (!open.has(add.elementId)) return [own.closed]
    return [own.open, ...statements, ...(canEdit ? [add] : [])]
  }
  const has = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(words))
  if (has(own.open.title, own.open.reference)) return [own.open, ...statements]
  const found = statements.filter(({ text, reference }) => has(text, reference))
  return found.length === 0 ? [] : [own.open, ...found]
}

function wordsIn(find: string) {
  return find.trim().toLowerCase()
}

export function elementRowId(elementId: number) {
  return `element ${elementId}`
}

export function statementRowId(key: string) {
  return `statement ${key}`
}

export function summaryOf(state: DraftState, elementId: number) {
  const element = state.elements[elementId] ? valueOf(state, elementId) : state.outline[elementId]
  if (!element || !('statements' in element)) return { key: '', title: '', statements: [] }
  return element
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
  const isThere = statement === null || statements.some(({ key }) => key === statement)
  return isThere
    ? referenceIn(state, elementId, statement)
    : `${referenceIn(state, elementId)}, removed statement`
}
