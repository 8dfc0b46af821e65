import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ORGANISATION_ROLES } from 'contract/roles'
import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'
import { lenient, listOf, oneOf, sortOf } from '#core/lenient.ts'
import { InviteDialog } from '#features/people/invitations/invite-dialog.tsx'
import { listed, paging, searchText } from '#features/lists/list-search.ts'
import { useList } from '#features/lists/use-list.ts'
import { NewUsers, UsersList, type UsersSearch } from '#features/people/users/users-list.tsx'
import { organisationQuery } from '#support/refresh-organisation.ts'

const readSearch = lenient({
  ...paging,
  sort: sortOf(['email', 'name', 'is_active', 'last_login_at']),
  name: searchText,
  email: searchText,
  roles: listOf(oneOf(ORGANISATION_ROLES)),
})

export const Route = createFileRoute('/_private/admin/applications/$id/users')({
  validateSearch: readSearch,
  loader: ({ context, params, location }) =>
    context.queryClient.ensureQueryData(queryOf(params.id, readSearch(location.search))),
  component: OrganisationUsers,
})

function OrganisationUsers() {
  const { id } = Route.useParams()
  const list = useList(Route.useSearch(), Route.useNavigate(), (search) => queryOf(id, search))
  const { data: organisation } = useSuspenseQuery(organisationQuery(idIn(id)))
  const place = { ...organisation, is_platform: false }
  const isOpen = organisation.status === 'active'
  return (
    <UsersList
      {...list}
      name="organisation-users"
      search={{ ...list.search, tenant_id: idIn(id) }}
      canChange={organisation.status !== 'moving'}
      actions={isOpen && <NewUsers organisation={place} />}
      invite={isOpen && <InviteDialog organisation={place} variant="outline" />}
      onSearch={({ page, limit, sort, name, email, roles }, isTyped) =>
        list.onSearch({ page, limit, sort: withoutTenant(sort), name, email, roles }, isTyped)
      }
    />
  )
}

function queryOf(id: string, search: UsersSearch) {
  return api.users.list.query({ query: listed({ ...search, tenant_id: idIn(id) }) })
}

// The list has no organisation column.
function withoutTenant(sort: UsersSearch['sort']) {
  return sort === 'tenant_id.asc' || sort === 'tenant_id.desc' ? undefined : sort
}
