import { expect, test } from 'vitest'
import { REOPENED, allows, statusesThatAllow, statusesToDo, whyNot } from './assessment-status.ts'

test.each([
  ['not_started', 'allowed', 'allowed', 'done'],
  ['in_progress', 'allowed', 'allowed', 'done'],
  ['completed', 'allowed', 'allowed', 'done'],
  ['in_review', 'in review', 'done', 'allowed'],
  ['returned', 'allowed', 'allowed', 'done'],
  ['certified', 'certified', 'certified', 'certified'],
] as const)(
  'if an assessment is %s, to answer it is %s, to submit it %s, to withdraw it %s',
  (status, ...expected) => {
    const steps = ['answer', 'submit', 'withdraw'] as const
    expect(steps.map((step) => whyNot(status, step) ?? 'allowed')).toEqual(expected)
    expect(steps.map((step) => allows(status, step))).toEqual(
      expected.map((one) => one === 'allowed'),
    )
  },
)

test('the statuses that allow a step are listed in the order of an assessment’s life', () => {
  const open = ['not_started', 'in_progress', 'completed', 'returned']
  expect(statusesThatAllow('answer')).toEqual(open)
  expect(statusesThatAllow('submit')).toEqual(open)
  expect(statusesThatAllow('withdraw')).toEqual(['in_review'])
})

test('a change starts or reopens an assessment, and leaves a returned one returned', () => {
  expect(REOPENED).toEqual(['not_started', 'completed'])
})

test('a self-assessment is done when it is complete, a certification when it is submitted', () => {
  expect(statusesToDo('self_assessment')).toEqual(['not_started', 'in_progress', 'returned'])
  expect(statusesToDo('certification')).toEqual([
    'not_started',
    'in_progress',
    'completed',
    'returned',
  ])
})
