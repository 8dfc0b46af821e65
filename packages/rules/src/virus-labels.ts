import type { AssessmentStatus } from 'contract/assessments'

/** What a respondent can do about a file with a virus. */
export function replaceText(status: AssessmentStatus, isReviewStarted: boolean): string {
  if (status === 'certified') return 'The assessment is certified, so you can’t change its files.'
  if (status !== 'in_review') return 'Remove the file and attach a clean copy.'
  if (isReviewStarted)
    return 'The review has started, so you can’t change files now. Ask the auditor to return the assessment. Then remove the file and attach a clean copy.'
  return 'Withdraw the submission before the review starts, then remove the file. Attach a clean copy and submit again.'
}
