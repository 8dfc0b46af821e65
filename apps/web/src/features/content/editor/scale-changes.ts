import type { DraftResponse, DraftStatement } from 'contract/draft'
import type { DraftState } from '#features/content/saving/draft-state.ts'
import { referenceIn } from '#features/content/outline-rows.ts'
import { fitsLevels, withScale } from './scales.ts'

/** Statements with the same responses, which all change in the same way. */
export interface ScaleChange {
  /** `1.2` or the statement's key. */
  references: string[]
  /** A response without `to` is removed, one without `from` is added. */
  responses: { from?: NamedValue | undefined; to?: NamedValue | undefined }[]
}

export type NamedValue = Pick<DraftResponse, 'label' | 'value'>

/** What these levels change in the statements of a set whose elements are all open. */
export function scaleChanges(state: DraftState, labels: readonly string[]): ScaleChange[] {
  const changes = new Map<string, ScaleChange>()
  for (const elementId of state.order) {
    for (const statement of state.elements[elementId]?.value?.statements ?? []) {
      if (fitsLevels(statement, labels.length)) continue
      const key = JSON.stringify(statement.responses.map(namedValue))
      const responses = responsesOf(statement, withScale(statement, labels))
      const change = changes.get(key) ?? { references: [], responses }
      change.references.push(referenceIn(state, elementId, statement.key))
      changes.set(key, change)
    }
  }
  return [...changes.values()]
}

function responsesOf(before: DraftStatement, after: DraftStatement): ScaleChange['responses'] {
  const from = new Map(before.responses.map((one) => [one.key, namedValue(one)]))
  const kept = new Set(after.responses.map(({ key }) => key))
  const removed = before.responses.filter(({ key }) => !kept.has(key))
  return [
    ...after.responses.map((one) => ({ from: from.get(one.key), to: namedValue(one) })),
    ...removed.map((one) => ({ from: namedValue(one) })),
  ]
}

function namedValue({ label, value }: DraftResponse): NamedValue {
  return { label, value }
}
