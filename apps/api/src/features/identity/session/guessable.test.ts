import { dictionary } from '@zxcvbn-ts/language-common'
import { wordsOfOwner } from 'contract/guessable'
import { expect, test } from 'vitest'
import { rounds } from '#testing/rounds.ts'
import { run } from './password-worker.ts'

const owner = {
  tenant: { name: 'Northfield Trust', domain: 'quayside' },
  email: 'ada.lovelace@harbour.example',
  name: 'Ada Lovelace',
  organisation: 'Analytical Engines',
}
const words = wordsOfOwner(owner)
const isGuessable = (password: string, words: string[]) => run({ password, words })

// Most common first, as the library keeps them.
const COMMON = dictionary['passwords-common'].slice(0, 3000)
const SHAPES = [
  (word: string) => word.repeat(Math.ceil(12 / word.length)),
  (word: string) => `${word}123456789012`,
  (word: string, index: number) => `${word}${1950 + (index % 75)}`.padEnd(12, '!'),
  (word: string) => word.padEnd(12, word.at(-1)),
  (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`.padEnd(12, '1!'),
  (word: string) => word.padStart(12, '1234567890'),
]

test('the 3,000 most common passwords, repeated or extended to 12 characters, are guessable', () => {
  const accepted = COMMON.filter((_, index) => index % rounds(30, 1) === 0)
    .map((word, index) => SHAPES[index % SHAPES.length]?.(word, index) ?? '')
    .filter((password) => password.length >= 12)
    .filter((password) => !isGuessable(password, words))
  expect(COMMON).toHaveLength(3000)
  expect(accepted).toEqual([])
}, 600_000)

test('every common password of 12 characters or more is guessable', () => {
  const long = dictionary['passwords-common'].filter(({ length }) => length >= 12)
  expect(long.length).toBeGreaterThan(300)
  const some = long.filter((_, index) => index % rounds(5, 1) === 0)
  expect(some.filter((password) => !isGuessable(password, words))).toEqual([])
})

test.each([
  'administrator',
  'liverpool12345!',
  'P@ssw0rd1234',
  'qwertyuiop12',
  '1qaz2wsx3edc4rfv',
  'abcdefghijkl',
  'y'.repeat(128),
  'abcabcabcabcabc',
  'iloveyou forever',
])('common passwords and keyboard patterns are guessable: %s', (password) => {
  expect(isGuessable(password, words)).toBe(true)
})

test.each([
  'Waymark-waymark1',
  'W@ymark-2026',
  'waymark2026!!',
  'Northfield2026!',
  'quayside-2026',
  'AnalyticalEngines7',
  'ada.lovelace2026',
  'ecalevol1815ada',
  'ada.lovelace@harbour.example',
])('words of the product, the organisation and the user are guessable: %s', (password) => {
  expect(isGuessable(password, words)).toBe(true)
})

test.each([
  'four unrelated words here',
  'correct horse battery staple',
  'long grey rivers walk',
  'пароль из слов',
  'waymark rivers walk grey',
  'k3J9xQ2vLm8Z',
  '8dES76LFrztA',
  'tapestry onward gravel quench',
  'constructor prototype valueOf',
])('a passphrase or a random password is not guessable: %s', (password) => {
  expect(isGuessable(password, words)).toBe(false)
})
