import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { idIn, toNotFound } from '#core/route-id.ts'
import { lenient, listOf, oneOf, sortOf } from '#core/lenient.ts'
import { useList } from '#features/lists/use-list.ts'
import { InvitationList } from '#features/people/invitations/invitation-list.tsx'
import { InviteDialog } from '#features/people/invitations/invite-dialog.tsx'
import { listed, paging, searchText } from '#features/lists/list-search.ts'

const readSearch = lenient({
  ...paging,
  sort: sortOf(['email', 'created_at', 'expires_at']),
  email: searchText,
  status: listOf(oneOf(['open', 'expired', 'accepted', 'revoked'])),
  expires: oneOf(['soon']),
})

export const Route = createFileRoute('/_private/admin/applications/$id/invites')({
  validateSearch: readSearch,
  loader: ({ context, params, location }) =>
    Promise.all([
      context.queryClient.ensureQueryData(invitationsOf(params.id, readSearch(location.search))),
      context.queryClient.ensureQueryData(api.tenants.get.query({ params })),
    ]).catch(toNotFound),
  component: InvitesTab,
})

function InvitesTab() {
  const params = Route.useParams()
  const list = useList(Route.useSearch(), Route.useNavigate(), (search) =>
    invitationsOf(params.id, search),
  )
  const { data: organisation } = useSuspenseQuery(api.tenants.get.query({ params }))
  return (
    <InvitationList
      {...list}
      canChange={organisation.status !== 'moving'}
      actions={
        organisation.status === 'active' && (
          <InviteDialog organisation={{ ...organisation, is_platform: false }} />
        )
      }
    />
  )
}

function invitationsOf(id: string, { status, ...search }: ReturnType<typeof readSearch>) {
  const shown = status ?? ['open', 'expired']
  return api.invitations.list.query({
    query: listed({ ...search, status: shown, tenant_id: idIn(id) }),
  })
}
