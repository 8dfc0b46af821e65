import { isScaleOf } from 'contract/content-limits'
import type { DraftResponse, DraftStatement } from 'contract/draft'
import { READY_SCALES, type ReadyScale } from 'rules/ready-scales'
import type { DraftState } from '#features/content/saving/draft-state.ts'
import { emptyResponse } from '#features/content/saving/new-parts.ts'

/** Those that can be published in a set with so many levels; all if it has none. */
export function scalesWith(levels: number | undefined): readonly ReadyScale[] {
  return READY_SCALES.filter(({ labels }) => levels === undefined || labels.length === levels)
}

/**
 * Gives the statement one response per level: adds missing responses and drops surplus ones. If one list of names
 * contains the other, responses keep their names; otherwise they are renamed in order.
 */
export function withScale<Lists extends Pick<DraftStatement, 'responses'>>(
  statement: Lists,
  labels: readonly string[],
): Lists {
  const lowest = lowestOf(statement)
  const before = statement.responses
  const named = new Map(before.map((response) => [response.label, response]))
  const shared = labels.filter((label) => named.has(label)).length
  const isByName = shared === Math.min(labels.length, before.length)
  const responses = labels.map((label, index) => {
    const old = isByName ? named.get(label) : before[index]
    const value = lowest + index
    return old ? { ...old, label, value } : emptyResponse(label, value)
  })
  return { ...statement, responses }
}

/** Whether the statement can be published in a set with so many levels. */
export function fitsLevels({ responses }: Pick<DraftStatement, 'responses'>, levels: number) {
  const values = responses.map(({ value }) => value)
  return isScaleOf(values, levels)
}

/** The first value of a new statement: as in the previous statement, or else as in the set or any other. */
export function lowestValue({ elements, head }: DraftState, before?: DraftStatement): 0 | 1 {
  const { responses = [] } = head.value
  const others = Object.values(elements).flatMap((part) => part?.value?.statements ?? [])
  const lists = [...(before ? [before] : []), { responses }, ...others]
  return lowestOf(lists.find((one) => one.responses.length > 0))
}

/** 1, or 0 if the statement's values already start there. */
function lowestOf(statement: Pick<DraftStatement, 'responses'> | undefined) {
  return statement?.responses[0]?.value === 0 ? 0 : 1
}

/** Moves a response; the values stay in their order, lowest first. */
export function withMovedResponse(responses: readonly DraftResponse[], from: number, to: number) {
  const moved = responses[from]
  if (!moved || to < 0 || to >= responses.length) return [...responses]
  const values = responses.map(({ value }) => value)
  return responses
    .toSpliced(from, 1)
    .toSpliced(to, 0, moved)
    .map((response, index) => ({ ...response, value: values[index] ?? null }))
}

export function withAddedResponse(responses: readonly DraftResponse[]) {
  // An invalid value is text.
  const values = responses.map(({ value }) => (typeof value === 'number' ? value : 0))
  const next = values.length === 0 ? 1 : Math.floor(Math.max(...values)) + 1
  return [...responses, emptyResponse('', next)]
}
