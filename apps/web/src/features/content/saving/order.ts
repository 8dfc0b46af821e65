import { isEqual } from './path.ts'

/** My order if I moved something, or else theirs. Items that the other author added keep their predecessor. */
export function mergeOrder<Key>(
  base: readonly Key[],
  mine: readonly Key[],
  theirs: readonly Key[],
): Key[] {
  const known = new Set(base)
  const [inMine, inTheirs] = [new Set(mine), new Set(theirs)]
  const isInAll = (key: Key) => known.has(key) && inMine.has(key) && inTheirs.has(key)
  const hasMoved = !isEqual(mine.filter(isInAll), base.filter(isInAll))
  const [primary, other] = hasMoved ? [mine, theirs] : [theirs, mine]
  // Items that either removed are left out; new items of both are kept.
  const stays = (key: Key) => !known.has(key) || isInAll(key)
  const order = primary.filter(stays)
  const placed = new Set(order)
  for (const [index, key] of other.entries()) {
    if (!stays(key) || placed.has(key)) continue
    const before = other.slice(0, index).findLast((earlier) => placed.has(earlier))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
    placed.add(key)
  }
  return order
}
