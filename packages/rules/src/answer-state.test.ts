import { expect, test } from 'vitest'
import { answerIn, continueAt, isRaised, stateOf, targetOf } from './answer-state.ts'

const row = (state: 1 | 2 | 3, response: number | null, more = {}) => ({
  state,
  statement_response_id: response,
  not_applicable_reason: null,
  to_confirm: false,
  ...more,
})

test('a statement is answered with both choices, or with the reason why it does not apply', () => {
  expect(stateOf()).toBe('open')
  expect(stateOf([])).toBe('open')
  expect(stateOf([row(1, 5)])).toBe('open')
  expect(stateOf([row(2, 5)])).toBe('open')
  expect(stateOf([row(1, 5), row(3, 5)])).toBe('open')
  expect(stateOf([row(1, 5), row(2, null)])).toBe('open')
  expect(stateOf([row(1, 5), row(2, 7)])).toBe('answered')
  expect(stateOf([row(1, null, { not_applicable_reason: 'No lorries' })])).toBe('answered')
})

test('a copied answer is to confirm', () => {
  const copied = { to_confirm: true }
  expect(stateOf([row(1, 5, copied)])).toBe('open')
  expect(stateOf([row(1, 5, copied), row(2, 7)])).toBe('to-confirm')
  expect(stateOf([row(1, 5), row(2, 7, copied)])).toBe('to-confirm')
  expect(stateOf([row(1, null, { not_applicable_reason: 'No lorries', ...copied })])).toBe(
    'to-confirm',
  )
})

test('where a statement does not apply, its future response has no say', () => {
  const reason = { not_applicable_reason: 'No lorries' }
  expect(stateOf([row(1, null, reason), row(2, 7, { to_confirm: true })])).toBe('answered')
})

test('the answer names both responses and the reason', () => {
  const rows = [row(2, 7), row(1, null, { not_applicable_reason: 'No lorries' })]
  expect(answerIn(rows)).toEqual({
    current: null,
    future: 7,
    reason: 'No lorries',
    isToConfirm: false,
  })
})

test('continues after the last answered statement, or on it when it is the last of all', () => {
  expect(continueAt(['answered', 'open', 'answered', 'to-confirm'])).toBe(3)
  expect(continueAt(['answered', 'open', 'answered'])).toBe(2)
  expect(continueAt(['open', 'open'])).toBe(0)
  expect(continueAt(['to-confirm'])).toBe(0)
  expect(continueAt([])).toBe(0)
})

test('a target is the same as now or another one', () => {
  expect(targetOf({ current: 5, future: 5 })).toBe('same')
  expect(targetOf({ current: 5, future: 7 })).toBe('other')
  expect(targetOf({ current: null, future: 7 })).toBe(null)
  expect(targetOf({ current: 5, future: null })).toBe(null)
})

test('a current response raises only a lower future one', () => {
  expect(isRaised(3, 2)).toBe(true)
  expect(isRaised(3, 3)).toBe(false)
  expect(isRaised(2, 3)).toBe(false)
  expect(isRaised(undefined, 3)).toBe(false)
  expect(isRaised(3, undefined)).toBe(false)
})
