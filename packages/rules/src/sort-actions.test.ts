import type { ReportSnapshot } from 'contract/reports'
import { expect, test } from 'vitest'
import { type ActionSort, hasEffort, sortActions } from './sort-actions.ts'

const REPORT = {
  elements: [{ id: 7 }, { id: 3 }, { id: 5 }],
  actions: [
    { statement_id: 6, element_id: 5, effort: 9 },
    { statement_id: 1, element_id: 3, effort: 4 },
    { statement_id: 2, element_id: 7, effort: null },
    { statement_id: 3, element_id: 7, effort: 2 },
    { statement_id: 4, element_id: 3, effort: 2 },
    { statement_id: 5, element_id: 3, effort: null },
  ],
} as unknown as ReportSnapshot

test.each<[ActionSort, number[]]>([
  ['gain', [6, 1, 2, 3, 4, 5]],
  ['effort', [3, 4, 1, 6, 2, 5]],
  ['element', [2, 3, 1, 4, 5, 6]],
])('actions are sorted by %s, and equal ones by gain', (by, expected) => {
  expect(sortActions(REPORT, by).map((action) => action.statement_id)).toEqual(expected)
})

test('a report without any effort says so', () => {
  expect(hasEffort(REPORT)).toBe(true)
  expect(hasEffort({ actions: REPORT.actions.filter(({ effort }) => effort === null) })).toBe(false)
})
