import type { ReviewStatus } from 'contract/rounds'

type Place = 'with auditors' | 'withdrawn' | 'sent back' | 'certified'

/** Where a submission is. Only one is with auditors, while its assessment is in review. */
const PLACES: Record<ReviewStatus, Place> = {
  submitted: 'with auditors',
  started: 'with auditors',
  withdrawn: 'withdrawn',
  returned: 'sent back',
  certified: 'certified',
  refused: 'sent back',
}

/** Whether its assessment is still as it was submitted. Later its respondent may change it. */
export function isSubmitted(status: ReviewStatus): boolean {
  return ['with auditors', 'certified'].includes(PLACES[status])
}

/** Whether an auditor ended the review without a certificate. */
export function isSentBack(status: ReviewStatus): boolean {
  return PLACES[status] === 'sent back'
}

export function reviewsIn(...places: Place[]): ReviewStatus[] {
  const statuses = Object.keys(PLACES) as ReviewStatus[]
  return statuses.filter((status) => places.includes(PLACES[status]))
}
