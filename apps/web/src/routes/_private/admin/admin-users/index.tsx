import { plural } from 'rules/plural'
import { Link, createFileRoute } from '@tanstack/react-router'
import type { AdminUser } from 'contract/admin-users'
import { AtSign, KeyRound, Pencil, Search } from 'lucide-react'
import { api } from '#core/api.ts'
import { lenient, listOf, oneOf } from '#core/lenient.ts'
import { formatMoment } from '#core/time.ts'
import { DataTable } from '#features/lists/data-table.tsx'
import type { Filter } from '#features/lists/filter-field.tsx'
import { InviteDialog } from '#features/people/invitations/invite-dialog.tsx'
import { listed, searchText } from '#features/lists/list-search.ts'
import { useList } from '#features/lists/use-list.ts'
import { requireGodLevel } from '#features/identity/session/session-guards.ts'
import { ROLE_LABELS } from 'contract/labels'
import { ROLES } from 'contract/roles'
import { RoleMarks } from '#features/people/role-marks.tsx'
import { useUser } from '#core/user.ts'
import { useTenant } from '#core/tenant.ts'
import { StatusDot } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { PageHead } from '#ui/page.tsx'
import type { Column } from '#features/lists/table.tsx'

const SHAPE = {
  name: searchText,
  email: searchText,
  roles: listOf(oneOf(ROLES)),
}

export const Route = createFileRoute('/_private/admin/admin-users/')({
  beforeLoad: ({ context }) => requireGodLevel(context),
  validateSearch: lenient(SHAPE),
  loader: ({ context, location }) =>
    context.queryClient.ensureQueryData(
      api.adminUsers.list.query({ query: listed(lenient(SHAPE)(location.search)) }),
    ),
  head: () => ({ meta: [{ title: 'Access' }] }),
  component: AccessPage,
})

function AccessPage() {
  const { name } = useTenant()
  const { tenant } = useUser()
  const list = useList(Route.useSearch(), Route.useNavigate(), (search) =>
    api.adminUsers.list.query({ query: listed(search) }),
  )
  return (
    <>
      <PageHead
        title="Access"
        meta="Users who manage or audit organisations"
        actions={<InviteDialog organisation={{ id: tenant.id, name, is_platform: true }} />}
      />
      <DataTable
        {...list}
        name="admin-users"
        noun="users"
        isWhole
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={(user) => user.name}
        filters={FILTERS}
        renderMenu={({ id }) => (
          <MenuItem asChild>
            <Link to="/admin/admin-users/$adminUserId" params={{ adminUserId: String(id) }}>
              <Pencil />
              Edit access
            </Link>
          </MenuItem>
        )}
        empty={<EmptyState icon={<KeyRound />} title="No users have access" />}
      />
    </>
  )
}

const FILTERS: Filter[] = [
  { kind: 'text', key: 'name', label: 'Name', icon: <Search /> },
  { kind: 'text', key: 'email', label: 'Email', icon: <AtSign /> },
  {
    kind: 'choice',
    key: 'roles',
    label: 'Role',
    isMany: true,
    options: Object.entries(ROLE_LABELS).map(([value, label]) => ({ value, label })),
  },
]

const COLUMNS: Column<AdminUser>[] = [
  {
    key: 'name',
    label: 'Name',
    isName: true,
    cell: ({ id, name }) => (
      <Link
        to="/admin/admin-users/$adminUserId"
        params={{ adminUserId: String(id) }}
        className="hit-44 hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    key: 'email',
    label: 'Email',
    isName: true,
    isFullWidth: true,
    cell: ({ email }) => <span className="wrap-anywhere text-subtle-foreground">{email}</span>,
  },
  { key: 'roles', label: 'Role', cell: ({ roles }) => <RoleMarks roles={roles} /> },
  {
    key: 'organisations',
    label: 'Organisations audited',
    isName: true,
    cell: ({ organisations }) => organisationsText(organisations),
  },
  {
    key: 'is_active',
    label: 'Status',
    cell: ({ is_active }) => (
      <StatusDot isOn={is_active}>{is_active ? 'Active' : 'Inactive'}</StatusDot>
    ),
  },
  {
    key: 'mfaEnabled',
    label: 'Two-step verification',
    cell: ({ mfaEnabled }) => (
      <span className="whitespace-nowrap">
        <span className="text-muted-foreground lg:hidden">Two-step verification </span>
        {mfaEnabled ? 'On' : 'Off'}
      </span>
    ),
  },
  {
    key: 'last_login_at',
    label: 'Last signed in',
    isFullWidth: true,
    cell: ({ last_login_at }) => (
      <span className="whitespace-nowrap tabular-nums">
        {last_login_at && <span className="text-muted-foreground lg:hidden">Last signed in </span>}
        {last_login_at ? formatMoment(last_login_at) : 'Never signed in'}
      </span>
    ),
  },
]

function organisationsText(organisations: AdminUser['organisations']) {
  const [first, ...others] = organisations
  if (!first) return null
  if (others.length === 0) return first.name
  return plural(
    others.length,
    { one: '{name} and # other organisation', other: '{name} and # other organisations' },
    { name: first.name },
  )
}
