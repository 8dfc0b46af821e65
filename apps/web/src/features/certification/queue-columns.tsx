import { Link } from '@tanstack/react-router'
import type { QueuedReview } from 'contract/reviews'
import { isolated } from 'rules/language'
import { formatRecent } from '#core/time.ts'
import type { Column } from '#features/lists/table.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { ReviewBadge } from './review/review-labels.tsx'

export const QUEUE_COLUMNS: Column<QueuedReview>[] = [
  {
    key: 'assessment',
    label: 'Assessment',
    cell: (review) => (
      <>
        <Link
          to="/admin/reviews/$id"
          params={{ id: String(review.id) }}
          search={review.ended_at === null ? {} : { round: review.round }}
          className="link hit-44"
        >
          <ContentText language={review.language}>{review.content_set}</ContentText> {review.year}
        </Link>
        {review.is_own && <span className="font-normal text-muted-foreground"> (your own)</span>}
      </>
    ),
  },
  {
    key: 'organisation',
    label: 'Organisation',
    isName: true,
    cell: ({ organisation }) => organisation.name,
  },
  {
    key: 'respondent',
    label: 'Submitted by',
    isName: true,
    cell: ({ respondent }) => respondent.name,
  },
  {
    key: 'submitted_at',
    label: 'Submitted',
    cell: ({ submitted_at: at, round }) => (
      <>
        <time dateTime={at}>{formatRecent(at)}</time>
        {round > 1 && <span className="text-muted-foreground">, round {round}</span>}
      </>
    ),
  },
  { key: 'status', label: 'Status', cell: ({ status }) => <ReviewBadge status={status} /> },
  { key: 'reviewer', label: 'Auditor', isName: true, cell: ({ reviewer }) => reviewer },
]

export function queueLabel({ content_set: title, organisation }: QueuedReview) {
  return `${isolated(title)}, ${organisation.name}`
}
