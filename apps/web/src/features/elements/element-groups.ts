import { searchNorm } from 'contract/search-norm'
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

export interface ElementGroup<Element extends ListedElement> {
  /** Null for elements without a group. */
  name: string | null
  /** References of the first and last element, if the name alone doesn't tell them apart. */
  range: { from: string; to: string } | null
  elements: readonly Element[]
}

/** Longer lists collapse by group and have a search. */
const LONG_LIST = 24
const MAX_GROUP_SIZE = 50
/** The most results that a search shows. */
export const MAX_FOUND = 50

export function isLong(elements: readonly ListedElement[]) {
  return elements.length > LONG_LIST
}

/** The groups of a list in the order of their first elements; in a long list with at most 50 elements each. */
export function elementGroups<Element extends ListedElement>(
  elements: readonly Element[],
): ElementGroup<Element>[] {
  const groups = [...Map.groupBy(elements, ({ group }) => group)]
  if (!isLong(elements)) {
    if (groups.length < 2) return [{ name: null, range: null, elements }]
    return groups.map(([name, members]) => ({ name, range: null, elements: members }))
  }
  return groups.flatMap(([name, members]) => {
    const chunks = chunksOf(members)
    return chunks.map((chunk) => ({
      name,
      range: name === null || chunks.length > 1 ? rangeOf(chunk) : null,
      elements: chunk,
    }))
  })
}

/** Elements with a search text in their reference, title or group. */
export function searchElements<Element extends ListedElement>(
  elements: readonly Element[],
  search: string,
): Element[] {
  const text = searchNorm(search.trim())
  return elements.filter((element) =>
    searchNorm(`${referenceOf(element)} ${element.title}\n${element.group ?? ''}`).includes(text),
  )
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

function chunksOf<Element>(elements: readonly Element[]) {
  return Array.from({ length: Math.ceil(elements.length / MAX_GROUP_SIZE) }, (_, index) =>
    elements.slice(index * MAX_GROUP_SIZE, (index + 1) * MAX_GROUP_SIZE),
  )
}

function rangeOf(chunk: readonly ListedElement[]) {
  const [first, last] = [chunk[0], chunk.at(-1)]
  return first && last ? { from: referenceOf(first), to: referenceOf(last) } : null
}
