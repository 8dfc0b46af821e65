import { expect, test } from 'vitest'
import { type ResponseChoice, waitForPair } from './outbox-change.ts'

const AT = Date.parse('2026-11-21T09:41:00Z')

function aLone(statementId: number, isLone = true): ResponseChoice {
  return {
    kind: 'response',
    key: String(statementId),
    owner: 'acme.localhost 1',
    assessmentId: 1,
    elementId: 1,
    statementId,
    chosenAt: new Date(AT).toISOString(),
    state: 1,
    statement_response_id: 2,
    not_applicable_reason: null,
    version: 0,
    isLone,
  }
}

test('a lone current response waits three seconds for its future one', () => {
  expect(waitForPair([aLone(1)], AT + 1000)).toBe(2000)
  expect(waitForPair([aLone(1)], AT + 3000)).toBe(0)
  expect(waitForPair([aLone(1), { ...aLone(1), key: 'b', state: 2 }], AT)).toBe(0)
  expect(waitForPair([aLone(1, false)], AT)).toBe(0)
  // Something else was chosen since.
  expect(waitForPair([aLone(1), aLone(2)], AT)).toBe(0)
})

test('a clock that was put back doesn’t make a response wait longer', () => {
  expect(waitForPair([aLone(1)], AT - 60_000)).toBe(3000)
})
