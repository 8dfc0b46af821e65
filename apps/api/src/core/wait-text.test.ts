import { expect, test } from 'vitest'
import { waitText } from './wait-text.ts'

test.each([
  [1, '1 second'],
  [15, '15 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3540, '59 minutes'],
  [3541, '60 minutes'],
  [3600, '1 hour'],
  [3601, '2 hours'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})
