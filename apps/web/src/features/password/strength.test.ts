import { expect, test } from 'vitest'
import { strengthOf } from './strength.ts'

test.each([
  ['', 'At least 12 characters.'],
  ['four', '8 more to go.'],
  ['abcabcabcabc', 'Long, but repetitive.'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'Long, but repetitive.'],
  ['four unrelat', 'Long enough.'],
  ['four unrelated words', 'Long and strong.'],
])('«%s»: %s', (password, start) => {
  expect(strengthOf(password)).toContain(start)
})
