import { expect, test } from 'vitest'
import { compareReports } from './compare-reports.ts'
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

test('different scales compare in percent', () => {
  const { overall } = compareReports(report(null, {}), report(LEVELS, {}))
  expect(overall).toMatchObject({ before: '50%', now: '50%', change: 'same' })
})

function report(scale: string[] | null, scores: Record<string, number>) {
  return {
    content_set: { scale, lowest_level: 1 },
    current: 0.5,
    elements: Object.entries(scores).map(([key, current], index) => ({
      key,
      number: index + 1,
      title: key,
      current,
    })),
  } as unknown as ReportSnapshot
}
