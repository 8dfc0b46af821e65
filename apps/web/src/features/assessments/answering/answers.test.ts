import type { SavedResponse } from 'contract/assessments'
import type { Statement } from 'contract/listed-statement'
import * as fc from 'fast-check'
import { generatedKey } from 'rules/reference'
import { expect, test } from 'vitest'
import {
  answerTo,
  firstFuture,
  isAnswered,
  isBelowCurrent,
  needsFuture,
  NO_ANSWER,
} from './answers.ts'
import type { ResponseChoice } from '#features/assessments/outbox/outbox-change.ts'
import {
  gapText,
  missingAnswers,
  progressPercent,
  raisedText,
  restoredIndex,
  sameText,
} from './progress.ts'

const STATEMENT: Statement = {
  id: 1,
  element_id: 1,
  key: 'S-1',
  number: 1,
  text: 'We know our suppliers.',
  guidance: null,
  evidence_example: null,
  short_title: null,
  allows_not_applicable: true,
  is_counted: true,
  statement_responses: ['Starting', 'Developing', 'Established', 'Leading'].map((label, index) => ({
    id: index + 1,
    statement_id: 1,
    label,
    description: null,
    asks_for_evidence: false,
    asks_for_note: false,
    value: index,
  })),
}
const ANSWERED = { ...NO_ANSWER, current: 2, future: 4 }

test('progress percent is position over total, rounded', () => {
  expect(progressPercent(4, 6)).toBe(67)
  expect(progressPercent(1, 3)).toBe(33)
})

test('restoring moves to the statement after the last answered one', () => {
  expect(restoredIndex([ANSWERED, ANSWERED, NO_ANSWER, NO_ANSWER])).toBe(2)
  expect(restoredIndex([NO_ANSWER, NO_ANSWER])).toBe(0)
})

test('if the last statement was answered, restoring stays on it', () => {
  expect(restoredIndex([ANSWERED, NO_ANSWER, ANSWERED])).toBe(2)
})

test('choosing a current response above the future raises the future with it', () => {
  const answer = answerTo(STATEMENT, [aRow(1, 1), aRow(2, 2)], [aChoice(1, 4)])
  expect(answer).toMatchObject({ current: 4, future: 4 })
})

test('a current response alone is no answer: the future one is chosen next', () => {
  const answer = answerTo(STATEMENT, [], [aChoice(1, 2)])
  expect(answer).toMatchObject({ current: 2, future: null })
  expect(needsFuture(answer)).toBe(true)
  expect(isAnswered(answer)).toBe(false)
  expect(gapText(STATEMENT, answer).lead).toBe('Where do we want to be?')
  expect(needsFuture(answerTo(STATEMENT, [], [aChoice(2, 2)]))).toBe(false)
  expect(needsFuture(ANSWERED)).toBe(false)
})

test('a copied future response is still to confirm after another current one was chosen', () => {
  const carried = [aRow(1, 2, true), aRow(2, 3, true)]
  expect(needsFuture(answerTo(STATEMENT, carried))).toBe(false)
  for (const answer of [
    answerTo(STATEMENT, carried, [aChoice(1, 1)]),
    answerTo(STATEMENT, [aRow(1, 1), aRow(2, 3, true)]),
  ]) {
    expect(answer).toMatchObject({ current: 1, future: 3, isToConfirm: true })
    expect(needsFuture(answer)).toBe(true)
  }
  expect(isAnswered(answerTo(STATEMENT, carried, [aChoice(1, 1), aChoice(2, 3)]))).toBe(true)
  // Raised, it is no longer last year's.
  expect(isAnswered(answerTo(STATEMENT, carried, [aChoice(1, 4)]))).toBe(true)
})

test('a future response that a higher current one raised is named with the reason', () => {
  const raised = answerTo(STATEMENT, [aRow(1, 1), aRow(2, 2)], [aChoice(1, 4)])
  expect(raisedText(STATEMENT, raised, 2)).toEqual({
    lead: 'The target was raised.',
    rest: 'A target can’t be lower than where we are now, so Developing became Leading.',
  })
})

test('the future response is never lower than the current one', () => {
  const choices = fc.array(
    fc.record({
      state: fc.constantFrom(1 as const, 2 as const),
      id: fc.integer({ min: 1, max: 4 }),
    }),
  )
  fc.assert(
    fc.property(choices, (made) => {
      const changes: ResponseChoice[] = []
      for (const { state, id } of made) {
        const answer = answerTo(STATEMENT, [], changes)
        const response = STATEMENT.statement_responses[id - 1]
        const isOffered = response && !isBelowCurrent(STATEMENT, answer, response)
        if (state === 1 || isOffered) changes.push(aChoice(state, id))
      }
      const { current, future } = answerTo(STATEMENT, [], changes)
      return current === null || future === null || future >= current
    }),
  )
})

