import { expect, test } from 'vitest'
import { formatDue, formatDueShort, isDone } from './due-text.ts'

const NOW = new Date('2026-12-12T12:00:00')

test.each([
  ['2026-12-12', 'Due Saturday 12 December', 'Due 12 Dec'],
  ['2026-12-11', 'Was due Friday 11 December', 'Was due 11 Dec'],
  ['2027-01-04', 'Due Monday 4 January 2027', 'Due 4 Jan'],
  ['2025-12-31', 'Was due Wednesday 31 December 2025', 'Was due 31 Dec'],
])('%s is shown as %s, or %s on a phone', (day, expected, short) => {
  expect(formatDue(day, NOW)).toBe(expected)
  expect(formatDueShort(day, NOW)).toBe(short)
})

test('a self-assessment is done when complete, a certification when submitted', () => {
  expect(isDone('self_assessment', 'completed')).toBe(true)
  expect(isDone('self_assessment', undefined)).toBe(false)
  expect(isDone('certification', 'completed')).toBe(false)
  expect(isDone('certification', 'returned')).toBe(false)
  expect(isDone('certification', 'in_review')).toBe(true)
})
