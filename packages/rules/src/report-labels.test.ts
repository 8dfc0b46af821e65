import { expect, test } from 'vitest'
import {
  formatGap,
  formatRange,
  formatScore,
  gapText,
  headlineParts,
  reportHeadline,
  scoreName,
  widestGapFirst,
} from './report-labels.ts'
import { compareTitle } from './report-titles.ts'
import type { ReportElement, ReportSnapshot } from 'contract/reports'

const NAMES = ['Starting', 'Developing', 'Established', 'Leading']
const SCALE = { names: NAMES, lowest: 1 }

test('the headline contains scores and the widest gap', () => {
  expect(reportHeadline(snapshot())).toBe(
    'Across 48 statements we are at 2.4 today and want to reach 3.4. The widest gap is in Technology and data.',
  )
  expect(headlineParts(snapshot()).flatMap(({ text, strong }) => (strong ? text : []))).toEqual([
    '2.4',
    '3.4',
  ])
})

test('a comparison names the year of the earlier report', () => {
  expect(compareTitle(2025)).toBe('Compared with 2025')
})

test('without named levels the headline counts in percent', () => {
  expect(reportHeadline(snapshot({ scale: null }))).toContain('we are at 47% today')
})

test('two widest gaps are both named, more than two are not', () => {
  const element = { title: 'People', current: 0.1, future: 0.9 }
  const two = [element, { ...element, title: 'Suppliers' }]
  expect(reportHeadline(snapshot({ elements: two }))).toMatch(
    / The widest gaps are in People and in Suppliers\.$/,
  )
  const three = [...two, { ...element, title: 'Services' }]
  expect(reportHeadline(snapshot({ elements: three }))).toMatch(/want to reach 3\.4\.$/)
})

test('one element is no widest gap, and one statement is in the singular', () => {
  const elements = [{ title: 'People', current: 0.1, future: 0.9 }]
  expect(reportHeadline(snapshot({ elements, statement_count: 1 }))).toBe(
    'Across 1 statement we are at 2.4 today and want to reach 3.4.',
  )
})

test('rows are sorted by the gap that is shown, then by the exact one', () => {
  // By the exact gaps they are in this order, which shows 37, 37, 35, 36 and 32.
  const rows = [
    { current: 0.2049, future: 0.5749 },
    { current: 0.2, future: 0.5651 },
    { current: 0.2051, future: 0.5649 },
    { current: 0.2149, future: 0.5654 },
    { current: 0.3, future: 0.62 },
  ]
  const shown = (sorted: typeof rows) =>
    sorted.map(({ current, future }) => formatGap(current, future, null))
  expect(shown(rows)).toEqual(['37', '37', '35', '36', '32'])
  expect(shown(widestGapFirst(rows.toReversed(), null))).toEqual(['37', '37', '36', '35', '32'])
  expect(widestGapFirst(rows.toReversed(), null)[0]).toEqual(rows[0])
})

test('rows without a gap to show come last, in their order', () => {
  const rows = [
    { id: 1, current: null, future: null },
    { id: 2, current: 0.5, future: 0.5 },
    { id: 3, current: 0.1, future: 0.3 },
    { id: 4, current: 0.2, future: 0.4 },
  ]
  expect(widestGapFirst(rows, SCALE).map(({ id }) => id)).toEqual([3, 4, 2, 1])
})

test('the headline names the widest gaps as shown', () => {
  const elements = [
    { title: 'Widest', current: 0.2149, future: 0.5651 },
    { title: 'As wide', current: 0.2149, future: 0.5654 },
    { title: 'Exactly wider', current: 0.2051, future: 0.5649 },
  ]
  expect(reportHeadline(snapshot({ scale: null, elements }))).toMatch(
    / The widest gaps are in As wide and in Widest\.$/,
  )
})

test('the headline says if there is no gap or no score', () => {
  expect(reportHeadline(snapshot({ gap_count: 0 }))).toBe(
    'Across 48 statements we are at 2.4 today, which is where we want to be.',
  )
  for (const given of [{ current: null }, { future: null }])
    expect(reportHeadline(snapshot(given))).toBe(
      'None of the statements apply to us, so there is nothing to score.',
    )
})

