import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from 'rules/plural'
import { api } from '#core/api.ts'
import { Table } from '#features/lists/table.tsx'
import { QUEUE_COLUMNS, queueLabel } from '#features/certification/queue-columns.tsx'
import { Section } from '#ui/section.tsx'

export const reviewQueueQuery = api.reviews.list.query({ query: { limit: 5 } })

/** What waits for an auditor, oldest first. */
export function ReviewQueue() {
  const { rows, total } = useSuspenseQuery(reviewQueueQuery).data
  return (
    <Section
      isRuled
      title="Reviews"
      aside={
        <Link to="/admin/reviews" className="link hit-44 text-14">
          {total > rows.length ? `View all ${formatNumber(total)} reviews` : 'View all reviews'}
        </Link>
      }
      className="mb-10"
    >
      <div className="mt-3">
        <Table
          noun="reviews"
          columns={QUEUE_COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={queueLabel}
          empty={
            <p className="px-4 py-4 text-14 text-subtle-foreground">
              No reviews are waiting. Assessments appear here after users submit them for
              certification.
            </p>
          }
        />
      </div>
    </Section>
  )
}
