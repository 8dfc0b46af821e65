import { type DraftElement, DraftHead } from 'contract/draft'
import type { OtherChange } from 'contract/editions'
import { isDeepStrictEqual } from 'node:util'

interface Described {
  head: DraftHead
  elements: readonly DraftElement[]
}

/** Of a file that follows no edition. */
export const NO_CHANGES = { added: 0, changed: 0, removed: 0, other_changes: [] }

/** What differs between two editions beside their statements. */
export function otherChanges(old: Described, now: Described): OtherChange[] {
  const byKey = new Map(now.elements.map((element) => [element.key, element]))
  const both = old.elements.flatMap((was) => {
    const is = byKey.get(was.key)
    return is ? [{ was, is }] : []
  })
  const ofHead = DraftHead.keyof().options
  const ofElements = [
    ['elements', both.some(({ was, is }) => !isDeepStrictEqual(frameOf(was), frameOf(is)))],
    [
      'reportBands',
      both.some(({ was, is }) => !isDeepStrictEqual(was.reportBands, is.reportBands)),
    ],
    ['order', isSorted(old.elements, now.elements) || both.some(isSortedIn)],
  ] as const
  return [
    ...ofHead.filter((field) => !isDeepStrictEqual(old.head[field], now.head[field])),
    ...ofElements.flatMap(([field, isChanged]) => (isChanged ? [field] : [])),
  ]
}

function frameOf({ statements: _, reportBands: __, ...frame }: DraftElement) {
  return frame
}

function isSortedIn({ was, is }: { was: DraftElement; is: DraftElement }) {
  return isSorted(was.statements, is.statements)
}

type Keyed = readonly { key: string }[]

function isSorted(before: Keyed, after: Keyed) {
  const common = (list: Keyed, other: Keyed) => {
    const there = new Set(other.map(({ key }) => key))
    return list.flatMap(({ key }) => (there.has(key) ? [key] : []))
  }
  return !isDeepStrictEqual(common(before, after), common(after, before))
}
