import type { ReportSnapshot } from 'contract/reports'
import { elementNames } from './element-names.ts'
import { plural } from './plural.ts'
import {
  type Scale,
  type Score,
  gapOf,
  levelName,
  levelOf,
  reachedLevel,
  scaleOf,
} from './scores.ts'

/** Part of a sentence. Figures are strong. */
export type TextPart = { text: string; strong: boolean }

export function reportHeadline(snapshot: ReportSnapshot): string {
  return headlineParts(snapshot)
    .map(({ text }) => text)
    .join('')
}

/** The headline in parts, so that views can emphasise its figures. */
export function headlineParts(snapshot: ReportSnapshot): TextPart[] {
  const { current, future, statement_count: count } = snapshot
  if (current === null || future === null) {
    return [plain('None of the statements apply to us, so there is nothing to score.')]
  }
  const scale = scaleOf(snapshot.content_set)
  const start = [
    plain(`Across ${plural(count, STATEMENTS)} we are at `),
    strong(formatScore(current, scale)),
  ]
  if (snapshot.gap_count === 0) return [...start, plain(' today, which is where we want to be.')]
  return [
    ...start,
    plain(' today and want to reach '),
    strong(formatScore(future, scale)),
    plain(`.${widestGap(snapshot)}`),
  ]
}

/** `2.4` on a named scale, otherwise `47%`; a dash without a score. */
export function formatScore(score: Score, scale: Scale): string {
  if (score === null) return '–'
  return scale ? levelFigure(score, scale) : `${rounded(score * 100)}%`
}

/** `2.4 → 3.6` */
export function formatRange(current: Score, future: Score, scale: Scale): string {
  if (current === null && future === null) return 'Not scored'
  return `${formatScore(current, scale)} → ${formatScore(future, scale)}`
}

/** The gap of two scores: `1.6` levels or `33` points. Computed from the displayed figures, so that they add up. */
export function formatGap(from: Score, to: Score, scale: Scale): string {
  if (from === null || to === null) return '–'
  return rounded(Math.abs(shown(to, scale) - shown(from, scale)), scale ? 1 : 0)
}

/** `1.6 levels`, `1.0 level` or `33 points`. */
export function gapText(from: Score, to: Score, scale: Scale): string {
  if (from === null || to === null) return '–'
  return `${formatGap(from, to, scale)} ${gapUnit(from, to, scale)}`
}

/** Sorted by the gap as shown. Exact gaps, then the given order, break ties; rows without a score come last. */
export function widestGapFirst<Row extends { current: Score; future: Score }>(
  rows: readonly Row[],
  scale: Scale,
): Row[] {
  const ranked = rows.map((row) => {
    const gap = gapOf(row.current, row.future)
    if (gap === null) return { row, shown: -1, exact: 0 }
    // Rounded, because equal gaps can differ in their last digits.
    const exact = Math.round(gap * 1e9)
    return { row, shown: Number(formatGap(row.current, row.future, scale)), exact }
  })
  return ranked
    .sort((one, other) => other.shown - one.shown || other.exact - one.exact)
    .map(({ row }) => row)
}

function shown(score: number, scale: Scale) {
  return Number.parseFloat(formatScore(score, scale))
}

/** Name of the reached level; empty without named levels. */
export function scoreName(score: Score, scale: Scale): string {
  return score === null || !scale ? '' : levelName(score, scale.names)
}

function widestGap(snapshot: ReportSnapshot): string {
  const scale = scaleOf(snapshot.content_set)
  const sorted = widestGapFirst(snapshot.elements, scale)
  const gaps = sorted.map(({ current, future }) => formatGap(current, future, scale))
  const names = sorted
    .filter((_, index) => gaps[index] === gaps[0])
    .map(elementNames(snapshot.elements))
  if (sorted.length === 1 || names.length > 2) return ''
  const [first, second] = names
  if (second !== undefined) return ` The widest gaps are in ${first} and in ${second}.`
  return ` The widest gap is in ${first}.`
}

/** `level`, `levels`, `point` or `points` */
export function gapUnit(from: Score, to: Score, scale: Scale): string {
  return plural(Number(formatGap(from, to, scale)), scale ? LEVELS : POINTS)
}

const LEVELS = { one: 'level', other: 'levels' }
const POINTS = { one: 'point', other: 'points' }
const STATEMENTS = { one: '# statement', other: '# statements' }

// Rounded up, 2.96 would contradict its level's name (decision 055).
function levelFigure(score: number, { names, lowest }: NonNullable<Scale>) {
  const highest = reachedLevel(score, names.length) + 0.9
  return rounded(Math.min(levelOf(score, names.length), highest) - 1 + lowest, 1)
}

// Added because 2.45 is stored slightly below 2.45.
function rounded(value: number, decimals = 0) {
  return (value + 1e-9).toFixed(decimals)
}

export function plain(text: string): TextPart {
  return { text, strong: false }
}

export function strong(text: string): TextPart {
  return { text, strong: true }
}
