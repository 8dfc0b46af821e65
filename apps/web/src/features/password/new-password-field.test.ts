import { expect, test } from 'vitest'
import { isGuessable } from './guessable.ts'
import { strengthOf } from './new-password-field.tsx'

const words = ['waymark', 'lovelace']

test.each([
  ['', 'At least 12 characters.'],
  ['four', '8 more to go.'],
  ['abcabcabcabc', 'Long, but easy to guess.'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'Long, but easy to guess.'],
  ['qwertyuiop12', 'Long, but easy to guess.'],
  ['Waymark-waymark1', 'Long, but easy to guess.'],
  ['lovelace1815!', 'Long, but easy to guess.'],
  ['four unrelat', 'Long enough.'],
  ['four unrelated words', 'Long and strong.'],
])('«%s»: %s', (password, start) => {
  expect(strengthOf(password, password.length > 11 && isGuessable(password, words))).toContain(
    start,
  )
})
