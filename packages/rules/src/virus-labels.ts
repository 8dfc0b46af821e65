import type { AssessmentStatus } from 'contract/assessments'
import { whyNot } from './assessment-status.ts'
import { plural } from './plural.ts'

/** What a respondent can do about files with a virus. */
export function replaceText(status: AssessmentStatus, isReviewStarted: boolean, count = 1): string {
  const why = whyNot(status, 'answer')
  if (why === 'certified') return 'The assessment is certified, so you can’t change its files.'
  const what = plural(count, FILES)
  if (why === undefined) return `Remove ${what}.`
  if (isReviewStarted)
    return `The review has started, so you can’t change files now. Ask the auditor to return the assessment. Then remove ${what}.`
  return `Withdraw the submission before the review starts. Then remove ${what}. After that, submit again.`
}

const FILES = {
  one: 'the file and attach a clean copy',
  other: 'the files and attach clean copies',
}
