import type { ReportAction, ReportSnapshot } from 'contract/reports'

/** The report's own order is by gain. */
export const ACTION_SORTS = ['gain', 'effort', 'element'] as const
export type ActionSort = (typeof ACTION_SORTS)[number]

/** Sorts the actions of a report. Equal ones stay in the report's order: biggest gain first. */
export function sortActions(
  { actions, elements }: Pick<ReportSnapshot, 'actions' | 'elements'>,
  by: ActionSort,
): readonly ReportAction[] {
  if (by === 'gain') return actions
  const place = new Map(elements.map(({ id }, index) => [id, index]))
  const keyOf = ({ effort, element_id: element }: ReportAction) =>
    (by === 'effort' ? effort : place.get(element)) ?? LAST
  return actions.toSorted((one, other) => keyOf(one) - keyOf(other))
}

// Not infinity: the difference of two infinities is no number.
const LAST = Number.MAX_SAFE_INTEGER

/** Whether actions differ in effort, so that they can be sorted by it. */
export function hasEffort({ actions }: Pick<ReportSnapshot, 'actions'>): boolean {
  return actions.some(({ effort }) => effort !== null)
}
