import { expect, test } from 'vitest'
import { playerAction } from '#features/assessments/player-keys.ts'
import { SHORTCUTS } from '#support/shortcuts.ts'
import { reviewAction } from './review-keys.ts'

const NAMES: Partial<Record<string, string>> = { '←': 'ArrowLeft', '→': 'ArrowRight' }

function pressed(keys: readonly string[]) {
  const key = keys.at(-1) ?? ''
  return {
    key: NAMES[key] ?? key,
    code: /^\d$/.test(key) ? `Digit${key}` : '',
    shiftKey: keys.includes('Shift'),
    altKey: keys.includes('Alt'),
    ctrlKey: keys.includes('Ctrl'),
    metaKey: false,
  } as KeyboardEvent
}

const OWN = 'c'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('').filter((letter) => letter !== OWN)

test.for([
  ...['Backspace', 'Enter', 'Escape', '/', '1', '0', ...LETTERS].map((key) => [key]),
  ['Alt', '←'],
  ['Alt', '→'],
  ['Shift', '2'],
  ['Ctrl', 'c'],
])('%s %s means the same to auditors and respondents', (keys) => {
  expect(reviewAction(pressed(keys))).toEqual(playerAction(pressed(keys)))
})

test('the key for the list of shortcuts is left to the header, which shows it', () => {
  expect(reviewAction(pressed(['?']))).toBeNull()
})

test('C confirms in a review, and does nothing in an assessment', () => {
  expect(reviewAction(pressed(['C']))).toEqual({ kind: 'confirm' })
  expect(playerAction(pressed(['C']))).toBeNull()
})

// The filter of a list is no key of an assessment, and `?` is one of every page.
const IN_ASSESSMENTS = SHORTCUTS.filter(({ keys }) => !['/', '?'].includes(keys.join('')))

test.for(IN_ASSESSMENTS)('the list says of $keys whether the switch turns it off', (shortcut) => {
  const { keys, isSingle = false } = shortcut
  const event = pressed(keys)
  expect(isSingle).toBe(reviewAction(event) !== null && !event.altKey)
})
