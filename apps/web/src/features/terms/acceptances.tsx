import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Acceptance, TermsVersion } from 'contract/terms-editing'
import { FileCheck, Search } from 'lucide-react'
import { api } from '#core/api.ts'
import { formatMoment } from '#core/time.ts'
import { DataTable } from '#features/data-table/data-table.tsx'
import { useTenant } from '#features/session/tenant.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Column } from '#features/data-table/table.tsx'

const route = getRouteApi('/_private/admin/settings/terms')

const COLUMNS: Column<Acceptance>[] = [
  { key: 'name', label: 'Name', cell: ({ name }) => name },
  {
    key: 'email',
    label: 'Email',
    isLine: true,
    cell: ({ email }) => <span className="text-subtle-foreground">{email}</span>,
  },
  { key: 'accepted_at', label: 'Accepted', cell: ({ accepted_at }) => formatMoment(accepted_at) },
  { key: 'address', label: 'IP address', cell: ({ address }) => address },
]

const ORGANISATION: Column<Acceptance> = {
  key: 'tenant',
  label: 'Organisation',
  cell: ({ tenant }) => tenant,
}

export function Acceptances() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isPlatform = useTenant().is_platform
  const { versions } = useSuspenseQuery(api.termsEditing.versions.query()).data
  const inForce = versions.find(({ status }) => status === 'in-force')
  const id = search.version ?? inForce?.id ?? 0
  const { page, limit, name } = search
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...api.termsEditing.acceptances.query({ params: { id }, query: { page, limit, name } }),
    placeholderData: keepPreviousData,
  })
  return (
    <DataTable
      name="acceptances"
      noun="users"
      columns={isPlatform ? [...COLUMNS, ORGANISATION] : COLUMNS}
      answer={data}
      failure={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
      isBehind={isPlaceholderData}
      rowKey={({ user_id }) => user_id}
      rowLabel={(row) => row.name}
      search={search}
      onSearch={(next, replace) => navigate({ search: next, replace })}
      filters={[
        { kind: 'text', key: 'name', label: 'Name or email', icon: <Search /> },
        { kind: 'choice', key: 'version', label: 'Version', options: versions.map(optionOf) },
      ]}
      exports={{
        csv: (_, init) =>
          api.termsEditing.acceptancesCsv.call({ params: { id }, query: { name } }, init),
      }}
      empty={
        <EmptyState icon={<FileCheck />} title="No one has accepted this version yet">
          Users appear here after they accept this version, with the time and IP address.
        </EmptyState>
      }
    />
  )
}

function optionOf({ id, version }: TermsVersion) {
  return { value: String(id), label: `Version ${version}` }
}
