import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { lenient } from '#core/lenient.ts'
import { partOfText } from '#features/admin/list-search.ts'
import { InvitationList } from '#features/admin/invitation-list.tsx'
import { InviteDialog } from '#features/admin/invite-dialog.tsx'
import { requireGodLevel } from '#features/admin/require-god-level.ts'
import { Alert } from '#ui/alert.tsx'
import { PageHead } from '#ui/page.tsx'

/** Who has joined is among the people, and who was withdrawn is nobody to see to. */
const WAITING = 'open,expired'

export const Route = createFileRoute('/_private/admin/admin-invites')({
  beforeLoad: ({ context }) => requireGodLevel(context),
  validateSearch: lenient({ name: partOfText, email: partOfText }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.ensureQueryData(
      api.invitations.all.query({ query: { ...deps, status: WAITING } }),
    ),
  head: () => ({ meta: [{ title: 'Invites' }] }),
  component: InvitesPage,
})

function InvitesPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = api.invitations.all.query({ query: { ...search, status: WAITING } })
  const { data: answer } = useSuspenseQuery(query)
  const { length: shown } = answer.rows
  return (
    <>
      <PageHead
        title="Invites"
        meta="Into every organisation and the platform, as long as they wait for an answer"
        actions={<InviteDialog />}
      />
      {answer.total > shown && (
        <Alert className="mb-4" title={`The newest ${shown} of ${totalOf(answer)} stand here.`}>
          Look for a name or an email to find the others.
        </Alert>
      )}
      <InvitationList
        isOfMany
        isWhole
        answer={answer}
        search={search}
        onSearch={(next, replace) => navigate({ search: next, replace })}
      />
    </>
  )
}

function totalOf({
  total,
  has_more_than_total: hasMore,
}: {
  total: number
  has_more_than_total: boolean
}) {
  const most = total.toLocaleString('en-GB')
  return hasMore ? `more than ${most}` : most
}
