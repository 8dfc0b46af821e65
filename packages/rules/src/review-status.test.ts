import { ReviewStatus } from 'contract/rounds'
import { expect, test } from 'vitest'
import { isSentBack, isSubmitted, reviewsIn } from './review-status.ts'

const { options } = ReviewStatus

test('an assessment is as it was submitted until its review ends, and once it is certified', () => {
  expect(options.filter(isSubmitted)).toEqual(['submitted', 'started', 'certified'])
})

test('a returned or refused submission was sent back, a withdrawn one was not', () => {
  expect(options.filter(isSentBack)).toEqual(['returned', 'refused'])
})

test('the statuses of a place are listed', () => {
  expect(reviewsIn('with auditors')).toEqual(['submitted', 'started'])
  expect(reviewsIn('sent back', 'certified')).toEqual(['returned', 'certified', 'refused'])
})
