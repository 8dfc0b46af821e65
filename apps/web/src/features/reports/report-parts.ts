import type { ReportElement } from 'contract/reports'
import { type ElementGroup, elementGroups } from 'rules/element-groups'

/** Elements that a long report collapses together. */
export interface ReportPart extends ElementGroup<ReportElement> {
  anchor: string
}

type Scores = Pick<ReportElement, 'current' | 'future'>

/** A longer list collapses its rows without a gap. */
export const LONG_LIST = 20
/** A longer report collapses its elements by group. */
const LONG_REPORT = 50

/** One part for each group, or for 50 elements. A short report is one part. */
export function reportParts(elements: readonly ReportElement[]): ReportPart[] {
  if (elements.length <= LONG_REPORT)
    return [{ anchor: 'part-1', name: null, range: null, elements }]
  return elementGroups(elements).map((part, index) => ({ anchor: `part-${index + 1}`, ...part }))
}

/** Whether this is the only part of a short report. */
export function isOnlyPart({ name, range }: ReportPart) {
  return name === null && range === null
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
