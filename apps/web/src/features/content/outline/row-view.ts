import {
  elementRowId,
  statementRowId,
  summaryOf,
  type ElementRow,
  type Row,
} from '#features/content/outline-rows.ts'
import type { DraftState } from '#features/content/saving/draft-state.ts'
import type { View } from '#features/content/use-view.ts'

/** The row of what is shown. */
export function rowOf(view: View, state: DraftState) {
  if (view.kind === 'statement') {
    const key = view.statement ?? summaryOf(state, view.elementId).statements[0]?.key
    if (key !== undefined) return statementRowId(key)
  }
  return 'elementId' in view ? elementRowId(view.elementId) : 'set'
}

export function isOf(view: View, { elementId }: ElementRow) {
  return 'elementId' in view && view.elementId === elementId
}

export function viewOfRow(row: Exclude<Row, { kind: 'add' | 'group' }>): View {
  if (row.kind === 'set') return { kind: 'set' }
  const { elementId } = row
  if (row.kind === 'element') return { kind: 'element', elementId }
  return { kind: 'statement', elementId, statement: row.key }
}
