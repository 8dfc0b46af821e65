import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'
import { lenient, listOf, oneOf, sortOf } from '#core/lenient.ts'
import { InviteDialog } from '#features/invitations/invite-dialog.tsx'
import type { InvitedTo } from '#features/invitations/inviting.ts'
import { listed, paging, partOfText } from '#features/data-table/list-search.ts'
import { useList } from '#features/data-table/use-list.ts'
import { PeopleList, type PeopleSearch } from '#features/people/people-list.tsx'
import { organisationQuery } from '#features/organisation/refresh-organisation.ts'
import { Button } from '#ui/button.tsx'

const readSearch = lenient({
  ...paging,
  sort: sortOf(['email', 'name', 'is_active', 'last_login_at']),
  name: partOfText,
  email: partOfText,
  roles: listOf(oneOf(['admin', 'user'])),
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
    <PeopleList
      {...list}
      name="organisation-users"
      search={{ ...list.search, tenant_id: idIn(id) }}
      actions={isOpen && <NewPeople organisation={place} />}
      invite={isOpen && <InviteDialog organisation={place} variant="outline" />}
      onSearch={({ page, limit, sort, name, email, roles }, isTyped) =>
        list.onSearch({ page, limit, sort: withoutTenant(sort), name, email, roles }, isTyped)
      }
    />
  )
}

function NewPeople({ organisation }: { organisation: InvitedTo }) {
  return (
    <>
      <Button asChild variant="outline" icon={<UserPlus />}>
        <Link to="/admin/users/create" search={{ tenant_id: organisation.id }}>
          Add user
        </Link>
      </Button>
      <InviteDialog organisation={organisation} />
    </>
  )
}

function queryOf(id: string, search: PeopleSearch) {
  return api.users.list.query({ query: listed({ ...search, tenant_id: idIn(id) }) })
}

// All of them are of one: the column is not there to be sorted by.
function withoutTenant(sort: PeopleSearch['sort']) {
  return sort === 'tenant_id.asc' || sort === 'tenant_id.desc' ? undefined : sort
}
