import { expect, test } from 'vitest'
import { certifiedSentence, differenceOf, differenceText } from './certified-labels.ts'
import type { ReportSnapshot } from 'contract/reports'

const NAMES = ['Starting', 'Developing', 'Established', 'Leading']
const SCALE = { names: NAMES, lowest: 1 }

function reportOf(pairs: [current: number | null, certified: number | null][]): ReportSnapshot {
  const mean = (at: 0 | 1) =>
    pairs.reduce((sum, pair) => sum + (pair[at] ?? 0), 0) / Math.max(1, pairs.length)
  return {
    content_set: { scale: NAMES, lowest_level: 1 },
    current: mean(0),
    certified: mean(1),
    elements: pairs.map(([current, certified]) => ({ current, certified })),
  } as unknown as ReportSnapshot
}

test('the certified score is the same, lower or higher than the declared one', () => {
  const pairs: [number, number][] = [
    [0.5, 0.5],
    [0.5, 0.2],
    [0.2, 0.5],
  ]
  expect(pairs.map(([current, certified]) => differenceOf(current, certified, SCALE))).toEqual([
    'same',
    'lower',
    'higher',
  ])
  expect(differenceOf(null, 0.5, SCALE)).toBeNull()
  expect(differenceText(1.76 / 3, 1.74 / 3, SCALE)).toBe('0.1 lower')
  expect(differenceText(1.74 / 3, 1.73 / 3, SCALE)).toBe('equal on average')
  expect(differenceText(1, 0.9, SCALE)).toBe('0.3 lower')
  expect(differenceText(0.5, 0.5, null)).toBe('as declared')
})

test('the sentence counts elements and compares averages', () => {
  expect(
    certifiedSentence(
      reportOf([
        [1, 1],
        [1, 0.5],
        [0, 0.5],
        [null, null],
      ]),
    ),
  ).toBe(
    'The auditor confirmed 1 of 3 elements as declared, lowered 1 and raised 1. The certified average is 2.5, as declared.',
  )
  expect(certifiedSentence(reportOf([[1, 1]]))).toBe(
    'The auditor confirmed 1 element as declared. The certified average is 4.0, as declared.',
  )
})
