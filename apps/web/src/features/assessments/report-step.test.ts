import { expect, test } from 'vitest'
import { leadsToReport } from './report-step.ts'

const element = (id: number, is_complete: boolean, is_required = true) => ({
  id,
  is_complete,
  is_required,
})

test.for([
  ['the last required one', [element(1, false), element(2, true)], true],
  [
    'the last required one beside an open optional one',
    [element(1, false), element(2, false, false)],
    true,
  ],
  ['an optional one after all required ones', [element(1, false, false), element(2, true)], true],
  ['one of two open required ones', [element(1, false), element(2, false)], false],
  ['an optional one before a required one', [element(1, false, false), element(2, false)], false],
  [
    'one of a set without required ones',
    [element(1, false, false), element(2, false, false)],
    true,
  ],
] as const)('completing %s creates the report: %j, %j', ([, elements, creates]) => {
  expect(leadsToReport(elements, 1)).toBe(creates)
})
