import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import { api } from '#core/api.ts'
import { lenient, oneOf, wholeNumber } from '#core/lenient.ts'
import { DataTable } from '#features/lists/data-table.tsx'
import { organisationFilter } from '#features/lists/filter-field.tsx'
import { listed, paging } from '#features/lists/list-search.ts'
import { useList } from '#features/lists/use-list.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page.tsx'
import { Segment } from '#ui/segment.tsx'
import { requireReviewer } from '#features/identity/session/session-guards.ts'
import { QUEUE_COLUMNS, queueLabel } from '#features/certification/queue-columns.tsx'

const readSearch = lenient({ ...paging, state: oneOf(['ended']), tenant_id: wholeNumber(1) })

export const Route = createFileRoute('/_private/admin/reviews/')({
  validateSearch: readSearch,
  loader: async ({ context, location }) => {
    await requireReviewer(context)
    await Promise.all([
      context.queryClient.ensureQueryData(
        api.reviews.list.query({ query: listed(readSearch(location.search)) }),
      ),
      context.queryClient.ensureQueryData(api.tenants.choices.query()),
    ])
  },
  head: () => ({ meta: [{ title: 'Reviews' }] }),
  component: Reviews,
})

function Reviews() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useList(search, navigate, (shown) =>
    api.reviews.list.query({ query: listed(shown) }),
  )
  const { organisations } = useSuspenseQuery(api.tenants.choices.query()).data
  return (
    <>
      <PageHead
        title="Reviews"
        meta={
          search.state
            ? 'Assessments submitted for certification, most recently closed first'
            : 'Assessments submitted for certification, oldest first'
        }
        actions={
          <Segment
            label="Reviews to show"
            options={[
              { value: 'open', label: 'Open' },
              { value: 'ended', label: 'Closed' },
            ]}
            value={search.state ?? 'open'}
            onValueChange={(state) =>
              navigate({
                search: {
                  tenant_id: search.tenant_id,
                  state: state === 'ended' ? state : undefined,
                },
              })
            }
          />
        }
      />
      <DataTable
        {...list}
        name="reviews"
        noun="reviews"
        columns={QUEUE_COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={queueLabel}
        filters={[organisationFilter(organisations)]}
        empty={
          <EmptyState
            icon={<ClipboardCheck />}
            title={search.state ? 'No closed reviews yet' : 'No reviews are waiting'}
          >
            {search.state
              ? 'Assessments appear here after they are certified, returned, refused or withdrawn.'
              : 'Assessments appear here after users submit them for certification.'}
          </EmptyState>
        }
      />
    </>
  )
}
