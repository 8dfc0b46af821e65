import { expect, test } from 'vitest'
import { formatDue, isDone } from './due-text.ts'

const NOW = new Date('2026-12-12T12:00:00')

test.each([
  ['2026-12-12', 'Due Saturday 12 December'],
  ['2026-12-11', 'Was due Friday 11 December'],
  ['2027-01-04', 'Due Monday 4 January 2027'],
  ['2025-12-31', 'Was due Wednesday 31 December 2025'],
])('%s is shown as %s', (day, expected) => {
  expect(formatDue(day, NOW)).toBe(expected)
})

test('a self-assessment is done when complete, a certification when submitted', () => {
  expect(isDone('self_assessment', 'completed')).toBe(true)
  expect(isDone('self_assessment', undefined)).toBe(false)
  expect(isDone('certification', 'completed')).toBe(false)
  expect(isDone('certification', 'returned')).toBe(false)
  expect(isDone('certification', 'in_review')).toBe(true)
})
