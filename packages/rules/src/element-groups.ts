import { referenceOf } from './reference.ts'

interface Grouped {
  key: string
  number: number
  group: string | null
}

export interface ElementGroup<Element> {
  /** Null for elements without a group. */
  name: string | null
  /** References of the first and last element, if the name alone doesn't tell them apart. */
  range: { from: string; to: string } | null
  elements: readonly Element[]
}

/** Longer lists collapse by group. */
const LONG = 24
const MOST_IN_GROUP = 50

export function isLong(elements: readonly unknown[]) {
  return elements.length > LONG
}

/** The groups of a long list in the order of their first elements, with at most 50 elements each. */
export function elementGroups<Element extends Grouped>(
  elements: readonly Element[],
): ElementGroup<Element>[] {
  return [...Map.groupBy(elements, ({ group }) => group)].flatMap(([name, members]) => {
    const pieces = inPieces(members)
    return pieces.map((piece) => ({
      name,
      range: name === null || pieces.length > 1 ? rangeOf(piece) : null,
      elements: piece,
    }))
  })
}

function inPieces<Element>(elements: readonly Element[]) {
  return Array.from({ length: Math.ceil(elements.length / MOST_IN_GROUP) }, (_, index) =>
    elements.slice(index * MOST_IN_GROUP, (index + 1) * MOST_IN_GROUP),
  )
}

function rangeOf(piece: readonly Grouped[]) {
  const [first, last] = [piece[0], piece.at(-1)]
  return first && last ? { from: referenceOf(first), to: referenceOf(last) } : null
}
