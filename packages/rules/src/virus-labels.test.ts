import { expect, test } from 'vitest'
import { replaceText } from './virus-labels.ts'

test.each([
  ['in_progress', false, 'Remove the file and attach a clean copy.'],
  ['returned', true, 'Remove the file and attach a clean copy.'],
  [
    'in_review',
    false,
    'Withdraw the submission before the review starts. Then remove the file and attach a clean copy. After that, submit again.',
  ],
  [
    'in_review',
    true,
    'The review has started, so you can’t change files now. Ask the auditor to return the assessment. Then remove the file and attach a clean copy.',
  ],
  ['certified', true, 'The assessment is certified, so you can’t change its files.'],
] as const)(
  'what to do about a virus if the assessment is %s (review started: %s)',
  (status, isStarted, text) => {
    expect(replaceText(status, isStarted)).toBe(text)
  },
)

test('of several files, all are removed', () => {
  expect(replaceText('returned', true, 2)).toBe('Remove the files and attach clean copies.')
})
