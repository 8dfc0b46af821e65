import { valueOf, type DraftState } from './draft-state.ts'

interface SetRow {
  kind: 'set'
  id: 'set'
}
export interface ElementRow {
  kind: 'element'
  id: string
  elementId: number
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
  number: string
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

/** The outline as it stands on the screen: of a find only what holds the words, with the elements around it. */
export function outlineRows(state: DraftState, { open, find, canEdit }: OutlineView): Row[] {
  const words = find.trim().toLowerCase()
  const rows: Row[] = words === '' ? [SET] : []
  for (const [index, elementId] of state.order.entries()) {
    const { title, statements } = summaryOf(state, elementId)
    const isFound = title.toLowerCase().includes(words)
    const isOpen = words === '' ? open.has(elementId) : true
    const children = statements.flatMap(({ key, text }, position): Row[] => {
      if (!isOpen || !(isFound || text.toLowerCase().includes(words))) return []
      const number = `${index + 1}.${position + 1}`
      const row = { id: statementRowId(key), elementId, key, number, text }
      return [{ kind: 'statement', ...row, position, of: statements.length }]
    })
    if (words !== '' && !isFound && children.length === 0) continue
    rows.push({
      kind: 'element',
      id: elementRowId(elementId),
      elementId,
      number: index + 1,
      of: state.order.length,
      title,
      statements: statements.length,
      isOpen,
    })
    rows.push(...children)
    if (isOpen && canEdit && words === '')
      rows.push({ kind: 'add', id: `add ${elementId}`, elementId })
  }
  return rows
}

export function elementRowId(elementId: number) {
  return `element ${elementId}`
}

export function statementRowId(key: string) {
  return `statement ${key}`
}

/** Title and statements of an element, opened or not. */
export function summaryOf(state: DraftState, elementId: number) {
  const element = state.elements[elementId] ? valueOf(state, elementId) : state.outline[elementId]
  if (!element || !('statements' in element)) return { title: '', statements: [] }
  return element
}

/** How an element or a statement is called where its number stands: `5`, `5.4`. */
export function numberOf(state: DraftState, elementId: number, statement: string | null = null) {
  const element = state.order.indexOf(elementId) + 1
  if (statement === null) return String(element)
  const { statements } = summaryOf(state, elementId)
  return `${element}.${statements.findIndex(({ key }) => key === statement) + 1}`
}

/** Where something is, also when it is not there any more. */
export function placeWords(state: DraftState, elementId: number | null, statement: string | null) {
  if (elementId === null) return 'About this set'
  if (!state.order.includes(elementId)) return 'A removed element'
  const { statements } = summaryOf(state, elementId)
  const isThere = statement === null || statements.some(({ key }) => key === statement)
  return isThere
    ? numberOf(state, elementId, statement)
    : `${numberOf(state, elementId)}, a removed statement`
}
