import { Link } from '@tanstack/react-router'
import { REVIEW_STATUS_LABELS } from 'contract/labels'
import type { Review } from 'contract/reviews'
import { formatDate } from '#core/time.ts'
import { Alert } from '#ui/alert.tsx'

export function EndedReview({ review }: { review: Review }) {
  const { status, ended_at: at, reviewer, respondent, reason, certificate, present } = review
  return (
    <Alert
      title={`${REVIEW_STATUS_LABELS[status]}.`}
      className="mb-6"
      action={
        <>
          {certificate && (
            <Link
              to="/admin/users/$id/certifications/$certificationId"
              params={{ id: String(respondent.id), certificationId: String(certificate.id) }}
              className="link hit-44"
            >
              View certificate {certificate.number}
            </Link>
          )}
          {present && (
            <Link
              to="/admin/reviews/$id"
              params={{ id: String(present.id) }}
              className="link hit-44"
            >
              Open round {present.round}
            </Link>
          )}
        </>
      }
    >
      {reviewer ?? respondent.name}
      {at && `, ${formatDate(at)}`}
      {reason !== null && (
        <span dir="auto" translate="no" className="mt-1 block">
          {reason}
        </span>
      )}
      {certificate?.is_revoked && (
        <span className="mt-1 block">Certificate {certificate.number} was revoked later.</span>
      )}
    </Alert>
  )
}
