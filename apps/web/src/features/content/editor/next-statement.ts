import type { DraftResponse, DraftStatement } from 'contract/draft'
import { hasSetResponses } from '#features/content/saving/draft-edits.ts'
import type { DraftState } from '#features/content/saving/draft-state.ts'
import { emptyStatement, newKey } from '#features/content/saving/new-parts.ts'
import { lowestValue } from './scales.ts'

/**
 * A new statement with the responses of the set, or else with one per level of the set or of the statement before it.
 * Null if nothing says which.
 */
export function nextStatement(
  state: DraftState,
  before: DraftStatement | undefined,
): DraftStatement | null {
  if (hasSetResponses(state)) return emptyStatement([])
  const { scale } = state.head.value
  const labels = scale.length > 0 ? scale : (before?.responses.map(({ label }) => label) ?? [])
  return labels.length === 0 ? null : emptyStatement(labels, lowestValue(state, before))
}

/** The first responses of the set: one per level, or a copy from a statement that is open. */
export function firstResponses(state: DraftState): DraftResponse[] {
  const { scale } = state.head.value
  const labels = scale.length > 0 ? scale : ['No', 'Yes']
  const [first] = Object.values(state.elements).flatMap((part) => part?.value?.statements ?? [])
  if (scale.length > 0 || first === undefined || first.responses.length === 0)
    return emptyStatement(labels, lowestValue(state)).responses
  return first.responses.map((response) => ({ ...response, key: newKey() }))
}
