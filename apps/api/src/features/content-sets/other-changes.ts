import type { ContentSetFile } from 'contract/content-format'
import { DraftHead } from 'contract/draft'
import type { OtherChange } from 'contract/editions'
import { isDeepStrictEqual } from 'node:util'
import { type InForce, draftOfFile } from './draft-of-file.ts'

interface Whole {
  file: ContentSetFile
  inForce: InForce
}

/** What differs between two editions beside their statements: what the set and its elements say of themselves. */
export function otherChanges(before: Whole, after: Whole): OtherChange[] {
  const [old, now] = [before, after].map(({ file, inForce }) => draftOfFile(file, inForce))
  if (!old || !now) return []
  const both = old.elements.flatMap((was) => {
    const is = now.elements.find(({ key }) => key === was.key)
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

type Element = ReturnType<typeof draftOfFile>['elements'][number]

function frameOf({ statements: _, reportBands: __, ...frame }: Element) {
  return frame
}

function isSortedIn({ was, is }: { was: Element; is: Element }) {
  return isSorted(was.statements, is.statements)
}

type Keyed = readonly { key: string }[]

/** Whether what is in both stands in another order. */
function isSorted(before: Keyed, after: Keyed) {
  const common = (list: Keyed, other: Keyed) => {
    const there = new Set(other.map(({ key }) => key))
    return list.flatMap(({ key }) => (there.has(key) ? [key] : []))
  }
  return !isDeepStrictEqual(common(before, after), common(after, before))
}
