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

type Scores = Pick<ReportElement, 'current' | 'future'>

/** A longer list collapses its rows without a gap. */
export const LONG_LIST = 20
const MAX_PART_SIZE = 50

/** One part for each group, or for 50 elements. A short report is one part. */
export function reportParts(elements: readonly ReportElement[]): ReportPart[] {
  if (elements.length <= MAX_PART_SIZE)
    return [{ anchor: 'part-1', group: null, range: null, elements }]
  const groups = [...Map.groupBy(elements, ({ group }) => group)]
  return groups
    .flatMap(([group, members]) => {
      const chunks = chunksOf(members)
      return chunks.map((chunk) => ({
        group,
        range: group === null || chunks.length > 1 ? rangeOf(chunk) : null,
        elements: chunk,
      }))
    })
    .map((part, index) => ({ anchor: `part-${index + 1}`, ...part }))
}

/** Whether this is the only part of a short report. */
export function isOnlyPart({ group, range }: ReportPart) {
  return group === null && range === null
}

function rangeOf(chunk: readonly ReportElement[]) {
  const [first, last] = [chunk[0], chunk.at(-1)]
  return first && last ? `${referenceOf(first)} to ${referenceOf(last)}` : ''
}

function chunksOf(elements: readonly ReportElement[]) {
  return Array.from({ length: Math.ceil(elements.length / MAX_PART_SIZE) }, (_, index) =>
    elements.slice(index * MAX_PART_SIZE, (index + 1) * MAX_PART_SIZE),
  )
}

/** The rows of a long list, and those without a gap, which it collapses. */
export function splitByGap<Row>(
  rows: readonly Row[],
  isLong: boolean,
  scores: (row: Row) => Scores,
) {
  const gaps = isLong ? rows.filter((row) => hasGap(scores(row))) : rows
  if (gaps.length === 0) return { shown: rows, collapsed: [] }
  return { shown: gaps, collapsed: isLong ? rows.filter((row) => !hasGap(scores(row))) : [] }
}

export function hasGap({ current, future }: Scores) {
  return current !== null && future !== null && future - current > 1e-9
}

export function anchorOf(elementId: number) {
  return `element-${elementId}`
}

/** The anchor of the collapsed rows at the end of a list. */
export function collapsedAnchor(anchor: string) {
  return `${anchor}-rest`
}

/** The anchors to open, outermost first, so that an anchor is visible; empty if there is no such anchor. */
export function anchorsToOpen(parts: readonly ReportPart[], anchor: string): string[] {
  for (const part of parts) {
    if (part.anchor === anchor) return [anchor]
    const element = part.elements.find(({ id }) => anchorOf(id) === anchor)
    if (element)
      return [part.anchor, ...(hasGap(element) ? [] : [collapsedAnchor(part.anchor)]), anchor]
  }
  return []
}
