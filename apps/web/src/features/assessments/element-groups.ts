import { type ElementGroup, elementGroups, isLong } from 'rules/element-groups'
import { formatNumber } from 'rules/plural'
import { referenceOf } from 'rules/reference'

/** The fields that a list of elements needs. */
export interface ListedElement {
  id: number
  key: string
  number: number
  title: string
  group: string | null
}

/** The groups of a list. A short one with one group has no headings. */
export function listGroups<Element extends ListedElement>(
  elements: readonly Element[],
): ElementGroup<Element>[] {
  if (isLong(elements)) return elementGroups(elements)
  const groups = [...Map.groupBy(elements, ({ group }) => group)]
  if (groups.length < 2) return [{ name: null, range: null, elements }]
  return groups.map(([name, members]) => ({ name, range: null, elements: members }))
}

/** "3 of 12 complete" */
export function completeText(elements: readonly { is_complete: boolean }[]) {
  const complete = elements.filter((element) => element.is_complete).length
  return `${formatNumber(complete)} of ${formatNumber(elements.length)} complete`
}

/** Whether every reference fits into the small ring before a title. */
export function referencesFit(elements: readonly ListedElement[]) {
  return elements.every((element) => referenceOf(element).length <= 3)
}
