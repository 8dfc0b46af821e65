import { expect, test } from 'vitest'
import type { Change } from './outbox-change.ts'
import { NOTHING_SAVED, type OutboxState } from './outbox-state.ts'
import { playerAction } from '#features/assessments/player-keys.ts'
import { saveLabel } from './save-labels.ts'

const SAVED_AT = new Date(2026, 10, 21, 9, 41).getTime()
const SOON = { now: SAVED_AT + 5000, savedAt: SAVED_AT }

test('the indicator changes from saved to offline, sending and saved again', () => {
  expect(saveLabel(anOutbox(0), SOON).text).toBe('Saved just now')
  expect(saveLabel(anOutbox(0), { ...SOON, now: SAVED_AT + 60_000 }).text).toBe('Saved 09:41')
  const away = anOutbox(2, 'waiting')
  expect(saveLabel(away, SOON).text).toBe('Offline. 2 answers stored on this device.')
  expect(saveLabel({ ...away, isBusy: true }, SOON)).toMatchObject({
    text: 'Waymark is busy. Your answers are safe on this device.',
    short: 'Waymark is busy',
  })
  expect(saveLabel({ ...away, isBusy: true, isClosed: true }, SOON)).toMatchObject({
    text: 'Waymark is closed for maintenance. Your answers are safe on this device.',
    short: 'Maintenance',
  })
  expect(saveLabel({ ...away, phase: 'sending' }, SOON).text).toBe('Sending 2 answers')
  const late = { ...anOutbox(0), saved: { ...NOTHING_SAVED, isLate: true } }
  expect(saveLabel(late, SOON).text).toBe('Saved')
})

test('the responses and the note of one statement count as one unsaved answer', () => {
  const { changes, ...away } = anOutbox(2, 'waiting')
  const [first] = changes
  if (!first) throw new Error('There is a first change.')
  const choice = { ...first, kind: 'response' as const, state: 1 as const, version: 0 }
  const current = { ...choice, statement_response_id: 7, not_applicable_reason: null }
  const all: Change[] = [
    current,
    { ...current, state: 2 },
    { ...first, kind: 'note', note: 'Agreed in May.', version: 0 },
    ...changes,
  ]
  const words = saveLabel({ ...away, changes: all }, SOON)
  expect(words).toMatchObject({
    text: 'Offline. 2 answers stored on this device.',
    short: '2 waiting',
  })
})

test('an answer that waits for its other half says that it is stored', () => {
  expect(saveLabel(anOutbox(1), SOON).text).toBe('Stored on this device')
  expect(saveLabel(anOutbox(1), { ...SOON, now: SAVED_AT + 100 }).text).toBe('Saved just now')
})

test('a quickly saved answer does not flash', () => {
  const justSaved = { ...SOON, now: SAVED_AT + 100 }
  expect(saveLabel(anOutbox(1, 'sending'), justSaved).text).toBe('Saved just now')
})

test('after an outage the state is saved only after everything is sent', () => {
  const justSaved = { ...SOON, now: SAVED_AT + 100 }
  expect(saveLabel(anOutbox(1, 'catching-up'), justSaved).text).toBe('Sending 1 answer')
})

test('a digit key chooses the current response, with Shift the future one', () => {
  expect(playerAction(aKey('2', 'Digit2'))).toEqual({ kind: 'current', digit: 2 })
  expect(playerAction({ ...aKey('$', 'Digit4'), shiftKey: true })).toEqual({
    kind: 'future',
    digit: 4,
  })
  expect(playerAction(aKey('0', 'Digit0'))).toEqual({ kind: 'current', digit: 0 })
})

test('Alt with an arrow moves between statements; with Ctrl every key is the browser’s', () => {
  expect(playerAction({ ...aKey('ArrowLeft', 'ArrowLeft'), altKey: true })).toEqual({
    kind: 'previous',
  })
  expect(playerAction({ ...aKey('n', 'KeyN'), ctrlKey: true })).toBeNull()
})

function anOutbox(count: number, phase: OutboxState['phase'] = 'idle'): OutboxState {
  const changes = Array.from({ length: count }, (_, index): Change => ({
    kind: 'confirmation',
    key: String(index),
    owner: '',
    assessmentId: 1,
    elementId: 1,
    statementId: index,
    chosenAt: new Date(SAVED_AT).toISOString(),
  }))
  return {
    changes,
    phase,
    isBlocked: false,
    isBusy: false,
    isClosed: false,
    saved: NOTHING_SAVED,
    isLoaded: true,
  }
}

function aKey(key: string, code: string) {
  return { key, code, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }
}
