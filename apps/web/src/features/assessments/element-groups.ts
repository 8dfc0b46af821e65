import { type ElementGroup, elementGroups, isLong } from 'rules/element-groups'
import { formatNumber, plural } from 'rules/plural'
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

/** "3 of 12 complete", beside a name that says of what. */
export function completeText(elements: readonly Completable[]) {
  return `${formatNumber(countComplete(elements))} of ${formatNumber(elements.length)} complete`
}

/** "3 of 12 elements complete" */
export function elementsCompleteText(elements: readonly Completable[]) {
  const all = plural(elements.length, { one: '# element', other: '# elements' })
  return `${formatNumber(countComplete(elements))} of ${all} complete`
}

type Completable = { is_complete: boolean }

function countComplete(elements: readonly Completable[]) {
  return elements.filter((element) => element.is_complete).length
}

/** Whether every reference fits into the small ring before a title. */
export function referencesFit(elements: readonly ListedElement[]) {
  return elements.every((element) => referenceOf(element).length <= 3)
}
