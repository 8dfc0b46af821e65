import { expect, test } from 'vitest'
import { playerAction } from './player-keys.ts'

const NONE = { code: '', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }

test.for([
  [
    { key: '1', code: 'Digit1' },
    { kind: 'current', digit: 1 },
  ],
  [
    { key: '9', code: 'Numpad9' },
    { kind: 'current', digit: 9 },
  ],
  [
    { key: '0', code: 'Digit0' },
    { kind: 'current', digit: 0 },
  ],
  // Shift changes the character, and each layout differently.
  [
    { key: '"', code: 'Digit2', shiftKey: true },
    { kind: 'future', digit: 2 },
  ],
  [
    { key: '&', code: 'Digit1' },
    { kind: 'current', digit: 1 },
  ],
  [{ key: 'n' }, { kind: 'note' }],
  [{ key: 'N', shiftKey: true }, { kind: 'note' }],
  [{ key: 'a' }, { kind: 'attachments' }],
  [{ key: 'x' }, { kind: 'not-applicable' }],
  [{ key: 'l' }, { kind: 'later' }],
  [{ key: '?', shiftKey: true }, { kind: 'list' }],
  [{ key: 'Backspace' }, { kind: 'undo' }],
  [{ key: 'ArrowLeft', altKey: true }, { kind: 'previous' }],
  [{ key: 'ArrowRight', altKey: true }, { kind: 'next' }],
] as const)('in an assessment %j does %j', ([pressed, action]) => {
  expect(playerAction({ ...NONE, ...pressed })).toEqual(action)
})

test.for([
  { key: 'n', ctrlKey: true },
  { key: 'n', metaKey: true },
  { key: 'n', altKey: true },
  { key: '1', code: 'Digit1', ctrlKey: true },
  { key: '1', code: 'Digit1', altKey: true },
  { key: 'ArrowLeft', altKey: true, metaKey: true },
  { key: 'ArrowLeft' },
  { key: 'F1', code: 'F1' },
  { key: 'q', code: 'KeyQ' },
])('in an assessment %j does nothing', (pressed) => {
  expect(playerAction({ ...NONE, ...pressed })).toBeNull()
})
