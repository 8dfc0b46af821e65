import { expect, test } from 'vitest'
import { atText, changesText } from './change-text.ts'

const NOW = new Date('2026-11-20T12:00:00')

test.each([
  [1, '2026-11-17T14:10:00', '1 change since Tuesday'],
  [4, '2026-11-19T09:00:00', '4 changes since yesterday'],
  [4, '2026-11-20T09:41:00', '4 changes since 09:41'],
  [4, '2026-11-02T09:00:00', '4 changes since 2 Nov'],
])('%i changes since %s are told as "%s"', (count, since, text) => {
  expect(changesText(count, since, NOW)).toBe(text)
})

test('a change of this week has its weekday and time, an older one its day', () => {
  expect(atText('2026-11-17T14:10:00', NOW)).toBe('Tue 14:10')
  expect(atText('2026-11-02T14:10:00', NOW)).toBe('2 Nov')
})
