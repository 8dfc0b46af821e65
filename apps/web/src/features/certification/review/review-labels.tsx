import type { Review } from 'contract/reviews'
import type { ReviewStatus } from 'contract/rounds'
import { Badge, type BadgeProps } from '#ui/badge.tsx'
import { REVIEW_STATUS_LABELS } from 'contract/labels'

const LOOKS: Record<ReviewStatus, BadgeProps['variant']> = {
  submitted: 'warning',
  started: 'neutral',
  withdrawn: 'neutral',
  returned: 'warning',
  certified: 'certified',
  refused: 'destructive',
}

export function ReviewBadge({ status }: { status: ReviewStatus }) {
  return <Badge variant={LOOKS[status]}>{REVIEW_STATUS_LABELS[status]}</Badge>
}

export function statementsOf({ elements }: Pick<Review, 'elements'>) {
  return elements.flatMap(({ statements }) => statements)
}
