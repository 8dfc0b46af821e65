import { createFileRoute, Link } from '@tanstack/react-router'
import type { AuditEntry } from 'contract/audit'
import { auditDetails } from 'contract/audit-details'
import { AUDIT_LABELS, auditLabel } from 'contract/audit-labels'
import { doneByUnnamed } from 'contract/audit-names'
import { ChevronRight, History, Search, Send } from 'lucide-react'
import { api } from '#core/api.ts'
import { lenient, listOf } from '#core/lenient.ts'
import { formatMoment } from '#core/time.ts'
import { DataTable } from '#features/lists/data-table.tsx'
import { listed, logSearch, searchText } from '#features/lists/list-search.ts'
import { dayFault, useLogFilters } from '#features/lists/filter-field.tsx'
import type { Column } from '#features/lists/table.tsx'
import { useList } from '#features/lists/use-list.ts'
import { requireWriter } from '#features/identity/session/session-guards.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page.tsx'

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const readSearch = lenient({ ...logSearch, action: listOf(searchText) })

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
  {
    key: 'action',
    label: 'Action',
    isFullWidth: true,
    cell: (entry) => <EntryDetails entry={entry} />,
  },
  { key: 'about', label: 'User', isName: true, cell: (entry) => <AffectedUser entry={entry} /> },
  { key: 'actor', label: 'Done by', isName: true, cell: actorOf },
  {
    key: 'at',
    label: 'Date',
    cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
  },
]

const ORGANISATION: Column<AuditEntry> = {
  key: 'tenant',
  label: 'Organisation',
  isName: true,
  cell: ({ tenant }) => tenant.name,
}

const ACTIONS = Object.keys(AUDIT_LABELS)
  .map((value) => ({ value, label: auditLabel(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en-GB'))

function AuditPage() {
  const search = Route.useSearch()
  const isPlatform = useTenant().is_platform
  const list = useList(search, Route.useNavigate(), (shown) =>
    api.audit.list.query({ query: listed(shown) }),
  )
  return (
    <>
      <PageHead
        title="Audit log"
        meta="A record of sign-ins, invitations, certifications and changes in the admin area. No one can edit this log."
        actions={
          <Link to="/admin/audit/sent-mails" className={buttonLook('outline')}>
            <Send />
            Sent emails
          </Link>
        }
      />
      <DataTable
        {...list}
        name="audit"
        noun="entries"
        columns={isPlatform ? [...COLUMNS, ORGANISATION] : COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ action }) => auditLabel(action)}
        filters={[
          { kind: 'text', key: 'search', label: 'User or event', icon: <Search /> },
          { kind: 'choice', key: 'action', label: 'Action', isMany: true, options: ACTIONS },
          ...useLogFilters(),
        ]}
        fault={dayFault(search)}
        exports={{ csv: (query, init) => api.audit.csv.call({ query }, init) }}
        empty={
          <EmptyState icon={<History />} title="No entries yet">
            Sign-ins, invitations and changes in the admin area appear here.
          </EmptyState>
        }
      />
    </>
  )
}

function actorOf(entry: AuditEntry) {
  const name = entry.actor?.name
  return name ?? <span className="text-muted-foreground">{doneByUnnamed(entry)}</span>
}

function AffectedUser({ entry }: { entry: AuditEntry }) {
  const isPlatform = useTenant().is_platform
  const ownTenant = useUser().tenant.id
  const { about, details, tenant } = entry
  const name = about?.name ?? about?.email ?? recordedName(details)
  if (name === undefined) return null
  if (!about?.id) return <>{name}</>
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

function EntryDetails({ entry }: { entry: AuditEntry }) {
  return (
    <details className="group">
      <summary className="hit-44 inline-flex list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden">
        {auditLabel(entry.action)}
        <ChevronRight className="size-4 stroke-[1.75] text-muted-foreground transition-transform group-open:rotate-90" />
      </summary>
      <dl className="mt-2 mb-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13 font-normal">
        {factsOf(entry).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="max-w-[60ch] min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function factsOf({ about, details, ...entry }: AuditEntry) {
  const facts: [string, string | null | undefined][] = [
    ['Event', entry.action],
    ['Item', entry.subject],
    ['Email', about?.email],
    ...auditDetails(details),
    ['IP address', entry.address],
    ['Browser', entry.browser],
    ['Request ID', entry.request_id],
  ]
  return facts.flatMap(([name, text]) =>
    text ? [[name, MOMENT.test(text) ? formatMoment(text) : text] as const] : [],
  )
}
