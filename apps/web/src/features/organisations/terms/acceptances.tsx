import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Acceptance, TermsVersion } from 'contract/terms-editing'
import { FileCheck, Search } from 'lucide-react'
import { api } from '#core/api.ts'
import { formatMoment } from '#core/time.ts'
import { DataTable } from '#features/lists/data-table.tsx'
import { useList } from '#features/lists/use-list.ts'
import { useTenant } from '#core/tenant.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Column } from '#features/lists/table.tsx'

const route = getRouteApi('/_private/admin/settings/terms')

const COLUMNS: Column<Acceptance>[] = [
  { key: 'name', label: 'Name', isName: true, cell: ({ name }) => name },
  {
    key: 'email',
    label: 'Email',
    isName: true,
    isFullWidth: true,
    cell: ({ email }) => <span className="text-subtle-foreground">{email}</span>,
  },
  { key: 'accepted_at', label: 'Accepted', cell: ({ accepted_at }) => formatMoment(accepted_at) },
  { key: 'address', label: 'IP address', cell: ({ address }) => address },
]

const ORGANISATION: Column<Acceptance> = {
  key: 'tenant',
  label: 'Organisation',
  isName: true,
  cell: ({ tenant }) => tenant,
}

export function Acceptances() {
  const search = route.useSearch()
  const isPlatform = useTenant().is_platform
  const { versions } = useSuspenseQuery(api.termsEditing.versions.query()).data
  const inForce = versions.find(({ status }) => status === 'in-force')
  // An unknown version in the address falls back to the one in force.
  const idOf = (version: number | undefined) =>
    (versions.find(({ id }) => id === version) ?? inForce)?.id ?? 0
  const list = useList(search, route.useNavigate(), ({ page, limit, name, version }) => {
    const params = { id: idOf(version) }
    return api.termsEditing.acceptances.query({ params, query: { page, limit, name } })
  })
  return (
    <DataTable
      {...list}
      name="acceptances"
      noun="users"
      columns={isPlatform ? [...COLUMNS, ORGANISATION] : COLUMNS}
      rowKey={({ user_id }) => user_id}
      rowLabel={(row) => row.name}
      filters={[
        { kind: 'text', key: 'name', label: 'Name or email', icon: <Search /> },
        { kind: 'choice', key: 'version', label: 'Version', options: versions.map(optionOf) },
      ]}
      exports={{
        csv: ({ name, version }, init) => {
          const params = { id: idOf(version) }
          return api.termsEditing.acceptancesCsv.call({ params, query: { name } }, init)
        },
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
