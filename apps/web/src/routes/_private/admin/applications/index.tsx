import { formatList, formatNumber } from 'rules/plural'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import { Building2, ExternalLink, Plus, Search } from 'lucide-react'
import { ASSESSMENT_STATUS_LABELS, ORGANISATION_STATUS_LABELS } from 'contract/labels'
import type { Organisation } from 'contract/tenants'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { lenient, listOf, sortOf, wholeNumber } from '#core/lenient.ts'
import { DataTable } from '#features/lists/data-table.tsx'
import { growingList, useGrowingList } from '#features/lists/use-list.ts'
import { listCounts } from '#features/lists/list-counts.ts'
import { listed, searchText } from '#features/lists/list-search.ts'
import { useSiteAddress } from '#features/organisations/use-site-address.ts'
import { useUser } from '#core/user.ts'
import { StatusDot } from '#ui/badge.tsx'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { PageHead } from '#ui/page.tsx'
import type { Column } from '#features/lists/table.tsx'

const FORMS = { one: '# organisation', other: '# organisations' }

const ALL = api.tenants.list.query({ query: { limit: 1 } })

const readSearch = lenient({
  name: searchText,
  auditor: listOf(wholeNumber(1)),
  sort: sortOf(['domain', 'name']),
})

export const Route = createFileRoute('/_private/admin/applications/')({
  validateSearch: readSearch,
  loader: ({ context: { queryClient }, location }) =>
    Promise.all([
      queryClient.ensureInfiniteQueryData(
        growingList(api.tenants.list, listed(readSearch(location.search))),
      ),
      queryClient.ensureQueryData(ALL),
      queryClient.ensureQueryData(api.tenants.choices.query()),
    ]),
  head: () => ({ meta: [{ title: 'Organisations' }] }),
  component: OrganisationsPage,
})

const COLUMNS: Column<Organisation>[] = [
  {
    key: 'name',
    label: 'Name',
    isName: true,
    sort: 'name',
    cell: ({ id, name }) => (
      <Link to="/admin/applications/$id/main" params={{ id: String(id) }} className="link">
        {name}
      </Link>
    ),
  },
  {
    key: 'domain',
    label: 'Domain',
    isName: true,
    sort: 'domain',
    isFullWidth: true,
    cell: ({ domain }) => <span className="text-subtle-foreground">{domain}</span>,
  },
  {
    key: 'auditor',
    label: 'Auditors',
    isName: true,
    cell: ({ auditor }) => formatList(auditor.map(({ name }) => name)),
  },
  {
    key: 'status',
    label: 'Status',
    cell: ({ status }) => (
      <StatusDot isOn={status === 'active'}>{ORGANISATION_STATUS_LABELS[status]}</StatusDot>
    ),
  },
  { key: 'users', label: 'Users', isNumber: true, cell: ({ users }) => formatNumber(users) },
  {
    key: 'in-progress',
    label: ASSESSMENT_STATUS_LABELS.in_progress,
    isNumber: true,
    cell: (organisation) => formatNumber(organisation.assessments_in_progress),
  },
  {
    key: 'completed',
    label: ASSESSMENT_STATUS_LABELS.completed,
    isNumber: true,
    cell: (organisation) => formatNumber(organisation.assessments_completed),
  },
]

function OrganisationsPage() {
  const user = useUser()
  const address = useSiteAddress()
  const list = useGrowingList(
    Route.useSearch(),
    Route.useNavigate(),
    (search) => growingList(api.tenants.list, listed(search)),
    FORMS,
  )
  const { data: all } = useSuspenseQuery(ALL)
  const { auditors } = useSuspenseQuery(api.tenants.choices.query()).data
  return (
    <>
      <PageHead
        title="Organisations"
        meta={listCounts(list.answer, all, FORMS)}
        actions={
          can(user, 'create-company') && (
            <Link to="/admin/applications/create" className={buttonLook()}>
              <Plus />
              Create organisation
            </Link>
          )
        }
      />
      <DataTable
        {...list}
        name="applications"
        noun="organisations"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        defaultSort="name.asc"
        filters={[
          { kind: 'text', key: 'name', label: 'Name', icon: <Search /> },
          {
            kind: 'choice',
            key: 'auditor',
            label: 'Auditor',
            isMany: true,
            options: auditors.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]}
        renderMenu={(organisation) => (
          <MenuItem asChild>
            <a href={address(organisation)}>
              <ExternalLink />
              Open site
            </a>
          </MenuItem>
        )}
        empty={
          <EmptyState icon={<Building2 />} title="No organisations yet">
            Organisations appear here after they are created or assigned to you.
          </EmptyState>
        }
      />
    </>
  )
}
