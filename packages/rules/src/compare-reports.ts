import type { EarlierReport, ReportSnapshot } from 'contract/reports'
import { isGeneratedKey, referenceOf } from './reference.ts'
import { formatGap, formatScore, gapText } from './report-labels.ts'
import { type Scale, scaleOf } from './scores.ts'

type Score = number | null
/** The earlier report, of which only the scores are compared. */
export type Earlier = Pick<EarlierReport, 'year' | 'content_set' | 'current' | 'elements'>

export type ComparedRow = {
  key: string
  /** Empty for the overall score, and for what has only a position, in an earlier report. */
  reference: string
  title: string
  before: string
  now: string
  change: 'up' | 'down' | 'same' | 'added' | 'removed' | 'unknown'
  /** `0.4` or `12 points`; empty without a change or a comparison. */
  by: string
}

export type Comparison = {
  overall: ComparedRow
  elements: ComparedRow[]
}

/** Compares the current scores of two reports, overall and by element. */
export function compareReports(then: Earlier, now: ReportSnapshot): Comparison {
  const scale = commonScale(then, now)
  const before = new Map(then.elements.map((element) => [element.key, element]))
  const keys = new Set(now.elements.map((element) => element.key))
  const removed = then.elements.filter((element) => !keys.has(element.key))
  return {
    overall: compared(
      { key: '', reference: '', title: 'Overall' },
      then.current,
      now.current,
      scale,
    ),
    elements: [
      ...now.elements.map((element) => {
        const earlier = before.get(element.key)
        const named = { ...element, reference: referenceOf(element) }
        const row = compared(named, earlier?.current ?? null, element.current, scale)
        return earlier ? row : changed(row, 'added')
      }),
      ...removed.map((element) => {
        const named = { ...element, reference: isGeneratedKey(element.key) ? '' : element.key }
        return changed(compared(named, element.current, null, scale), 'removed')
      }),
    ],
  }
}

/** Levels are comparable only on the same scale. Otherwise percent are compared. */
export function commonScale(then: Earlier, now: ReportSnapshot): Scale {
  const [earlier, later] = [scaleOf(then.content_set), scaleOf(now.content_set)]
  if (!earlier || !later || earlier.lowest !== later.lowest) return null
  return earlier.names.length === later.names.length ? later : null
}

/** Why levels are compared in percent; empty if they aren't. */
export function compareHint(then: Earlier, now: ReportSnapshot): string {
  const isPercent = commonScale(then, now) === null && now.content_set.scale !== null
  return isPercent
    ? 'The two reports don’t use the same levels, so both are shown as percentages.'
    : ''
}

function compared(
  { key, reference, title }: Pick<ComparedRow, 'key' | 'reference' | 'title'>,
  then: Score,
  now: Score,
  scale: Scale,
): ComparedRow {
  const figures = { before: formatScore(then, scale), now: formatScore(now, scale) }
  const row = { key, reference, title, ...figures }
  if (then === null || now === null) return { ...row, change: 'unknown', by: '' }
  if (row.before === row.now) return { ...row, change: 'same', by: '' }
  const by = scale ? formatGap(then, now, scale) : gapText(then, now, scale)
  return { ...row, change: now > then ? 'up' : 'down', by }
}

function changed(row: ComparedRow, change: ComparedRow['change']): ComparedRow {
  return { ...row, change }
}
