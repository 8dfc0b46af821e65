import { expect, test } from 'vitest'
import { commonScale, compareHint, compareReports } from './compare-reports.ts'
import type { ReportSnapshot } from 'contract/reports'

const LEVELS = ['Starting', 'Developing', 'Established', 'Leading']

test('elements compare by key, from the figures as shown', () => {
  const then = report(LEVELS, { people: 0.34, data: 0.5, near: 0.5, gone: 0.2 })
  const now = report(LEVELS, { people: 0.67, data: 0.5, near: 0.501, fresh: 0.4 })
  expect(
    compareReports(then, now).elements.map(({ key, before, now, change, by }) => [
      key,
      before,
      now,
      change,
      by,
    ]),
  ).toEqual([
    ['people', '2.0', '3.0', 'up', '1.0'],
    ['data', '2.5', '2.5', 'same', ''],
    ['near', '2.5', '2.5', 'same', ''],
    ['fresh', '–', '2.2', 'added', ''],
    ['gone', '1.6', '–', 'removed', ''],
  ])
})

test('elements have their reference, which for one of an earlier report is never a position', () => {
  const [first, second] = ['auto-A9A9HEJK', 'auto-B9A9HEJK']
  const then = report(LEVELS, { [first]: 0.5, people: 0.5, gone: 0.5 })
  const now = report(LEVELS, { people: 0.5, [second]: 0.5 })
  const { overall, elements } = compareReports(then, now)
  expect(elements.map(({ reference }) => reference)).toEqual(['people', '2', '', 'gone'])
  expect(overall.reference).toBe('')
})

test('the overall score compares as well, and a score that is missing on one side has no change', () => {
  const of = (then: number | null, now: number | null) => {
    const {
      before,
      now: after,
      change,
      by,
    } = compareReports(
      { ...report(LEVELS, {}), year: 2025, current: then },
      { ...report(LEVELS, {}), current: now },
    ).overall
    return [before, after, change, by]
  }
  expect(of(0.67, 0.34)).toEqual(['3.0', '2.0', 'down', '1.0'])
  expect(of(null, 0.34)).toEqual(['–', '2.0', 'unknown', ''])
  expect(of(0.34, null)).toEqual(['2.0', '–', 'unknown', ''])
  const { overall } = compareReports(report(LEVELS, {}), report(LEVELS, {}))
  expect(overall).toMatchObject({ key: '', title: 'Overall', change: 'same' })
})

test.each([
  ['other names, but as many levels', report(['A', 'B', 'C', 'D'], {}), true],
  ['fewer levels', report(['A', 'B', 'C'], {}), false],
  ['another lowest level', report(LEVELS, {}, 0), false],
  ['no levels', report(null, {}), false],
])('a report with %s has levels to compare with: %s', (_, then, areLevels) => {
  const now = report(LEVELS, {})
  expect(commonScale(then, now)).toEqual(areLevels ? { names: LEVELS, lowest: 1 } : null)
  expect(compareHint(then, now)).toBe(
    areLevels ? '' : 'The two reports don’t use the same levels, so both are shown as percentages.',
  )
})

test('without common levels, scores compare in percent', () => {
  const then = report(null, { people: 0.5, data: 0.4 })
  const { overall, elements } = compareReports(then, report(LEVELS, { people: 0.5, data: 0.28 }))
  expect(overall).toMatchObject({ before: '50%', now: '50%', change: 'same' })
  expect(elements[1]).toMatchObject({ before: '40%', now: '28%', change: 'down', by: '12 points' })
})

test('a report without levels is in percent anyway, so nothing is said of that', () => {
  expect(compareHint(report(LEVELS, {}), report(null, {}))).toBe('')
})

function report(scale: string[] | null, scores: Record<string, number>, lowest_level = 1) {
  return {
    content_set: { scale, lowest_level },
    current: 0.5,
    elements: Object.entries(scores).map(([key, current], index) => ({
      key,
      number: index + 1,
      title: key,
      current,
    })),
  } as unknown as ReportSnapshot
}
