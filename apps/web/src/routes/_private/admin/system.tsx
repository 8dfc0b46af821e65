import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { api } from '#core/api.ts'
import { lenient, oneOf } from '#core/lenient.ts'
import { listed, paging } from '#features/lists/list-search.ts'
import { useList } from '#features/lists/use-list.ts'
import { requireGodLevel } from '#features/identity/session/session-guards.ts'
import { SystemFacts } from '#features/insight/system/system-facts.tsx'
import { UnfinishedJobs } from '#features/insight/system/unfinished-jobs.tsx'
import { UnsentMails } from '#features/insight/system/unsent-mails.tsx'
import { buttonLook } from '#ui/button.tsx'
import { PageHead } from '#ui/page.tsx'
import { Section } from '#ui/section.tsx'

const readSearch = lenient({ ...paging, status: oneOf(['queued', 'failed']) })

const mailsQuery = (search: ReturnType<typeof readSearch>) =>
  api.system.mails.query({ query: listed(search) })

export const Route = createFileRoute('/_private/admin/system')({
  validateSearch: readSearch,
  beforeLoad: ({ context }) => requireGodLevel(context),
  loader: ({ context: { queryClient }, location }) =>
    Promise.all([
      queryClient.ensureQueryData(api.system.get.query()),
      queryClient.ensureQueryData(mailsQuery(readSearch(location.search))),
      queryClient.ensureQueryData(api.system.jobs.query()),
    ]),
  head: () => ({ meta: [{ title: 'System' }] }),
  component: SystemPage,
})

/** Milliseconds. */
const REFRESH = 20_000

function SystemPage() {
  const list = useList(Route.useSearch(), Route.useNavigate(), mailsQuery)
  const { data: system } = useSuspenseQuery({
    ...api.system.get.query(),
    refetchInterval: REFRESH,
  })
  const { data } = useSuspenseQuery({ ...api.system.jobs.query(), refetchInterval: REFRESH })
  return (
    <>
      <PageHead
        title="System"
        meta="The status of this installation, unsent emails and unfinished jobs"
        actions={
          <Link to="/admin/audit/sent-mails" className={buttonLook('outline')}>
            <Send />
            Sent emails
          </Link>
        }
      />
      <div className="grid gap-10">
        <SystemFacts system={system} />
        <Section title="Unsent emails" titleClassName="mb-3">
          <UnsentMails {...list} />
        </Section>
        <Section title="Other jobs" titleClassName="mb-3">
          <UnfinishedJobs jobs={data.jobs} />
        </Section>
      </div>
    </>
  )
}
