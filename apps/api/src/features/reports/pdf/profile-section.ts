import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { elementNames } from 'rules/element-names'
import { plural } from 'rules/plural'
import { referenceOf } from 'rules/reference'
import { formatGap, formatScore, widestGapFirst } from 'rules/report-labels'
import { type Scale, isDrawnInLevels, scaleOf } from 'rules/scores'
import { elementScale, ticks } from '#features/reports/page/report-scale.ts'
import { rowsTogether } from './rows-together.ts'

type ScoredRow = { current: number | null; future: number | null; gap: string }

/** The radar and the list of gaps. */
export function profileSection({ elements, content_set: set }: ReportSnapshot) {
  const scale = scaleOf(set)
  const nameOf = elementNames(elements)
  const named = elements.map((element) => ({
    name: nameOf(element),
    label: labelOf(element, nameOf(element)),
    current: element.current,
    future: element.future,
    certified: element.certified,
    gap: formatGap(element.current, element.future, scale),
    alt: elementScale(element, scale).alt,
  }))
  const findings = named.map(({ name, alt }) => `${name}: ${alt}`).join('; ')
  return {
    ticks: ticks(scale),
    gapHead: scale ? 'Gap' : 'Points',
    profile: profileRows(elements, scale),
    isCertified: elements.some((element) => element.certified !== null),
    // A radar chart is readable with three to twelve elements.
    radar:
      elements.length >= 3 && elements.length <= 12
        ? {
            alt: `Profile of all elements. ${findings}.`,
            points: named,
            // As in the web's chart, levels start one ring from the middle and percent in the middle.
            start: isDrawnInLevels(scale) ? 1 / scale.names.length : 0,
          }
        : null,
    ...gaps(named, scale),
  }
}

/** Every element, widest gap first, for documents without charts. */
function profileRows(elements: readonly ReportElement[], scale: Scale) {
  return widestGapFirst(elements, scale).map((element) => ({
    reference: referenceOf(element),
    title: element.title,
    current: formatScore(element.current, scale),
    future: formatScore(element.future, scale),
    gap: formatGap(element.current, element.future, scale),
  }))
}

/** A longer reference leaves no room for the title. */
const LONGEST_REFERENCE = 12

function labelOf(element: ReportElement, name: string) {
  const reference = referenceOf(element)
  return reference.length > LONGEST_REFERENCE ? name : `${reference} ${element.title}`
}

/** More elements than these are listed only if they have a gap. */
const MAX_WITHOUT_GAP = 40

const ELEMENTS_WITHOUT_GAP = {
  one: '# element without a gap',
  other: '# elements without a gap',
}

function gaps<Row extends ScoredRow>(rows: readonly Row[], scale: Scale) {
  const sorted = widestGapFirst(rows, scale)
  const isLong = sorted.length > MAX_WITHOUT_GAP
  const others = isLong ? sorted.filter((row) => Number(row.gap) === 0) : []
  const shown = sorted.filter((row) => !others.includes(row))
  const kept = rowsTogether([...shown, ...others.slice(0, 1)].map(() => 1))
  return {
    dumbbell: shown.map((row, index) => ({ ...row, kept: kept[index] })),
    dumbbellRest:
      others.length === 0
        ? null
        : { text: plural(others.length, ELEMENTS_WITHOUT_GAP), kept: kept[shown.length] },
  }
}
