import { expect, test } from 'vitest'
import type { ReportSnapshot } from 'contract/reports'
import { type ReportFigure, reportFigures } from './report-figures.ts'

const asPercent = { content_set: { scale: null, lowest_level: 1 } } as Partial<ReportSnapshot>
const NAMES = ['Starting', 'Developing', 'Established', 'Leading']

test('the figures are current, future, gap and the route to the next band', () => {
  expect(reportFigures(snapshot()).map(rowOf)).toEqual([
    ['current', 'Current level', '2.4', 'Developing'],
    ['future', 'Future level', '3.4', 'Established'],
    ['gap', 'Average gap', '1.0', 'level to close'],
    ['path', 'To reach Established', '2', 'actions on the quickest route'],
  ])
  expect(reportFigures(snapshot(asPercent))[0]).toMatchObject({
    label: 'Current score',
    value: '47%',
  })
})

test('the fourth figure shows an unreachable band, or counts actions', () => {
  const path = { band: 'Leading', min_overall: 90, min_element: 70, statement_ids: null }
  const fourth = (given: Partial<ReportSnapshot>) =>
    reportFigures(snapshot(given)).slice(3).map(rowOf)
  expect(fourth({ path })).toEqual([
    ['path', 'To reach Leading', '–', 'not possible with these actions'],
  ])
  expect(fourth({ path: { ...path, statement_ids: [1] } })).toEqual([
    ['path', 'To reach Leading', '1', 'action on the quickest route'],
  ])
  expect(fourth({ path: null })).toEqual([['path', 'Actions', '34', 'statements with a gap']])
  expect(fourth({ path: null, gap_count: 1 })).toEqual([
    ['path', 'Actions', '1', 'statement with a gap'],
  ])
})

test('with an earlier year, the second figure is the change, and the gap is beside the future level', () => {
  const earlier = { year: 2025, current: 1 / 3, elements: [], content_set: snapshot().content_set }
  const figures = (given: Partial<ReportSnapshot>) =>
    reportFigures(snapshot(given), earlier).map(rowOf)
  expect(figures({})).toEqual([
    ['current', 'Current level', '2.4', 'Developing'],
    ['change', 'Since 2025', '+0.4', 'levels, from 2.0'],
    ['future', 'Future level', '3.4', 'Established, 1.0 level to close'],
    ['path', 'To reach Established', '2', 'actions on the quickest route'],
  ])
  expect(figures({ current: 0 })[1]).toEqual(['change', 'Since 2025', '−1.0', 'level, from 2.0'])
  expect(figures({ current: 1 / 3 })[1]?.slice(2)).toEqual(['0.0', 'levels, from 2.0'])
  const percent = { ...earlier, content_set: { scale: null, lowest_level: 1 } }
  expect(reportFigures(snapshot(), percent)[1]).toMatchObject({
    value: '+14',
    hint: 'points, from 33%',
  })
  expect(reportFigures(snapshot(asPercent), percent)[2]?.hint).toBe('33 points to close')
})

test('a band above the chosen level has no number of actions', () => {
  const path = { band: 'Gold', min_overall: 0, min_element: 0, statement_ids: null }
  const figure = (is_above_scope?: true) =>
    reportFigures(snapshot({ path: { ...path, ...(is_above_scope && { is_above_scope }) } })).at(-1)
  expect([figure()?.hint, figure(true)?.hint]).toEqual([
    'not possible with these actions',
    'not possible in this scope',
  ])
})

test('a year without a score has no change', () => {
  const earlier = { year: 2025, current: 0.5, elements: [], content_set: snapshot().content_set }
  const kinds = (given: Partial<ReportSnapshot>, then: number | null) =>
    reportFigures(snapshot(given), { ...earlier, current: then }).map(({ kind }) => kind)
  expect(kinds({}, null)).toEqual(['current', 'future', 'gap', 'path'])
  expect(kinds({ current: null }, 0.5)).toEqual(['current', 'future', 'gap', 'path'])
})

function rowOf({ kind, label, value, hint }: ReportFigure) {
  return [kind, label, value, hint]
}

function snapshot(given: Partial<ReportSnapshot> = {}) {
  return {
    current: 1.4 / 3,
    future: 2.4 / 3,
    gap_count: 34,
    path: { band: 'Established', min_overall: 66, min_element: 33, statement_ids: [1, 2] },
    content_set: { scale: NAMES, lowest_level: 1 },
    elements: [],
    ...given,
  } as unknown as ReportSnapshot
}
