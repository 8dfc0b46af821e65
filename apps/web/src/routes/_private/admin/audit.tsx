import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { AUDIT_WORDS, auditWords } from 'contract/audit-words'
import type { AuditEntry } from 'contract/audit'
import { LAST_PAGE, MOST_ROWS } from 'contract/list-sizes'
import { History, Search } from 'lucide-react'
import { api } from '#core/api.ts'
import { day, lenient, listOf, wholeNumber } from '#core/lenient.ts'
import { formatMoment } from '#core/time.ts'
import { DataTable } from '#features/data-table/data-table.tsx'
import { organisationFilter } from '#features/data-table/filter-field.tsx'
import { listed, partOfText } from '#features/data-table/list-search.ts'
import { useList } from '#features/data-table/use-list.ts'
import { useTenant } from '#features/session/tenant.ts'
import { requireWriter } from '#features/session/guards.ts'
import { useUser } from '#features/session/user.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page.tsx'
import type { Column } from '#features/data-table/table.tsx'
import { EntryDetails } from './-entry-details.tsx'

const readSearch = lenient({
  page: wholeNumber(1, LAST_PAGE),
  limit: wholeNumber(1, MOST_ROWS),
  who: partOfText,
  action: listOf(partOfText),
  tenant_id: wholeNumber(1),
  from: day,
  to: day,
})

export const Route = createFileRoute('/_private/admin/audit')({
  validateSearch: readSearch,
  beforeLoad: requireWriter,
  loader: ({ context, location }) =>
    context.queryClient.ensureQueryData(
      api.audit.list.query({ query: listed(readSearch(location.search)) }),
    ),
  head: () => ({ meta: [{ title: 'Audit log' }] }),
  component: AuditPage,
})

const COLUMNS: Column<AuditEntry>[] = [
  { key: 'action', label: 'What', isLine: true, cell: (entry) => <EntryDetails entry={entry} /> },
  { key: 'about', label: 'Whom', cell: (entry) => <Whom entry={entry} /> },
  { key: 'actor', label: 'Who', cell: whoOf },
  {
    key: 'at',
    label: 'When',
    cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
  },
]

const ORGANISATION: Column<AuditEntry> = {
  key: 'tenant',
  label: 'Organisation',
  cell: ({ tenant }) => tenant.name,
}

const ACTIONS = Object.keys(AUDIT_WORDS)
  .map((value) => ({ value, label: auditWords(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en-GB'))

function AuditPage() {
  const search = Route.useSearch()
  const isPlatform = useTenant().is_platform
  const list = useList(search, Route.useNavigate(), (shown) =>
    api.audit.list.query({ query: listed(shown) }),
  )
  const organisations = useOrganisations()
  return (
    <>
      <PageHead title="Audit log" meta="What was done, by whom and when. Nobody can change it." />
      <DataTable
        {...list}
        name="audit"
        noun="entries"
        columns={isPlatform ? [...COLUMNS, ORGANISATION] : COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ action }) => auditWords(action)}
        filters={[
          { kind: 'text', key: 'who', label: 'Who', icon: <Search /> },
          { kind: 'choice', key: 'action', label: 'What', isMany: true, options: ACTIONS },
          isPlatform && organisationFilter(organisations),
          { kind: 'day', key: 'from', label: 'From' },
          { kind: 'day', key: 'to', label: 'To' },
        ]}
        fault={
          isBackwards(search)
            ? 'From is a later day than To: nothing lies between them.'
            : undefined
        }
        exports={{ csv: (query, init) => api.audit.csv.call({ query }, init) }}
        empty={
          <EmptyState icon={<History />} title="Nothing has happened yet">
            Sign-ins, invitations and every change in the admin area stand here.
          </EmptyState>
        }
      />
    </>
  )
}

function isBackwards({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return from !== undefined && to !== undefined && from > to
}

function whoOf({ actor }: AuditEntry) {
  if (actor === null) return <span className="text-muted-foreground">Nobody signed in</span>
  if (actor.name === null)
    return <span className="text-muted-foreground">The platform, or an account that is gone</span>
  return actor.name
}

function useOrganisations() {
  const { tenant } = useUser()
  const { data } = useSuspenseQuery(api.tenants.choices.query())
  return [tenant, ...data.organisations.filter(({ id }) => id !== tenant.id)]
}

function Whom({ entry }: { entry: AuditEntry }) {
  const isPlatform = useTenant().is_platform
  const ownTenant = useUser().tenant.id
  const { about, details, tenant } = entry
  const name = about?.name ?? about?.email ?? recordedName(details)
  if (name === undefined) return null
  if (!about?.id) return name
  const id = String(about.id)
  const place =
    isPlatform && tenant.id === ownTenant
      ? ({ to: '/admin/admin-users/$adminUserId', params: { adminUserId: id } } as const)
      : ({ to: '/admin/users/$id/main-details', params: { id } } as const)
  return (
    <Link {...place} className="link hit-44">
      {name}
    </Link>
  )
}

function recordedName({ name, email }: AuditEntry['details']) {
  return [name, email].find((value) => typeof value === 'string')
}
