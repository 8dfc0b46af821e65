import type { AssessmentStatus, ContentSetSummary } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import { formatRoute, type Scale } from '#features/charts/profile.ts'

export const STATUS_WORDS: Record<AssessmentStatus, string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  completed: 'Completed',
  in_review: 'In review',
  returned: 'Returned',
  certified: 'Certified',
}

export const TYPE_WORDS: Record<AssessmentType, string> = {
  self_assessment: 'Self-assessment',
  certification: 'Certification',
}

export function scaleOf({ scale }: ContentSetSummary): Scale {
  return scale ? { kind: 'levels', names: scale } : { kind: 'percent' }
}

/** "2.4 → 3.4", or that there is nothing to score yet. */
export function routeWords(
  { current, future }: { current: number | null; future: number | null },
  scale: Scale,
) {
  return current === null ? 'Not scored' : formatRoute(current, future ?? current, scale)
}
