import { expect, test } from 'vitest'
import { formatRecent, recentInSentence } from './time.ts'

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
