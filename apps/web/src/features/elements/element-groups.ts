import { searchNorm } from 'contract/search-norm'
import { formatNumber } from 'rules/plural'
import { referenceOf } from 'rules/reference'

/** What a list of elements needs to know about each. */
export interface Listed {
  id: number
  key: string
  number: number
  title: string
  group: string | null
}

export interface ElementGroup<Element extends Listed> {
  /** Null for elements without a group. */
  name: string | null
  /** References of the first and last element, if the name alone doesn't tell them apart. */
  range: { from: string; to: string } | null
  elements: readonly Element[]
}

/** Longer lists collapse by group and have a search. */
const LONG = 24
const MOST_IN_GROUP = 50
/** Of a search. */
export const MOST_FOUND = 50

export function isLong(elements: readonly Listed[]) {
  return elements.length > LONG
}

/** The groups of a list in the order of their first elements; in a long list with at most 50 elements each. */
export function elementGroups<Element extends Listed>(
  elements: readonly Element[],
): ElementGroup<Element>[] {
  const groups = [...Map.groupBy(elements, ({ group }) => group)]
  if (!isLong(elements)) {
    if (groups.length < 2) return [{ name: null, range: null, elements }]
    return groups.map(([name, members]) => ({ name, range: null, elements: members }))
  }
  return groups.flatMap(([name, members]) => {
    const pieces = inPieces(members)
    return pieces.map((piece) => ({
      name,
      range: name === null || pieces.length > 1 ? rangeOf(piece) : null,
      elements: piece,
    }))
  })
}

/** Elements with a search text in their reference, title or group. */
export function elementsWith<Element extends Listed>(
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
export function referencesFit(elements: readonly Listed[]) {
  return elements.every((element) => referenceOf(element).length <= 3)
}

function inPieces<Element>(elements: readonly Element[]) {
  return Array.from({ length: Math.ceil(elements.length / MOST_IN_GROUP) }, (_, index) =>
    elements.slice(index * MOST_IN_GROUP, (index + 1) * MOST_IN_GROUP),
  )
}

function rangeOf(piece: readonly Listed[]) {
  const [first, last] = [piece[0], piece.at(-1)]
  return first && last ? { from: referenceOf(first), to: referenceOf(last) } : null
}
