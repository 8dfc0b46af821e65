import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { describe, expect, test } from 'vitest'
import { compareReports } from './compare-reports.ts'

const LEVELS = ['Starting', 'Developing', 'Established', 'Leading']

describe('years are comparable side by side', () => {
  test('overall first, then each element with its movement in levels', () => {
    const rows = compareReports(
      aReport(LEVELS, 0.4, { risk: 0.3, people: 0.5, data: 0.6 }),
      aReport(LEVELS, 0.5, { risk: 0.6, people: 0.5, data: 0.5 }),
    )
    expect(
      rows.map(({ title, earlier, now, change, by }) => [title, earlier, now, change, by]),
    ).toEqual([
      ['Overall', '2.2', '2.5', 'up', '0.3'],
      ['risk', '1.9', '2.8', 'up', '0.9'],
      ['people', '2.5', '2.5', 'same', ''],
      ['data', '2.8', '2.5', 'down', '0.3'],
    ])
  })

  test('a movement is the difference of the figures as they are shown', () => {
    const [overall] = compareReports(aReport(LEVELS, 0.48, {}), aReport(LEVELS, 0.485, {}))
    expect(overall).toMatchObject({ earlier: '2.4', now: '2.5', change: 'up', by: '0.1' })
  })

  test('an element of only one of the years is named as new or gone', () => {
    const rows = compareReports(
      aReport(LEVELS, 0.5, { old: 0.5 }),
      aReport(LEVELS, 0.5, { fresh: 0.5 }),
    )
    expect(rows.map(({ key, change }) => [key, change])).toEqual([
      ['', 'same'],
      ['fresh', 'added'],
      ['old', 'removed'],
    ])
  })

  test('an element that did not apply in one of the years cannot be compared', () => {
    const rows = compareReports(
      aReport(LEVELS, 0.5, { risk: null }),
      aReport(LEVELS, 0.5, { risk: 0.5 }),
    )
    expect(rows[1]).toMatchObject({ earlier: '–', now: '2.5', change: 'unknown', by: '' })
  })

  test('editions with different levels are compared in percent', () => {
    const [overall] = compareReports(aReport(['Low', 'High'], 0.4, {}), aReport(LEVELS, 0.52, {}))
    expect(overall).toMatchObject({ earlier: '40%', now: '52%', change: 'up', by: '12 points' })
  })
})

function aReport(
  scale: string[],
  current: number,
  scores: Record<string, number | null>,
): ReportSnapshot {
  return {
    format: 'report/1',
    kind: 'action',
    year: 2026,
    type: 'self_assessment',
    version: 1,
    title: 'Action report 2026',
    created_at: '2026-11-18T10:00:00Z',
    organisation: 'Northfield Trust',
    respondent: 'R. L.',
    content_set: { id: 1, title: 'Set', description: null, scale, source: null, licence: null },
    current,
    future: 1,
    certified: null,
    statement_count: 4,
    gap_count: 0,
    band: null,
    path: null,
    elements: Object.entries(scores).map(([key, score], index) => anElement(key, score, index)),
    actions: [],
  }
}

function anElement(key: string, current: number | null, index: number): ReportElement {
  return {
    id: index + 1,
    key,
    number: index + 1,
    title: key,
    description: null,
    group: null,
    current,
    future: 1,
    certified: null,
    band: null,
    statements: [],
  }
}