test('a copied answer counts only after it is confirmed', () => {
  const carried = [aRow(1, 3, true), aRow(2, 3, true)]
  expect(isAnswered(answerTo(STATEMENT, carried))).toBe(false)
  const { kind: _, ...place } = aChoice(1, 1)
  expect(isAnswered(answerTo(STATEMENT, carried, [{ ...place, kind: 'confirmation' }]))).toBe(true)
})

test('a statement that does not apply is answered by its reason', () => {
  const change = {
    ...aChoice(1, 1),
    statement_response_id: null,
    not_applicable_reason: 'No fleet',
  }
  const answer = answerTo(STATEMENT, [aRow(1, 1), aRow(2, 2)], [change])
  expect(answer).toMatchObject({ current: null, reason: 'No fleet' })
  expect(isAnswered(answer)).toBe(true)
})

test('the gap is described by its levels', () => {
  expect(gapText(STATEMENT, ANSWERED)).toEqual({
    lead: 'Gap of 2 levels',
    rest: 'from Developing to Leading',
  })
  expect(gapText(STATEMENT, { ...ANSWERED, future: 3 }).lead).toBe('Gap of 1 level')
  const stay = { ...ANSWERED, future: 2 }
  expect(gapText(STATEMENT, stay).rest).toBe('We want to stay at Developing.')
  const responses = STATEMENT.statement_responses.map((one) => ({ ...one, label: 'Yes, mostly.' }))
  const asSentence = { ...STATEMENT, statement_responses: responses }
  expect(gapText(asSentence, stay).rest).toBe('We want to stay at Yes, mostly.')
})

test('missing answers are listed by their references, with the first one to go to', () => {
  const statements = ['S-1', 'S-2', generatedKey(new Uint8Array(8))].map((key, index) => {
    return { ...STATEMENT, key, number: index + 1 }
  })
  const quiz = { statements, element: { number: 4 } }
  const noNote = () => ''
  expect(missingAnswers(quiz, [ANSWERED, NO_ANSWER, NO_ANSWER], noNote)).toEqual({
    statements: quiz.statements.slice(1),
    text: 'Statements S-2 and 4.3 haven’t been answered yet.',
  })
  expect(missingAnswers(quiz, [ANSWERED, ANSWERED, ANSWERED], noNote)).toBeNull()
})

test('a note that an answer requires is missing unless it has a text', () => {
  const [first, second, third] = ['S-1', 'S-2', 'S-3'].map((key, id) => {
    const responses = STATEMENT.statement_responses.map((one) => ({ ...one, asks_for_note: true }))
    return { ...STATEMENT, id, key, statement_responses: responses }
  })
  if (!first || !second || !third) throw new Error('There are three statements.')
  const quiz = { statements: [first, second, third], element: { number: 4 } }
  const answers = [{ ...NO_ANSWER, reason: 'We have none.' }, ANSWERED, NO_ANSWER]
  expect(missingAnswers(quiz, answers, () => ' ')).toEqual({
    statements: [second, third],
    text: 'Statement S-3 hasn’t been answered yet. Statement S-2 needs a note.',
  })
  expect(missingAnswers(quiz, answers, () => 'Because.')?.statements).toEqual([third])
})

function aRow(state: 1 | 2, id: number, isCarried = false): SavedResponse {
  return {
    statement_set_id: 1,
    statement_id: 1,
    state,
    statement_response_id: id,
    not_applicable_reason: null,
    version: 1,
    to_confirm: isCarried,
    updated_at: '2026-11-21T09:41:00Z',
  }
}

function aChoice(state: 1 | 2, id: number): ResponseChoice {
  return {
    kind: 'response',
    key: crypto.randomUUID(),
    owner: 'acme.localhost 1',
    assessmentId: 1,
    elementId: 1,
    statementId: 1,
    chosenAt: '2026-11-21T09:41:00Z',
    state,
    statement_response_id: id,
    not_applicable_reason: null,
    version: 1,
  }
}

test('responses of equal value can both be current and future, without a gap between them', () => {
  const values = [0, 0, 1, 1, 4]
  const tied = {
    ...STATEMENT,
    statement_responses: values.map((value, index) => ({
      id: index + 1,
      statement_id: 1,
      label: `Response ${index + 1}`,
      description: null,
      asks_for_evidence: false,
      asks_for_note: false,
      value,
    })),
  }
  const at = (current: number, future: number) => ({ ...NO_ANSWER, current, future })
  expect([1, 2, 4, 5].map((current) => firstFuture(tied, at(current, 5)))).toEqual([0, 0, 2, 4])
  const [first] = tied.statement_responses
  expect(first && isBelowCurrent(tied, at(2, 2), first)).toBe(false)
  expect(gapText(tied, at(4, 3))).toEqual({
    lead: 'No gap.',
    rest: 'Response 4 and Response 3 have the same value.',
  })
  expect(gapText(tied, at(2, 5)).lead).toBe('Gap of 2 levels')
})

test('a single future response is counted in the singular', () => {
  expect(sameText([NO_ANSWER])).toBe('0 of 1 future response is the same as now')
  expect(sameText([NO_ANSWER, NO_ANSWER])).toBe('0 of 2 future responses are the same as now')
})
