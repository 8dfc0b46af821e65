import { expect, test } from 'vitest'
import { delayedSince } from './scan-delay.ts'

const SINCE = '2026-01-02T10:00:00.000Z'
const at = (time: string) => new Date(`2026-01-02T${time}Z`)

test('a scan is delayed ten minutes after it started', () => {
  const file = { status: 'scanning', scanning_since: SINCE } as const
  expect(delayedSince(file, at('10:09:59.999'))).toBeNull()
  expect(delayedSince(file, at('10:10:00.000'))).toBe(SINCE)
})

test('a file that is not being scanned is never delayed', () => {
  const file = { status: 'clean', scanning_since: SINCE } as const
  expect(delayedSince(file, at('23:00:00.000'))).toBeNull()
})
