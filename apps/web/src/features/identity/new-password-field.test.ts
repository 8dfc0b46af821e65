import { expect, test } from 'vitest'
import { isGuessable } from './guessable.ts'
import { strengthOf } from './new-password-field.tsx'

const words = ['waymark', 'lovelace']

test.each([
  ['', 'At least 12 characters.'],
  ['four', '8 more characters needed.'],
  ['abcabcabcabc', 'That password is easy to guess.'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'That password is easy to guess.'],
  ['qwertyuiop12', 'That password is easy to guess.'],
  ['Waymark-waymark1', 'That password is easy to guess.'],
  ['lovelace1815!', 'That password is easy to guess.'],
  ['four unrelat', 'Long enough.'],
  ['four unrelated words', 'Strong password.'],
])('the password "%s" has the hint "%s"', (password, start) => {
  expect(strengthOf(password, password.length > 11 && isGuessable(password, words))).toContain(
    start,
  )
})
