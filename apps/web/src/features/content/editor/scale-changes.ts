import type { DraftResponse, DraftStatement } from 'contract/draft'
import { hasSetResponses } from '#features/content/saving/draft-edits.ts'
import type { DraftState } from '#features/content/saving/draft-state.ts'
import { referenceIn } from '#features/content/outline-rows.ts'
import { fitsLevels, withScale } from './scales.ts'

/** Statements with the same responses, which all change in the same way. */
export interface ScaleChange {
  /** `1.2` or the statement's key; none for the responses of the set. */
  references: string[]
  /** A response without `to` is removed, one without `from` is added. */
  responses: { from?: NamedValue | undefined; to?: NamedValue | undefined }[]
}

export type NamedValue = Pick<DraftResponse, 'label' | 'value'>

/** What these levels change in the set and the statements of a set whose elements are all open. */
export function scaleChanges(state: DraftState, labels: readonly string[]): ScaleChange[] {
  const changes = new Map<string, ScaleChange>()
  for (const { lists, reference } of listsIn(state)) {
    if (fitsLevels(lists, labels.length)) continue
    const key = reference === null ? '' : JSON.stringify(lists.responses.map(namedValue))
    const responses = responsesOf(lists, withScale(lists, labels))
    const change = changes.get(key) ?? { references: [], responses }
    if (reference !== null) change.references.push(reference)
    changes.set(key, change)
  }
  return [...changes.values()]
}

/** The responses of the set, and of each statement that doesn't take them. */
function listsIn(state: DraftState): { lists: Lists; reference: string | null }[] {
  const isShared = hasSetResponses(state)
  const ofStatements = state.order.flatMap((elementId) =>
    (state.elements[elementId]?.value?.statements ?? [])
      .filter(({ responses }) => !isShared || responses.length > 0)
      .map((lists) => ({ lists, reference: referenceIn(state, elementId, lists.key) })),
  )
  const { responses = [] } = state.head.value
  return isShared ? [{ lists: { responses }, reference: null }, ...ofStatements] : ofStatements
}

type Lists = Pick<DraftStatement, 'responses'>

function responsesOf(before: Lists, after: Lists): ScaleChange['responses'] {
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
