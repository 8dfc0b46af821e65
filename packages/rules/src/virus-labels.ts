import type { AssessmentStatus } from 'contract/assessments'

/** What a respondent can do about a file in which a virus was found. */
export function replaceWords(status: AssessmentStatus, isReviewBegun: boolean): string {
  if (status === 'certified') return 'The assessment is certified, so its files stay as they are.'
  if (status !== 'in_review') return 'Remove the file, and attach one without a virus.'
  if (isReviewBegun)
    return 'The review has begun, so files cannot be changed now. The auditor sees it too and can return the assessment; then remove the file and attach one without a virus.'
  return 'To replace it, withdraw the submission before the review begins, remove the file, attach one without a virus and submit again.'
}
