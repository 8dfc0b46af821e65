import { expect, test } from 'vitest'
import {
  certifiedFigures,
  certifiedSentence,
  differenceOf,
  differenceText,
} from './certified-labels.ts'
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
  expect([differenceOf(null, 0.5, SCALE), differenceOf(0.5, null, SCALE)]).toEqual([null, null])
  expect(differenceText(null, 0.5, SCALE)).toBe('does not apply')
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
    'The auditor confirmed 1 of 3 element scores as declared, lowered 1 and raised 1. The certified average is 2.5, as declared.',
  )
  expect(certifiedSentence(reportOf([[1, 1]]))).toBe(
    'The auditor confirmed 1 element score as declared. The certified average is 4.0, as declared.',
  )
  expect(certifiedSentence(reportOf([[1, 0.5]]))).toBe(
    'The auditor lowered 1 element score. The certified average is 2.5, not 4.0 as declared.',
  )
  const changed = reportOf([
    [1, 0.5],
    [1, 0],
    [0, 0.5],
  ])
  expect(certifiedSentence(changed)).toContain(
    'The auditor lowered 2 of 3 element scores and raised 1. ',
  )
  expect(certifiedSentence(reportOf([[1, null]]))).toBe(
    'No element has both a declared and a certified score to compare.',
  )
})

test('the figures are the three scores, and the band if one is reached', () => {
  const report = { ...reportOf([[2 / 3, 1 / 3]]), future: 1, band: null }
  const scores = [
    { kind: 'current', label: 'Current level', value: '3.0', hint: 'Established' },
    { kind: 'certified', label: 'Certified level', value: '2.0', hint: 'Developing' },
    { kind: 'future', label: 'Future level', value: '4.0', hint: 'Leading' },
  ]
  expect(certifiedFigures(report)).toEqual(scores)
  expect(certifiedFigures({ ...report, band: 'Silver' })).toEqual([
    ...scores,
    { kind: 'certified', label: 'Band reached', value: 'Silver', hint: '' },
  ])
  const content_set = { ...report.content_set, scale: null }
  expect(certifiedFigures({ ...report, content_set })[0]).toEqual({
    kind: 'current',
    label: 'Current score',
    value: '67%',
    hint: '',
  })
})
