import { expect, test } from 'vitest'
import { validityText } from './validity-text.ts'

test('a certificate is valid on its last day and expired on the next', () => {
  const text = (now: string) => validityText({ valid_until: '2027-11-19' }, new Date(now))
  expect(text('2027-11-19T23:00:00Z')).toBe('Until 19 Nov 2027')
  expect(text('2027-11-20T00:00:00Z')).toBe('Expired 19 Nov 2027')
})
