import { expect, test } from 'vitest'
import { statusesThatAllow } from './assessment-status.ts'

test('an assessment can be changed and submitted unless it is in review or certified', () => {
  const open = ['not_started', 'in_progress', 'completed', 'returned']
  expect(statusesThatAllow('answer')).toEqual(open)
  expect(statusesThatAllow('submit')).toEqual(open)
})

test('only a submitted assessment can be withdrawn', () => {
  expect(statusesThatAllow('withdraw')).toEqual(['in_review'])
})
