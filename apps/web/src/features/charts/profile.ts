import { formatGap, formatRange, formatScore, gapText, widestGapFirst } from 'rules/report-labels'
import { type Scale, isDrawnInLevels, levelOf } from 'rules/scores'
import { plural } from 'rules/plural'

/** One element's figures; values are fractions from 0 to 1, or null while nothing is answered. */
export type ProfileElement = {
  id: number
  key: string
  number: number
  title: string
  /** The title, with the reference if another element has the same title. */
  name: string
  answered: number
  total: number
  toConfirm?: number
  isComplete: boolean
  isNext: boolean
  nextStatement?: number
  isOptional?: boolean
  current: number | null
  future: number | null
  certified: number | null
  to?: string
  group?: string
}

export type { Scale } from 'rules/scores'

type Scores = Pick<ProfileElement, 'current' | 'future'>

/** The distance from current to future: levels with one decimal, percent in points. */
export function gapOf({ current, future }: Scores, scale: Scale) {
  return scale ? formatGap(current, future, scale) : gapText(current, future, scale)
}

/** "2.4 → 3.4" or "Not scored" */
export function routeText({ current, future }: Scores, scale: Scale) {
  return current === null ? 'Not scored' : formatRange(current, future ?? current, scale)
}

export function formatStatus(element: ProfileElement, scale: Scale): string {
  const { answered, total, current, future } = element
  const { nextStatement = Math.min(answered + 1, total) } = element
  if (element.isNext) return `Next: ${nextStatement} of ${total}`
  if (element.isComplete) {
    return current === null || future === null ? 'Complete' : formatRange(current, future, scale)
  }
  return progressText(element) ?? (element.isOptional ? 'Optional' : 'Not started')
}

function progressText({ answered, total, toConfirm = 0 }: ProfileElement) {
  if (answered > 0) return `${answered} of ${total} answered`
  return toConfirm > 0 ? `${toConfirm} to confirm` : null
}

export function describeElement(element: ProfileElement, scale: Scale): string {
  const { name, group, current, future, certified } = element
  const progress = progressText(element) ?? 'not started'
  const values = [
    ['current', current],
    ['future', future],
    ['certified', certified],
  ] as const
  const figures = values.flatMap(([state, value]) =>
    value === null ? [] : [`${state} ${formatScore(value, scale)}`],
  )
  return [
    name,
    ...(group === undefined ? [] : [group]),
    ...(element.isOptional ? ['optional'] : []),
    progress,
    ...figures,
  ].join(', ')
}

export function describeProfile(elements: readonly ProfileElement[], scale: Scale): string {
  const [widest] = widestGapFirst(elements, scale)
  const count = plural(elements.length, { one: '# element', other: '# elements' })
  if (!widest || widest.current === null || widest.future === null)
    return `${count}. No results yet.`
  const { name, current, future } = widest
  const gap = gapOf(widest, scale)
  if (Number.parseFloat(gap) === 0) return `${count}. No gaps.`
  return `${count}. The widest gap is ${gap} in ${name}: ${formatRange(current, future, scale)}.`
}

/** Bands of the wheel and rings of the radar: one per level, or quarters. */
export function bandNames(scale: Scale): string[] {
  return isDrawnInLevels(scale) ? pointNames(scale) : pointNames(scale).slice(1)
}

/** The position in bands from the centre: the second of four levels is 2, 60% is 2.4. */
export function bandValue(fraction: number, scale: Scale): number {
  return isDrawnInLevels(scale) ? levelOf(fraction, scale.names.length) : fraction * 4
}

export function scalePoints(scale: Scale): number[] {
  if (!isDrawnInLevels(scale)) return [0, 0.25, 0.5, 0.75, 1]
  const { length } = scale.names
  return scale.names.map((_, index) => index / Math.max(1, length - 1))
}

/** `1` to `4`, or `0` to `100` in quarters. */
export function pointNames(scale: Scale): string[] {
  return scalePoints(scale).map((point) => formatScore(point, scale).replace(/%|\.0$/, ''))
}
