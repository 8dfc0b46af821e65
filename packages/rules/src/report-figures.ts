import type { ReportSnapshot } from 'contract/reports'
import { type Earlier, commonScale, compareReports } from './compare-reports.ts'
import { formatNumber, plural } from './plural.ts'
import { formatGap, formatScore, gapText, gapUnit, scoreName } from './report-labels.ts'
import { scaleOf } from './scores.ts'

/** One of the four figures under a report's headline. */
export type ReportFigure = {
  kind: 'current' | 'change' | 'future' | 'gap' | 'path'
  label: string
  value: string
  hint: string
}

/** Where we are, what has changed since an earlier year, where we want to be, and what the next band takes. */
export function reportFigures(snapshot: ReportSnapshot, earlier?: Earlier): ReportFigure[] {
  const { current, future } = snapshot
  const scale = scaleOf(snapshot.content_set)
  const word = scale ? 'level' : 'score'
  const change = earlier && changeFigure(snapshot, earlier)
  const name = scoreName(future, scale)
  // The gap has a figure of its own only without an earlier year.
  const toClose = `${gapUnit(current, future, scale)} to close`
  const gap = formatGap(current, future, scale)
  const both = [name, `${gap} ${toClose}`].filter(Boolean).join(', ')
  return [
    figure('current', `Current ${word}`, formatScore(current, scale), scoreName(current, scale)),
    ...(change ? [change] : []),
    figure('future', `Future ${word}`, formatScore(future, scale), change ? both : name),
    ...(change ? [] : [figure('gap', 'Average gap', gap, toClose)]),
    pathFigure(snapshot),
  ]
}

/** `+0.3 levels, from 2.1`; null without a score in both years. */
function changeFigure(snapshot: ReportSnapshot, earlier: Earlier): ReportFigure | null {
  const [then, now] = [earlier.current, snapshot.current]
  if (then === null || now === null) return null
  const { before, change } = compareReports(earlier, snapshot).overall
  const sign = { up: '+', down: '−' }[change as string] ?? ''
  const scale = commonScale(earlier, snapshot)
  const [by = '', unit = ''] = gapText(then, now, scale).split(' ')
  return figure('change', `Since ${earlier.year}`, `${sign}${by}`, `${unit}, from ${before}`)
}

function pathFigure({ path, gap_count }: ReportSnapshot): ReportFigure {
  if (!path) {
    const hint = plural(gap_count, { one: 'statement with a gap', other: 'statements with a gap' })
    return figure('path', 'Actions', formatNumber(gap_count), hint)
  }
  const label = `To reach ${path.band}`
  if (path.is_above_scope) return figure('path', label, '–', 'not possible in this scope')
  if (!path.statement_ids) return figure('path', label, '–', 'not possible with these actions')
  const count = path.statement_ids.length
  return figure(
    'path',
    label,
    formatNumber(count),
    plural(count, { one: 'action on the quickest route', other: 'actions on the quickest route' }),
  )
}

function figure(kind: ReportFigure['kind'], label: string, value: string, hint: string) {
  return { kind, label, value, hint }
}
