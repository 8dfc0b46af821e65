import type { Invitation } from 'contract/invitations'
import { INVITATION_STATUS_LABELS, ORGANISATION_STATUS_LABELS } from 'contract/labels'
import { AtSign, MailOpen, Search } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { can } from '#core/can.ts'
import { formatMoment } from '#core/time.ts'
import { useUser } from '#core/user.ts'
import { StatusDot } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Column } from '#features/lists/table.tsx'
import { DataTable, type DataTableProps } from '#features/lists/data-table.tsx'
import type { Filter } from '#features/lists/filter-field.tsx'
import { CopyLinkDialog } from './copy-link-dialog.tsx'
import { InvitationBulk, WithdrawDialog } from './invitation-bulk.tsx'
import { InvitationMenu, type InvitationTask } from './invitation-menu.tsx'
import type { ListSearch } from '#features/lists/list-search.ts'
import { RoleMarks } from '#features/people/role-marks.tsx'

interface InvitationListProps<Search extends ListSearch> extends Pick<
  DataTableProps<Invitation, Search>,
  'answer' | 'isBehind' | 'search' | 'onSearch' | 'more'
> {
  isOfMany?: boolean
  /** False if the server refuses every change. */
  canChange?: boolean
  actions?: ReactNode
}

export function InvitationList<Search extends ListSearch>(props: InvitationListProps<Search>) {
  const { isOfMany = false, canChange = true, actions, ...list } = props
  const [task, setTask] = useState<InvitationTask>()
  const isWriter = can(useUser(), 'invite-users') && canChange
  return (
    <>
      <DataTable<Invitation, Search>
        {...list}
        {...(isOfMany ? OF_MANY : OF_ONE)}
        noun="invitations"
        rowKey={({ id }) => id}
        rowLabel={({ email }) => email}
        actions={isWriter && actions}
        {...(isWriter && {
          renderMenu: (invitation) =>
            isChangeable(invitation) && <InvitationMenu invitation={invitation} onTask={setTask} />,
          renderBulk: (rows, done) => (
            <InvitationBulk invitations={rows.filter(isChangeable)} onDone={done} />
          ),
        })}
        empty={
          <EmptyState icon={<MailOpen />} title="No invitations">
            Invitations appear here when users are invited.
          </EmptyState>
        }
      />
      <InvitationDialog task={task} onClose={() => setTask(undefined)} />
    </>
  )
}

interface InvitationDialogProps {
  task: InvitationTask | undefined
  onClose: () => void
}

/** What an invitation's menu asks for. */
export function InvitationDialog({ task, onClose }: InvitationDialogProps) {
  if (task === undefined) return null
  const { kind, invitation } = task
  if (kind === 'copy') return <CopyLinkDialog invitation={invitation} onClose={onClose} />
  return <WithdrawDialog invitations={[invitation]} onClose={onClose} />
}

function isChangeable({ status, organisation }: Invitation) {
  return (status === 'open' || status === 'expired') && organisation.status !== 'moving'
}

const NAME: Filter = { kind: 'text', key: 'name', label: 'Name', icon: <Search /> }
const EMAIL: Filter = { kind: 'text', key: 'email', label: 'Email', icon: <AtSign /> }

const STATUS: Filter = {
  kind: 'choice',
  key: 'status',
  label: 'Status',
  isMany: true,
  options: Object.entries(INVITATION_STATUS_LABELS).map(([value, label]) => ({ value, label })),
}

const EXPIRY: Filter = {
  kind: 'choice',
  key: 'expires',
  label: 'Expires',
  options: [{ value: 'soon', label: 'Within 2 days' }],
}

const COLUMNS: Column<Invitation>[] = [
  { key: 'email', label: 'Email', isName: true, sort: 'email', cell: ({ email }) => email },
  {
    key: 'organisation',
    label: 'Organisation',
    isName: true,
    isFullWidth: true,
    cell: ({ organisation: { name, status } }) => (
      <>
        {name}
        {status !== 'active' && (
          <span className="text-muted-foreground">
            {` (${ORGANISATION_STATUS_LABELS[status].toLowerCase()})`}
          </span>
        )}
      </>
    ),
  },
  { key: 'roles', label: 'Role', cell: ({ roles }) => <RoleMarks roles={roles} /> },
  {
    key: 'invited_by',
    label: 'Invited by',
    cell: ({ invited_by }) => (
      <>
        <span className="text-muted-foreground lg:hidden">Invited by </span>
        {invited_by ?? 'Deleted user'}
      </>
    ),
  },
  {
    key: 'created_at',
    label: 'Invited',
    sort: 'created_at',
    isFullWidth: true,
    cell: ({ created_at }) => <Moment label="Invited" of={created_at} />,
  },
  {
    key: 'expires_at',
    label: 'Expires',
    sort: 'expires_at',
    isFullWidth: true,
    cell: ({ expires_at }) => <Moment label="Expires" of={expires_at} />,
  },
  {
    key: 'status',
    label: 'Status',
    cell: ({ status }) => (
      <StatusDot isOn={status === 'open'}>{INVITATION_STATUS_LABELS[status]}</StatusDot>
    ),
  },
]

// Newest first: this list has no sorting.
const OF_MANY = {
  name: 'admin-invites',
  columns: COLUMNS.map((column) => ({ ...column, sort: undefined })),
  filters: [NAME, EMAIL],
}

const OF_ONE = {
  name: 'invites',
  columns: COLUMNS.filter(({ key }) => key !== 'organisation'),
  filters: [EMAIL, STATUS, EXPIRY],
  defaultSort: 'created_at.desc',
}

function Moment({ label, of }: { label: string; of: string }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="text-muted-foreground lg:hidden">{label} </span>
      {formatMoment(of)}
    </span>
  )
}
