import { expect, test } from 'vitest'
import { readReportSearch } from './report-search.ts'

test('the order of the actions is read from the address, and an unknown one is left out', () => {
  expect(readReportSearch({ sort: 'effort', year: 2026 })).toEqual({ sort: 'effort', year: 2026 })
  for (const sort of ['gain', 'nonsense', '', 3, ['effort']])
    expect(readReportSearch({ sort }).sort).toBeUndefined()
})
