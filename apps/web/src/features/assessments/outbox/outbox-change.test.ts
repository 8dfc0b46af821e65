import { expect, test } from 'vitest'
import {
  type ResponseChoice,
  acknowledge,
  rebaseOnAcknowledged,
  waitForPair,
} from './outbox-change.ts'

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

test.each([
  [1, 2],
  [2, 1],
] as const)(
  'a lone response of state %i waits three seconds for that of state %i',
  (one, other) => {
    const lone = { ...aLone(1), state: one }
    expect(waitForPair([lone], AT + 1000)).toBe(2000)
    expect(waitForPair([lone], AT + 3000)).toBe(0)
    expect(waitForPair([lone, { ...aLone(1), key: 'b', state: other }], AT)).toBe(0)
  },
)

test('a response waits for nothing if its statement has the other one, or something else was chosen', () => {
  expect(waitForPair([aLone(1, false)], AT)).toBe(0)
  expect(waitForPair([aLone(1), aLone(2)], AT)).toBe(0)
})

test('a clock that was put back doesn’t make a response wait longer', () => {
  expect(waitForPair([aLone(1)], AT - 60_000)).toBe(3000)
})

const row = (state: 1 | 2, statement_response_id: number, version: number) => ({
  statement_set_id: 1,
  statement_id: 1,
  state,
  statement_response_id,
  not_applicable_reason: null,
  version,
  to_confirm: false,
  updated_at: new Date(AT).toISOString(),
})

test.each([
  ['that it raised by one version', row(2, 2, 1), 1],
  ['that someone else has also changed', row(2, 2, 2), 0],
  ['that someone else has changed to another response', row(2, 3, 1), 0],
])(
  'a future response chosen before the current one was saved knows of the future one %s, or conflicts',
  (_, future, version) => {
    const chosen = { ...aLone(1), key: 'future', state: 2 as const, statement_response_id: 4 }
    const saved = { sent: [aLone(1)], answer: { responses: [row(1, 2, 1), future] } }
    expect(rebaseOnAcknowledged(chosen, saved)).toMatchObject({ version })
    expect(rebaseOnAcknowledged({ ...chosen, statementId: 2 }, saved)).toMatchObject({ version: 0 })
  },
)

test.each([
  ['that it raised', row(2, 3, 2), 2],
  ['that someone else has also changed', row(2, 3, 3), 1],
])(
  'after a future response and a higher current one were sent together, the next future one knows of one %s, or conflicts',
  (_, future, version) => {
    const sent = [
      { ...aLone(1), key: 'future', state: 2 as const },
      { ...aLone(1), key: 'current', statement_response_id: 3 },
    ]
    const next = { ...aLone(1), key: 'next', state: 2 as const, statement_response_id: 4 }
    const answer = { responses: [row(1, 3, 1), future] }
    expect(acknowledge([...sent, next], sent, answer)).toMatchObject([{ key: 'next', version }])
    expect(rebaseOnAcknowledged(next, { sent, answer })).toMatchObject({ version })
  },
)
