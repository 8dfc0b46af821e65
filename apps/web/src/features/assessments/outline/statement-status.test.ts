import { expect, test } from 'vitest'
import { NO_ANSWER } from '#features/assessments/answering/answers.ts'
import { shortTitleOf, statementStatuses } from './statement-status.ts'

const answered = { ...NO_ANSWER, current: 1, future: 1 }
const copied = { ...answered, isToConfirm: true }

test('a statement without an answer is skipped once a later one is answered or open', () => {
  expect(statementStatuses([NO_ANSWER, answered, NO_ANSWER, NO_ANSWER], 0)).toEqual([
    'skipped',
    'answered',
    'open',
    'open',
  ])
  expect(statementStatuses([NO_ANSWER, NO_ANSWER, NO_ANSWER], 1)).toEqual([
    'skipped',
    'open',
    'open',
  ])
  const half = { ...copied, future: null }
  expect(statementStatuses([half, copied, answered, half], 0)).toEqual([
    'skipped',
    'to-confirm',
    'answered',
    'open',
  ])
})

test('a short title is the author’s, else the first words', () => {
  const text = 'The leadership team reviews critical services, and agrees what they need.'
  expect(shortTitleOf({ short_title: 'Critical services', text })).toBe('Critical services')
  expect(shortTitleOf({ short_title: null, text })).toBe(
    'The leadership team reviews critical services…',
  )
  expect(shortTitleOf({ short_title: null, text: 'We know.' })).toBe('We know.')
})
