import type { AssessmentStatus } from 'contract/assessments'
import { ASSESSMENT_STATUS_LABELS } from 'contract/labels'
import { Badge } from '#ui/badge.tsx'

export function AssessmentBadge({ status }: { status: AssessmentStatus }) {
  return <Badge variant={VARIANTS[status]}>{ASSESSMENT_STATUS_LABELS[status]}</Badge>
}

const VARIANTS = {
  not_started: 'outline',
  in_progress: 'neutral',
  completed: 'success',
  in_review: 'neutral',
  returned: 'warning',
  certified: 'certified',
} as const
