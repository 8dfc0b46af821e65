import { expect, test } from 'vitest'
import { nextDigest, noticeDays } from './notice-days.ts'

test.each([
  ['Wednesday', '2026-12-16', ['2026-12-09', '2026-12-15', '2026-12-16', '2026-12-23']],
  ['Saturday', '2026-12-12', ['2026-12-04', '2026-12-11', '2026-12-18', '2026-12-25']],
  ['Sunday', '2026-12-13', ['2026-12-04', '2026-12-11', '2026-12-18', '2026-12-25']],
  ['Monday', '2026-12-14', ['2026-12-07', '2026-12-11', '2026-12-14', '2026-12-21']],
])('notices about a %s fall on working days only', (_, dueOn, expected) => {
  const days = [...new Set(noticeDays(dueOn, '2026-12-25'))].filter((day) => day <= '2026-12-25')
  expect(days).toEqual(expected)
})

test.each([
  ['Europe/London', '2026-11-30T06:59:00Z', 'today at 07:00'],
  ['Europe/London', '2026-11-30T07:00:00Z', 'tomorrow at 07:00'],
  ['Europe/London', '2026-11-27T06:59:00Z', 'today at 07:00'],
  ['Europe/London', '2026-11-27T12:00:00Z', 'on Monday at 07:00'],
  ['Europe/London', '2026-11-28T03:00:00Z', 'on Monday at 07:00'],
  ['Europe/London', '2026-11-29T03:00:00Z', 'tomorrow at 07:00'],
  ['Pacific/Auckland', '2026-11-29T17:30:00Z', 'today at 07:00'],
  ['Pacific/Auckland', '2026-11-29T18:30:00Z', 'tomorrow at 07:00'],
])('in %s at %s, the next digest is sent %s', (timeZone, now, expected) => {
  expect(nextDigest(timeZone, new Date(now))).toBe(expected)
})
