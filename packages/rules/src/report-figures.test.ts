import { expect, test } from 'vitest'
import type { ReportSnapshot } from 'contract/reports'
import { reportFigures } from './report-figures.ts'

const NAMES = ['Starting', 'Developing', 'Established', 'Leading']

test('the figures are current, future, gap and the route to the next band', () => {
  expect(reportFigures(snapshot()).map(({ label, value, hint }) => [label, value, hint])).toEqual([
    ['Current level', '2.4', 'Developing'],
    ['Future level', '3.4', 'Established'],
    ['Average gap', '1.0', 'level to close'],
    ['To reach Established', '2', 'actions on the quickest route'],
  ])
})

test('the fourth figure shows an unreachable band, or counts actions', () => {
  const path = { band: 'Leading', min_overall: 90, min_element: 70, statement_ids: null }
  expect(reportFigures(snapshot({ path }))[3]).toMatchObject({
    label: 'To reach Leading',
    value: '–',
  })
  expect(reportFigures(snapshot({ path: null }))[3]).toMatchObject({
    label: 'Actions',
    value: '34',
  })
})

test('with an earlier year, the second figure is the change, and the gap is beside the future level', () => {
  const earlier = { year: 2025, current: 1 / 3, elements: [], content_set: snapshot().content_set }
  const figures = (given: Partial<ReportSnapshot>) =>
    reportFigures(snapshot(given), earlier).map(({ label, value, hint }) => [label, value, hint])
  expect(figures({})).toEqual([
    ['Current level', '2.4', 'Developing'],
    ['Since 2025', '+0.4', 'levels, from 2.0'],
    ['Future level', '3.4', 'Established, 1.0 level to close'],
    ['To reach Established', '2', 'actions on the quickest route'],
  ])
  expect(figures({ current: 0 })[1]).toEqual(['Since 2025', '−1.0', 'level, from 2.0'])
  expect(figures({ current: 1 / 3 })[1]).toEqual(['Since 2025', '0.0', 'levels, from 2.0'])
  const percent = { ...earlier, content_set: { scale: null, lowest_level: 1 } }
  expect(reportFigures(snapshot(), percent)[1]).toMatchObject({
    value: '+14',
    hint: 'points, from 33%',
  })
})

function snapshot(given: Partial<ReportSnapshot> = {}) {
  return {
    current: 1.4 / 3,
    future: 2.4 / 3,
    gap_count: 34,
    path: { band: 'Established', min_overall: 66, min_element: 33, statement_ids: [1, 2] },
    ...given,
    content_set: { scale: NAMES, lowest_level: 1 },
    elements: [],
  } as unknown as ReportSnapshot
}
