import type { AssessmentStatus } from 'contract/assessments'
import { whyNot } from './assessment-status.ts'

/** What a respondent can do about a file with a virus. */
export function replaceText(status: AssessmentStatus, isReviewStarted: boolean): string {
  const why = whyNot(status, 'answer')
  if (why === 'certified') return 'The assessment is certified, so you can’t change its files.'
  if (why === undefined) return 'Remove the file and attach a clean copy.'
  if (isReviewStarted)
    return 'The review has started, so you can’t change files now. Ask the auditor to return the assessment. Then remove the file and attach a clean copy.'
  return 'Withdraw the submission before the review starts, then remove the file. Attach a clean copy and submit again.'
}