test('levels of a scale that begins at 0 are one lower, and gaps the same', () => {
  const fromZero = { names: NAMES, lowest: 0 }
  expect([0, 0.5, 1].map((score) => formatScore(score, fromZero))).toEqual(['0.0', '1.5', '3.0'])
  expect(scoreName(0.1, fromZero)).toBe('Starting')
  expect(gapText(1 / 3, 1, fromZero)).toBe('2.0 levels')
  expect(formatScore(1.97 / 3, fromZero)).toBe('1.9')
})

test('levels show one decimal, percentages none, and halves round up', () => {
  expect(formatScore(0.45 / 3, SCALE)).toBe('1.5')
  expect(formatScore(0.475, null)).toBe('48%')
  // Both are stored slightly below themselves.
  expect([formatScore(1.45 / 3, SCALE), formatScore(0.285, null)]).toEqual(['2.5', '29%'])
  expect(formatScore(null, SCALE)).toBe('–')
  expect(formatRange(0.4666, 0.8666, SCALE)).toBe('2.4 → 3.6')
  expect(formatRange(null, null, SCALE)).toBe('Not scored')
  expect(formatRange(null, 0.5, SCALE)).toBe('– → 2.5')
  expect(formatRange(0.5, null, SCALE)).toBe('2.5 → –')
})

test('gaps take the singular for one', () => {
  expect([gapText(0, 1 / 3, SCALE), gapText(0, 0.5, SCALE)]).toEqual(['1.0 level', '1.5 levels'])
  expect([gapText(0, 0.01, null), gapText(0, 0.33, null)]).toEqual(['1 point', '33 points'])
})

test.each([
  [null, 0.5],
  [0.5, null],
])('a gap from %j to %j is a dash', (from, to) => {
  expect([formatGap(from, to, SCALE), gapText(from, to, SCALE)]).toEqual(['–', '–'])
})

test('a gap is the difference of the displayed figures', () => {
  const [from, to] = [1.76 / 3, 1.74 / 3]
  expect([formatRange(from, to, SCALE), formatGap(from, to, SCALE)]).toEqual(['2.8 → 2.7', '0.1'])
  const wide = [1.849 / 3, 2.151 / 3] as const
  expect([formatRange(...wide, SCALE), gapText(...wide, SCALE)]).toEqual([
    '2.8 → 3.2',
    '0.4 levels',
  ])
  expect([formatRange(0.204, 0.296, null), gapText(0.204, 0.296, null)]).toEqual([
    '20% → 30%',
    '10 points',
  ])
})

test('the figure of a level never contradicts its name', () => {
  const justBelow = 0.97 / 3
  expect([formatScore(justBelow, SCALE), scoreName(justBelow, SCALE)]).toEqual(['1.9', 'Starting'])
  for (let share = 0; share <= 1000; share++) {
    const score = share / 1000
    expect(NAMES[Math.floor(Number(formatScore(score, SCALE))) - 1]).toBe(scoreName(score, SCALE))
  }
})

test('a level is named after it is reached', () => {
  expect(scoreName(2 / 3, SCALE)).toBe('Established')
  expect(scoreName(0.6, SCALE)).toBe('Developing')
  expect([scoreName(0.6, null), scoreName(null, SCALE)]).toEqual(['', ''])
})

type Given = Omit<Partial<ReportSnapshot>, 'elements'> & {
  scale?: string[] | null
  elements?: Pick<ReportElement, 'title' | 'current' | 'future'>[]
}

function snapshot({ scale = NAMES, elements, ...given }: Given = {}) {
  return {
    current: 1.4 / 3,
    future: 2.4 / 3,
    statement_count: 48,
    gap_count: 34,
    path: { band: 'Established', min_overall: 66, min_element: 33, statement_ids: [1, 2] },
    ...given,
    content_set: { scale, lowest_level: 1 },
    elements: elements ?? [
      { title: 'People and skills', current: 0.6, future: 0.8 },
      { title: 'Technology and data', current: 0.3, future: 0.9 },
    ],
  } as ReportSnapshot
}
