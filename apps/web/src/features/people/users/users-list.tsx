import { Link } from '@tanstack/react-router'
import { ROLE_LABELS } from 'contract/labels'
import { ORGANISATION_ROLES, type OrganisationRole } from 'contract/roles'
import type { Invitation } from 'contract/invitations'
import type { ListedAccount, ListedUser } from 'contract/users'
import { type UsersOrder, usersSort } from 'contract/users-sort'
import { AtSign, Search, UserPlus, Users } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { formatMoment } from '#core/time.ts'
import { DataTable, type DataTableProps } from '#features/lists/data-table.tsx'
import { type Filter, organisationFilter } from '#features/lists/filter-field.tsx'
import type { ListSearch } from '#features/lists/list-search.ts'
import type { Column } from '#features/lists/table.tsx'
import { InvitationBulk } from '#features/people/invitations/invitation-bulk.tsx'
import { InvitationDialog } from '#features/people/invitations/invitation-list.tsx'
import {
  InvitationMenu,
  type InvitationTask,
} from '#features/people/invitations/invitation-menu.tsx'
import { InviteDialog, type InvitedTo } from '#features/people/invitations/invite-dialog.tsx'
import { useUser } from '#core/user.ts'
import { Badge, StatusDot } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { UsersBulk } from './users-bulk.tsx'
import { UserMenu } from './user-menu.tsx'

const ORGANISATION: Column<ListedUser> = {
  key: 'organisation',
  label: 'Organisation',
  isName: true,
  sort: 'tenant_id',
  cell: ({ tenant }) => <span className="text-subtle-foreground">{tenant.name}</span>,
}

export interface UsersSearch extends Omit<ListSearch, 'sort'>, UsersOrder {
  name?: string | undefined
  email?: string | undefined
  tenant_id?: number | undefined
  roles?: OrganisationRole[] | undefined
}

interface UsersListProps extends Pick<
  DataTableProps<ListedUser, UsersSearch>,
  'name' | 'answer' | 'search' | 'isBehind' | 'onSearch' | 'onRetry' | 'isRetrying'
> {
  /** The choices of the filter; empty if all users belong to one organisation. */
  organisations?: readonly { id: number; name: string }[]
  /** False if the server refuses every change. */
  canChange?: boolean
  actions?: ReactNode
  invite?: ReactNode
}

const TEXTS: Filter[] = [
  { kind: 'text', key: 'name', label: 'Name', icon: <Search /> },
  { kind: 'text', key: 'email', label: 'Email', icon: <AtSign /> },
]
const ROLES: Filter = {
  kind: 'choice',
  key: 'roles',
  label: 'Role',
  isMany: true,
  options: ORGANISATION_ROLES.toReversed().map((value) => ({ value, label: ROLE_LABELS[value] })),
}

export function UsersList({ name, answer, search, onSearch, ...props }: UsersListProps) {
  const { organisations = [], canChange = true, actions, invite } = props
  const isWriter = can(useUser(), 'create-users') && canChange
  const [task, setTask] = useState<InvitationTask>()
  return (
    <>
      <DataTable
        name={name}
        noun="users"
        columns={userColumns(organisations.length > 1)}
        answer={answer}
        isBehind={props.isBehind}
        onRetry={props.onRetry}
        isRetrying={props.isRetrying}
        rowKey={keyOf}
        rowLabel={({ name: known, email }) => known || email}
        search={{ ...search, sort: usersSort(search) }}
        defaultSort={usersSort({})}
        onSearch={({ sort, ...next }, isTyped) =>
          onSearch(
            {
              ...next,
              sort: sort === usersSort({}) ? undefined : sort,
              order_column: undefined,
              order_dir: undefined,
            },
            isTyped,
          )
        }
        filters={[...TEXTS, organisations.length > 1 && organisationFilter(organisations), ROLES]}
        renderMenu={(user) =>
          user.invitation === null
            ? hasAccount(user) && <UserMenu user={user} canChange={canChange} />
            : isWriter && <InvitationMenu invitation={user.invitation} onTask={setTask} />
        }
        actions={isWriter && actions}
        {...(isWriter && {
          noMatchAction: invite,
          renderBulk: (chosen: readonly ListedUser[], done: () => void) => (
            <Bulk chosen={chosen} done={() => done()} />
          ),
        })}
        exports={{
          csv: (query, init) => api.users.exportCsv.call({ query }, init),
          xlsx: (query, init) => api.users.exportXlsx.call({ query }, init),
        }}
        empty={
          <EmptyState icon={<Users />} title="No users yet">
            {isWriter
              ? 'Users appear here as soon as you invite or add them.'
              : props.organisations
                ? 'Users from the organisations assigned to you appear here.'
                : 'Users appear here after they are invited or added.'}
          </EmptyState>
        }
      />
      <InvitationDialog task={task} onClose={() => setTask(undefined)} />
    </>
  )
}

