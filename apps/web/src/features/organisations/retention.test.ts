import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removedBy, retentionHint } from './retention.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-31T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const LONDON = { time_zone: 'Europe/London' }
const OLD = [
  { year: 2022, count: 2 },
  { year: 2024, count: 3 },
]

test('a year is kept for the given number of years after it', () => {
  expect(retentionHint(LONDON, 1)).toContain('Assessments from 2024 and earlier are deleted')
  expect(removedBy(LONDON, 1, OLD)).toEqual({ last: 2024, count: 5 })
  expect(removedBy(LONDON, 3, OLD)).toEqual({ last: 2022, count: 2 })
  expect(removedBy(LONDON, 4, OLD)).toMatchObject({ count: 0 })
  expect(removedBy(LONDON, null, OLD)).toMatchObject({ count: 0 })
})

test('the current year is taken in the time zone of the organisation', () => {
  const auckland = { time_zone: 'Pacific/Auckland' }
  expect(removedBy(auckland, 2, OLD)).toEqual({ last: 2024, count: 5 })
})
