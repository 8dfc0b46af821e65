import { type Scale, scaleOf } from './scores.ts'
import type { ReportSnapshot } from 'contract/reports'
import { formatList, formatNumber, plural } from './plural.ts'
import { formatGap, formatScore, scoreName } from './report-labels.ts'

export type Difference = 'same' | 'lower' | 'higher'

/** Compares the certified with the declared score by their displayed figures; null if nothing applies. */
export function differenceOf(current: number | null, certified: number | null, scale: Scale) {
  if (current === null || certified === null) return null
  if (formatScore(current, scale) === formatScore(certified, scale)) return 'same'
  return certified < current ? 'lower' : 'higher'
}

/** `as declared`, `equal on average`, `0.2 lower` */
export function differenceText(current: number | null, certified: number | null, scale: Scale) {
  const difference = differenceOf(current, certified, scale)
  if (difference === null) return 'does not apply'
  if (difference === 'same')
    return Math.abs((certified ?? 0) - (current ?? 0)) < 1e-9 ? 'as declared' : 'equal on average'
  return `${formatGap(current, certified, scale)} ${difference}`
}

export function certifiedSentence(snapshot: ReportSnapshot): string {
  const { elements, current, certified } = snapshot
  const scale = scaleOf(snapshot.content_set)
  const all = elements.flatMap(
    (element) => differenceOf(element.current, element.certified, scale) ?? [],
  )
  if (all.length === 0) return 'No element has both a declared and a certified score to compare.'
  const [is, was] = [formatScore(certified, scale), formatScore(current, scale)]
  return `The auditor ${formatList(decisionsIn(all))}. The certified average is ${is}, ${is === was ? 'as declared' : `not ${was} as declared`}.`
}

const DECISIONS = [
  ['same', 'confirmed', ' as declared'],
  ['lower', 'lowered', ''],
  ['higher', 'raised', ''],
] as const

/** `confirmed 1 of 3 element scores as declared`, `lowered 2` */
function decisionsIn(all: readonly Difference[]): string[] {
  const scores = plural(all.length, { one: '# element score', other: '# element scores' })
  const made = DECISIONS.map(([difference, ...words]) => {
    return { words, count: all.filter((one) => one === difference).length }
  }).filter(({ count }) => count > 0)
  return made.map(({ words: [verb, how], count }, index) => {
    const what = made.length === 1 ? scores : `${formatNumber(count)} of ${scores}`
    return index === 0 ? `${verb} ${what}${how}` : `${verb} ${formatNumber(count)}`
  })
}

export function certifiedFigures(snapshot: ReportSnapshot) {
  const scale = scaleOf(snapshot.content_set)
  const word = scale ? 'level' : 'score'
  const figures = (['current', 'certified', 'future'] as const).map((kind) => ({
    kind,
    label: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${word}`,
    value: formatScore(snapshot[kind], scale),
    hint: scoreName(snapshot[kind], scale),
  }))
  const { band } = snapshot
  return band === null
    ? figures
    : [...figures, { kind: 'certified' as const, label: 'Band reached', value: band, hint: '' }]
}
