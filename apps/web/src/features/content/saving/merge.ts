import { isEqual, isRecord, keyOf, type Path } from './path.ts'

/** A conflict: two authors changed the same place. Undefined means removed. */
export interface MergeConflict {
  path: Path
  mine: unknown
  theirs: unknown
}

interface Merged {
  value: unknown
  conflicts: MergeConflict[]
}

export function merge(base: unknown, mine: unknown, theirs: unknown, path: Path = []): Merged {
  const settled = unchangedSide(base, mine, theirs)
  if (settled) return settled
  if (isRecord(base) && isRecord(mine) && isRecord(theirs))
    return mergeFields(base, mine, theirs, path)
  return (
    mergeLists(base, mine, theirs, path) ?? { value: mine, conflicts: [{ path, mine, theirs }] }
  )
}

function unchangedSide(base: unknown, mine: unknown, theirs: unknown): Merged | null {
  if (isEqual(mine, theirs) || isEqual(base, theirs)) return { value: mine, conflicts: [] }
  return isEqual(base, mine) ? { value: theirs, conflicts: [] } : null
}

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

type Fields = Readonly<Record<string, unknown>>

function mergeFields(base: Fields, mine: Fields, theirs: Fields, path: Path): Merged {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const parts = names.map(
    (name) => [name, merge(base[name], mine[name], theirs[name], [...path, name])] as const,
  )
  return {
    value: Object.fromEntries(parts.map(([name, { value }]) => [name, value])),
    conflicts: parts.flatMap(([, { conflicts }]) => conflicts),
  }
}

type List = readonly unknown[]

function mergeLists(base: unknown, mine: unknown, theirs: unknown, path: Path) {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return null
  const lists: readonly List[] = [base, mine, theirs]
  if (lists.every(isKeyed)) return mergeKeyed(base, mine, theirs, path)
  const isSameLength = lists.every(({ length }) => length === base.length)
  return isSameLength && lists.flat().every(isRecord) ? mergeRows(base, mine, theirs, path) : null
}

function mergeKeyed(base: List, mine: List, theirs: List, path: Path): Merged {
  const [baseBy, mineBy, theirsBy] = [byKey(base), byKey(mine), byKey(theirs)]
  const keys = new Set([...mineBy.keys(), ...theirsBy.keys()])
  const items = new Map<string, unknown>()
  const conflicts: MergeConflict[] = []
  for (const key of keys) {
    const item = merge(baseBy.get(key), mineBy.get(key), theirsBy.get(key), [...path, key])
    conflicts.push(...item.conflicts)
    if (item.value !== undefined) items.set(key, item.value)
  }
  const order = mergeOrder([...baseBy.keys()], [...mineBy.keys()], [...theirsBy.keys()])
  // Items that the other removed stay if they were changed here.
  const kept = [...items.keys()].filter((key) => !order.includes(key))
  const all = [...order.filter((key) => items.has(key)), ...kept]
  return { value: all.map((key) => items.get(key)), conflicts }
}

function mergeRows(base: List, mine: List, theirs: List, path: Path): Merged {
  const rows = mine.map((row, index) =>
    merge(base[index], row, theirs[index], [...path, String(index)]),
  )
  return {
    value: rows.map(({ value }) => value),
    conflicts: rows.flatMap(({ conflicts }) => conflicts),
  }
}

function byKey(list: List) {
  return new Map(list.map((item) => [keyOf(item) ?? '', item]))
}

function isKeyed(list: List) {
  return list.every((item) => keyOf(item) !== null)
}
