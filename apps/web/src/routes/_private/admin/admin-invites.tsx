import { createFileRoute } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { lenient } from '#core/lenient.ts'
import { growingList, useGrowingList } from '#features/lists/use-list.ts'
import { searchText } from '#features/lists/list-search.ts'
import { InvitationList } from '#features/people/invitations/invitation-list.tsx'
import { InviteDialog } from '#features/people/invitations/invite-dialog.tsx'
import { requireGodLevel } from '#features/identity/session/session-guards.ts'
import { PageHead } from '#ui/page.tsx'

const FORMS = { one: '# invitation', other: '# invitations' }

const SHAPE = { name: searchText, email: searchText }

export const Route = createFileRoute('/_private/admin/admin-invites')({
  beforeLoad: ({ context }) => requireGodLevel(context),
  validateSearch: lenient(SHAPE),
  loader: ({ context, location }) =>
    context.queryClient.ensureInfiniteQueryData(pending(lenient(SHAPE)(location.search))),
  head: () => ({ meta: [{ title: 'Invites' }] }),
  component: InvitesPage,
})

function InvitesPage() {
  const list = useGrowingList(Route.useSearch(), Route.useNavigate(), pending, FORMS)
  return (
    <>
      <PageHead
        title="Invites"
        meta="Pending and expired invitations for all organisations and the platform"
        actions={<InviteDialog />}
      />
      <InvitationList {...list} isOfMany />
    </>
  )
}

function pending(search: { name?: string | undefined; email?: string | undefined }) {
  return growingList(api.invitations.all, { ...search, status: 'open,expired' })
}
