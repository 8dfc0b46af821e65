import { Link } from '@tanstack/react-router'
import type { ListedPerson } from 'contract/people'
import { formatMoment } from '#core/time.ts'
import { Badge, StatusDot } from '#ui/badge.tsx'
import type { Column } from '#features/data-table/table.tsx'

const ORGANISATION: Column<ListedPerson> = {
  key: 'organisation',
  label: 'Organisation',
  sort: 'tenant_id',
  cell: ({ tenant }) => <span className="text-subtle-foreground">{tenant.name}</span>,
}

export function peopleColumns(hasOrganisations: boolean): Column<ListedPerson>[] {
  return [
    {
      key: 'name',
      label: 'Name',
      sort: 'name',
      cell: ({ id, name }) => (
        <Link
          to="/admin/users/$id/main-details"
          params={{ id: String(id) }}
          className="hover:underline"
        >
          {name}
        </Link>
      ),
    },
    {
      key: 'email',
      label: 'Email',
      sort: 'email',
      isLine: true,
      cell: ({ email }) => <span className="break-all text-subtle-foreground">{email}</span>,
    },
    ...(hasOrganisations ? [ORGANISATION] : []),
    { key: 'role', label: 'Role', cell: ({ roles }) => <RoleMark roles={roles} /> },
    {
      key: 'status',
      label: 'Status',
      sort: 'is_active',
      cell: ({ is_active: isActive }) => (
        <StatusDot isOn={isActive}>{isActive ? 'Active' : 'Inactive'}</StatusDot>
      ),
    },
    {
      key: 'last-sign-in',
      label: 'Last signed in',
      sort: 'last_login_at',
      isLine: true,
      cell: ({ last_login_at: at }) => (
        <span className="whitespace-nowrap text-subtle-foreground tabular-nums">
          {at === null ? (
            <>
              Never<span className="lg:hidden"> signed in</span>
            </>
          ) : (
            <>
              <span className="lg:hidden">Signed in </span>
              {formatMoment(at)}
            </>
          )}
        </span>
      ),
    },
  ]
}

function RoleMark({ roles }: Pick<ListedPerson, 'roles'>) {
  if (roles.includes('admin')) return <Badge variant="outline">Admin</Badge>
  return roles.includes('auditor') ? <Badge variant="outline">Auditor</Badge> : 'User'
}
