import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ORGANISATION_ROLES } from 'contract/roles'
import { DIRECTIONS, USER_COLUMNS } from 'contract/users-sort'
import { useMemo } from 'react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { illegalIn, lenient, listOf, oneOf, sortOf, wholeNumber } from '#core/lenient.ts'
import { InviteDialog } from '#features/people/invitations/invite-dialog.tsx'
import { listed, paging, searchText } from '#features/lists/list-search.ts'
import { userCounts } from '#features/people/users/user-counts.ts'
import { NewUsers, UsersList, type UsersSearch } from '#features/people/users/users-list.tsx'
import { useList } from '#features/lists/use-list.ts'
import { useUser } from '#core/user.ts'
import { Button } from '#ui/button.tsx'
import { PageHead } from '#ui/page.tsx'
import { Alert } from '#ui/alert.tsx'

const SHAPE = {
  ...paging,
  sort: sortOf(USER_COLUMNS),
  order_dir: oneOf(DIRECTIONS),
  order_column: oneOf(USER_COLUMNS),
  name: searchText,
  tenant_id: wholeNumber(1),
  email: searchText,
  roles: listOf(oneOf(ORGANISATION_ROLES)),
}
const read = lenient(SHAPE)

/** Opens the dialog to invite an address. */
const DIALOG = { invite: searchText }

const ALL_USERS = api.users.list.query({ query: { limit: 1 } })

export const Route = createFileRoute('/_private/admin/users/')({
  // Strict: invalid values stay in the address, and the page shows an alert.
  validateSearch: (search: Record<string, unknown>) => search,
  loader: ({ context: { queryClient }, location }) =>
    Promise.all([
      queryClient.ensureQueryData(api.users.list.query({ query: listed(read(location.search)) })),
      queryClient.ensureQueryData(ALL_USERS),
      queryClient.ensureQueryData(api.tenants.choices.query()),
    ]),
  head: () => ({ meta: [{ title: 'Users' }] }),
  component: UsersPage,
})

function UsersPage() {
  const params = Route.useSearch()
  const search = useMemo(() => read(params), [params])
  const user = useUser()
  const navigate = Route.useNavigate()
  const list = useList(
    search as UsersSearch,
    ({ search: next, replace }) => navigate({ search: { ...next }, replace }),
    (shown) => api.users.list.query({ query: listed(shown) }),
  )
  const { data: allUsers } = useSuspenseQuery(ALL_USERS)
  const { organisations } = useSuspenseQuery(api.tenants.choices.query()).data
  return (
    <>
      <PageHead
        title="Users"
        meta={userCounts(list.answer, allUsers)}
        actions={
          can(user, 'create-users') && (
            <NewUsers
              email={lenient(DIALOG)(params).invite}
              onClose={() => navigate({ search, replace: true })}
            />
          )
        }
      />
      <IllegalParameters
        illegal={illegalIn({ ...SHAPE, ...DIALOG }, params)}
        onClear={() => navigate({ search, replace: true })}
      />
      <UsersList
        {...list}
        name="users"
        organisations={organisations}
        invite={<InviteDialog variant="outline" />}
      />
    </>
  )
}

interface IllegalParametersProps {
  illegal: readonly string[]
  onClear: () => void
}

function IllegalParameters({ illegal, onClear }: IllegalParametersProps) {
  if (illegal.length === 0) return null
  return (
    <Alert
      variant="warning"
      isLive
      className="mb-4"
      title="Illegal query parameters detected"
      action={
        <Button
          variant="outline"
          onClick={() => {
            onClear()
            document.querySelector<HTMLElement>('main h1')?.focus()
          }}
        >
          Clear Invalid Parameters
        </Button>
      }
    >
      <span className="block">
        We ignored these parts of the web address because they’re not valid:{' '}
        {illegal.map((parameter, index) => (
          <span key={parameter}>
            {index > 0 && ', '}
            <code className="rounded-sm bg-card px-1 font-mono text-13 break-all">{parameter}</code>
          </span>
        ))}
      </span>
    </Alert>
  )
}
