import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Participant } from 'contract/participation'
import { ListChecks, Search } from 'lucide-react'
import { useMemo } from 'react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { useUser } from '#core/user.ts'
import { DataTable } from '#features/lists/data-table.tsx'
import { useList } from '#features/lists/use-list.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page.tsx'
import {
  DueDatesButton,
  RemindButton,
} from '#features/insight/participation/participation-actions.tsx'
import {
  keyOf,
  participationColumns,
} from '#features/insight/participation/participation-columns.tsx'
import { participationFilters } from '#features/insight/participation/participation-filters.ts'
import {
  type ParticipationSearch,
  participationQuery,
  readParticipation,
} from '#features/insight/participation/participation-search.ts'

export const Route = createFileRoute('/_private/admin/participation')({
  validateSearch: (search: Record<string, unknown>) => search,
  loader: ({ context: { queryClient }, location }) =>
    Promise.all([
      queryClient.ensureQueryData(participationQuery(readParticipation(location.search))),
      queryClient.ensureQueryData(api.tenants.choices.query()),
    ]),
  head: () => ({ meta: [{ title: 'Participation' }] }),
  component: ParticipationPage,
})

function ParticipationPage() {
  const params = Route.useSearch()
  const search = useMemo(() => readParticipation(params), [params])
  const list = useList(search, Route.useNavigate(), participationQuery)
  const { organisations } = useSuspenseQuery(api.tenants.choices.query()).data
  const { year, titles, rows } = list.answer
  const isTogether = rows.some(({ assessment }) => (assessment?.shared_id ?? null) !== null)
  const isSeveral = new Set(rows.map(({ person }) => person.id)).size < rows.length
  const user = useUser()
  const tenantId = organisations.length === 1 ? organisations[0]?.id : search.tenant_id
  const managed = can(user, 'create-users') && tenantId !== undefined ? { tenantId, year } : null
  return (
    <>
      <PageHead
        title="Participation"
        meta={[metaOf(search, year), isTogether && TOGETHER, isSeveral && SEVERAL]
          .filter((text) => text !== false)
          .join('. ')}
        actions={managed && <DueDatesButton {...managed} />}
      />
      <DataTable<Participant, ParticipationSearch>
        {...list}
        name="participation"
        noun="users"
        columns={participationColumns(year, organisations.length > 1)}
        rowKey={keyOf}
        rowLabel={({ person }) => person.name}
        defaultSort="name.asc"
        onSearch={(next, isTyped) => list.onSearch(withoutLevel(next, search), isTyped)}
        filters={[
          { kind: 'text', key: 'name', label: 'Name or email', icon: <Search /> },
          ...participationFilters(search, { year, titles, organisations }),
        ]}
        {...(managed && {
          renderBulk: (rows, done) => <RemindButton {...managed} rows={rows} onDone={done} />,
        })}
        exports={{
          csv: (query, init) => api.participation.exportCsv.call({ query }, init),
          xlsx: (query, init) => api.participation.exportXlsx.call({ query }, init),
        }}
        empty={
          <EmptyState icon={<ListChecks />} title={`No assessments for ${year} yet`}>
            {`Users appear here after a content set for ${year} is published.`}
          </EmptyState>
        }
      />
    </>
  )
}

const TOGETHER = 'Users who answer together are shown with the progress of their shared assessment'

const SEVERAL = 'Users with several assessments have a row for each'

function metaOf({ certificate, year: requested }: ParticipationSearch, year: number) {
  if (certificate === undefined) return `Each user’s assessment progress for ${year}`
  const isExpired = certificate === 'expired'
  if (requested === undefined)
    return isExpired
      ? 'Users whose certificate has recently expired and has not been renewed'
      : 'Users whose certificate expires soon and has not been renewed'
  return isExpired
    ? `Users whose certificate for ${requested} has recently expired and has not been renewed`
    : `Users whose certificate for ${requested} expires soon and has not been renewed`
}

/** Levels belong to one content set. */
function withoutLevel(
  next: ParticipationSearch,
  { title }: ParticipationSearch,
): ParticipationSearch {
  return next.title === title ? next : { ...next, level: undefined, scale: undefined }
}
