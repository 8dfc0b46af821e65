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
  const count = (wanted: Difference) => all.filter((difference) => difference === wanted).length
  const others = (['lower', 'higher'] as const)
    .filter((difference) => count(difference) > 0)
    .map(
      (difference) =>
        `${difference === 'lower' ? 'lowered' : 'raised'} ${formatNumber(count(difference))}`,
    )
  const elementsText = plural(all.length, { one: '# element', other: '# elements' })
  const found =
    others.length === 0
      ? `The auditor confirmed ${elementsText} as declared.`
      : `The auditor ${formatList([`confirmed ${formatNumber(count('same'))} of ${elementsText} as declared`, ...others])}.`
  const [is, was] = [formatScore(certified, scale), formatScore(current, scale)]
  return `${found} The certified average is ${is}, ${is === was ? 'as declared' : `not ${was} as declared`}.`
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