/** Ids of users and invitations may be the same. */
function keyOf({ id, invitation }: ListedUser) {
  return id ?? -(invitation?.id ?? 0)
}

function hasAccount(user: ListedUser): user is ListedAccount {
  return user.id !== null
}

function Bulk({ chosen, done }: { chosen: readonly ListedUser[]; done: () => void }) {
  const people = chosen.filter(hasAccount)
  const invitations = chosen.flatMap(({ invitation }) => invitation ?? [])
  if (people.length === 0) return <InvitationBulk invitations={invitations} onDone={done} />
  return (
    <>
      {invitations.length > 0 && (
        <p className="text-14 text-subtle-foreground">
          Users with the status Invited are not included.
        </p>
      )}
      <UsersBulk people={people} done={done} />
    </>
  )
}

interface NewUsersProps extends Pick<ComponentProps<typeof InviteDialog>, 'email' | 'onClose'> {
  organisation?: InvitedTo
}

/** Without an organisation, users are added to one of those that the admin manages. */
export function NewUsers({ organisation, ...dialog }: NewUsersProps) {
  return (
    <>
      <Button asChild variant="outline" icon={<UserPlus />}>
        <Link to="/admin/users/create" search={organisation ? { tenant_id: organisation.id } : {}}>
          Add user
        </Link>
      </Button>
      <InviteDialog organisation={organisation} {...dialog} />
    </>
  )
}

function userColumns(hasOrganisations: boolean): Column<ListedUser>[] {
  return [
    {
      key: 'name',
      label: 'Name',
      isName: true,
      sort: 'name',
      cell: ({ id, name }) =>
        id === null ? (
          <span className="text-muted-foreground">No name yet</span>
        ) : (
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
      isName: true,
      sort: 'email',
      isFullWidth: true,
      cell: ({ email }) => <span className="break-all text-subtle-foreground">{email}</span>,
    },
    ...(hasOrganisations ? [ORGANISATION] : []),
    { key: 'role', label: 'Role', cell: ({ roles }) => <RoleMark roles={roles} /> },
    {
      key: 'status',
      label: 'Status',
      sort: 'is_active',
      cell: ({ is_active: isActive, invitation }) =>
        invitation ? (
          <StatusDot isOn={false}>Invited</StatusDot>
        ) : (
          <StatusDot isOn={isActive}>{isActive ? 'Active' : 'Inactive'}</StatusDot>
        ),
    },
    {
      key: 'last-sign-in',
      label: 'Last signed in',
      sort: 'last_login_at',
      isFullWidth: true,
      cell: ({ last_login_at: at, invitation }) => (
        <span className="whitespace-nowrap text-subtle-foreground tabular-nums">
          {at && <span className="lg:hidden">Last signed in </span>}
          {invitation ? sentText(invitation) : at ? formatMoment(at) : 'Never signed in'}
        </span>
      ),
    },
  ]
}

function sentText({ sent_at, expires_at, status }: Invitation) {
  return status === 'expired'
    ? `Invitation expired ${formatMoment(expires_at)}`
    : `Sent ${formatMoment(sent_at)}`
}

function RoleMark({ roles }: Pick<ListedUser, 'roles'>) {
  const role = roles.find((one) => one !== 'user')
  return role ? <Badge variant="outline">{ROLE_LABELS[role]}</Badge> : <>{ROLE_LABELS.user}</>
}
