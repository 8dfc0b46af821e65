import { createFileRoute, Link } from '@tanstack/react-router'
import { SENT_MAIL_DAYS } from 'contract/list-sizes'
import type { SentMail } from 'contract/sent-mails'
import { MailCheck, Search } from 'lucide-react'
import { api } from '#core/api.ts'
import { lenient } from '#core/lenient.ts'
import { formatMoment } from '#core/time.ts'
import { DataTable } from '#features/lists/data-table.tsx'
import { listed, logSearch } from '#features/lists/list-search.ts'
import { dayFault, useLogFilters } from '#features/lists/filter-field.tsx'
import type { Column } from '#features/lists/table.tsx'
import { useList } from '#features/lists/use-list.ts'
import { requireWriter } from '#features/identity/session/session-guards.ts'
import { useSys } from '#support/sys.ts'
import { useTenant } from '#core/tenant.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page.tsx'

const readSearch = lenient(logSearch)

const mailsQuery = (search: ReturnType<typeof readSearch>) =>
  api.mails.sent.query({ query: listed(search) })

// As `useSys` has it.
const SYS = { ...api.sys.get.query(), staleTime: Infinity }

export const Route = createFileRoute('/_private/admin/audit_/sent-mails')({
  validateSearch: readSearch,
  beforeLoad: requireWriter,
  // What is said of the texts depends on the installation. Without its answer, the list is still there.
  loader: ({ context: { queryClient }, location }) =>
    Promise.all([
      queryClient.ensureQueryData(mailsQuery(readSearch(location.search))),
      queryClient.ensureQueryData(SYS).catch(() => undefined),
    ]),
  head: () => ({ meta: [{ title: 'Sent emails' }] }),
  component: SentMailsPage,
})

// A long answer of a mail server leaves the other columns their room.
const COLUMNS: Column<SentMail>[] = [
  {
    key: 'recipient',
    label: 'Recipient',
    isName: true,
    cell: ({ recipient }) => (
      <span className="wrap-anywhere lg:block lg:max-w-72 lg:min-w-32">{recipient}</span>
    ),
  },
  {
    key: 'subject',
    label: 'Subject',
    isFullWidth: true,
    cell: ({ subject }) => <span className="lg:block lg:min-w-24">{subject}</span>,
  },
  {
    key: 'response',
    label: 'Mail server’s answer',
    isFullWidth: true,
    cell: ({ response }) => (
      <span className="text-13 wrap-anywhere text-muted-foreground lg:block lg:max-w-80 lg:min-w-36">
        {response ?? 'Not recorded'}
      </span>
    ),
  },
  {
    key: 'sent_at',
    label: 'Sent',
    cell: ({ sent_at }) => (
      <time dateTime={sent_at} className="lg:block lg:min-w-22">
        {formatMoment(sent_at)}
      </time>
    ),
  },
]

const ORGANISATION: Column<SentMail> = {
  key: 'tenant',
  label: 'Organisation',
  isName: true,
  cell: ({ tenant }) => tenant.name,
}

const ACCEPTED = `Emails that the mail server has accepted in the last ${SENT_MAIL_DAYS} days. The text of these emails is not kept.`

const UNSENT = (
  <>
    No mail server is set up, so these emails were not sent.{' '}
    <a href="/api/outbox" className="link hit-44">
      Read the text of the newest emails
    </a>
  </>
)

function SentMailsPage() {
  const search = Route.useSearch()
  const isPlatform = useTenant().is_platform
  const hasOutbox = useSys()?.has_outbox
  const list = useList(search, Route.useNavigate(), mailsQuery)
  return (
    <>
      <PageHead
        title="Sent emails"
        parent={
          <Link to="/admin/audit" activeOptions={{ exact: true }} className="link hit-44">
            Audit log
          </Link>
        }
        meta={hasOutbox ? UNSENT : ACCEPTED}
      />
      <DataTable
        {...list}
        name="sent-mails"
        noun="emails"
        columns={isPlatform ? [...COLUMNS, ORGANISATION] : COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ recipient, subject }) => `${subject}, ${recipient}`}
        filters={[
          { kind: 'text', key: 'search', label: 'Search emails', icon: <Search /> },
          ...useLogFilters(),
        ]}
        fault={dayFault(search)}
        empty={
          <EmptyState icon={<MailCheck />} title="No emails yet">
            {hasOutbox
              ? 'Emails appear here instead of being sent.'
              : 'Emails appear here after they are sent.'}
          </EmptyState>
        }
      />
    </>
  )
}
