import { expect, test } from 'vitest'
import { formatAgo, formatRecent, recentInSentence } from './time.ts'

const NOW = new Date(2026, 10, 25, 9, 0)

test.each([
  [new Date(2026, 10, 25, 8, 30), '08:30', '08:30'],
  [new Date(2026, 10, 24, 23, 59), 'Yesterday', 'yesterday'],
  [new Date(2026, 10, 19, 12, 0), '19 Nov', '19 Nov'],
  [new Date(2025, 10, 19, 12, 0), '19 November 2025', '19 November 2025'],
])('%s is shown as %s alone and as %s in a sentence', (at, alone, inSentence) => {
  expect(formatRecent(at.toISOString(), NOW)).toBe(alone)
  expect(recentInSentence(at.toISOString(), NOW)).toBe(inSentence)
})

test.each([
  [30, 'just now'],
  [60, '1 minute ago'],
  [59 * 60, '59 minutes ago'],
  [2 * 3600, '2 hours ago'],
  [50 * 3600, '2 days ago'],
])('what was %d seconds ago is shown as %s', (seconds, text) => {
  expect(formatAgo(new Date(NOW.getTime() - seconds * 1000).toISOString(), NOW)).toBe(text)
})
