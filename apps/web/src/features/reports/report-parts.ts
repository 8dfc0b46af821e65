import type { ReportElement } from 'contract/reports'
import { referenceOf } from 'rules/reference'

/** Elements that a long report collapses together. */
export interface ReportPart {
  anchor: string
  group: string | null
  /** Its first and last reference, if it isn't the whole group: `121 to 170` */
  range: string | null
  elements: readonly ReportElement[]
}

type Scored = Pick<ReportElement, 'current' | 'future'>

/** A longer list collapses its rows without a gap. */
export const LONG_LIST = 20
const LARGEST_PART = 50

/** One part for each group, or for 50 elements. A short report is one part. */
export function reportParts(elements: readonly ReportElement[]): ReportPart[] {
  if (elements.length <= LARGEST_PART)
    return [{ anchor: 'part-1', group: null, range: null, elements }]
  const groups = [...Map.groupBy(elements, ({ group }) => group)]
  return groups
    .flatMap(([group, members]) => {
      const pieces = inPieces(members)
      return pieces.map((piece) => ({
        group,
        range: group === null || pieces.length > 1 ? rangeOf(piece) : null,
        elements: piece,
      }))
    })
    .map((part, index) => ({ anchor: `part-${index + 1}`, ...part }))
}

/** The only part of a short report. */
export function isWhole({ group, range }: ReportPart) {
  return group === null && range === null
}

function rangeOf(piece: readonly ReportElement[]) {
  const [first, last] = [piece[0], piece.at(-1)]
  return first && last ? `${referenceOf(first)} to ${referenceOf(last)}` : ''
}

function inPieces(elements: readonly ReportElement[]) {
  return Array.from({ length: Math.ceil(elements.length / LARGEST_PART) }, (_, index) =>
    elements.slice(index * LARGEST_PART, (index + 1) * LARGEST_PART),
  )
}

/** The rows of a long list, and those without a gap, which it collapses. */
export function splitByGap<Row>(
  rows: readonly Row[],
  isLong: boolean,
  scores: (row: Row) => Scored,
) {
  const gaps = isLong ? rows.filter((row) => hasGap(scores(row))) : rows
  if (gaps.length === 0) return { shown: rows, collapsed: [] }
  return { shown: gaps, collapsed: isLong ? rows.filter((row) => !hasGap(scores(row))) : [] }
}

export function hasGap({ current, future }: Scored) {
  return current !== null && future !== null && future - current > 1e-9
}

export function anchorOf(elementId: number) {
  return `element-${elementId}`
}

/** The anchor of what is collapsed at the end of a list. */
export function restOf(anchor: string) {
  return `${anchor}-rest`
}

/** What has to be open to show an anchor, from the outside; empty if there is no such anchor. */
export function pathTo(parts: readonly ReportPart[], anchor: string): string[] {
  for (const part of parts) {
    if (part.anchor === anchor) return [anchor]
    const element = part.elements.find(({ id }) => anchorOf(id) === anchor)
    if (element) return [part.anchor, ...(hasGap(element) ? [] : [restOf(part.anchor)]), anchor]
  }
  return []
}
