import type { AssessmentStatus } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import type { ParticipationState } from 'contract/participation'

const BEGUN = {
  in_progress: 'In progress',
  completed: 'Completed',
  in_review: 'In review',
  returned: 'Returned',
  certified: 'Certified',
}

export const STATUS_WORDS: Record<AssessmentStatus, string> = {
  not_started: 'Not started',
  ...BEGUN,
}

export const STATE_WORDS: Record<ParticipationState, string> = { not_begun: 'Not begun', ...BEGUN }

export const TYPE_WORDS: Record<AssessmentType, string> = {
  self_assessment: 'Self-assessment',
  certification: 'Certification',
}

const QUARTERS = ['Under 25%', '25 to 49%', '50 to 74%', '75% and more']

/** Of the levels, the lowest first: as the content set names them, else only counted, else the quarters of percent. */
export function levelNames(scale: readonly string[] | number | null | undefined): string[] {
  if (scale === null || scale === undefined) return QUARTERS
  if (typeof scale === 'number')
    return Array.from({ length: scale }, (_, index) => `Level ${index + 1} of ${scale}`)
  return scale.map((name, index) => `${index + 1} ${name}`)
}
