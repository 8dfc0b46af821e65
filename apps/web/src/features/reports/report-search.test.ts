import { expect, test } from 'vitest'
import { readReportSearch } from './report-search.ts'

test('what of the plan is shown is read from the address', () => {
  const given = { find: 'lead', status: 'open,done', owner: '0,7', order: 'due.desc' }
  expect(readReportSearch(given)).toMatchObject({
    ...given,
    status: ['open', 'done'],
    owner: [0, 7],
  })
  for (const bad of [{ status: 'late' }, { owner: 'me' }, { order: 'gain.asc' }])
    expect(Object.values(readReportSearch(bad)).filter(Boolean)).toEqual([])
})

test('the order of the actions is read from the address, and an unknown one is left out', () => {
  expect(readReportSearch({ sort: 'effort', year: 2026 })).toEqual({ sort: 'effort', year: 2026 })
  for (const sort of ['gain', 'nonsense', '', 3, ['effort']])
    expect(readReportSearch({ sort }).sort).toBeUndefined()
})
