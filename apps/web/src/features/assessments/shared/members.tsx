import { Link } from '@tanstack/react-router'
import { SHARED_ROLE_LABELS } from 'contract/labels'
import type { Member } from 'contract/shared-assessments'
import { ArrowRightLeft, BellRing, Eye, Pencil, UserPlus, UserX, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatNumber, plural } from 'rules/plural'
import { can } from '#core/can.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { useUser } from '#core/user.ts'
import { Table, type Column } from '#features/lists/table.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Newcomers } from './newcomers.tsx'
import type { SharedPeople } from './shared-query.ts'
import { useSetRole } from './use-members.ts'
import { type Work, countOf, workText } from './work-text.ts'

const AddMemberDialog = lazyPart(() => import('./add-member-dialog.tsx'), 'AddMemberDialog')
const RemoveMember = lazyPart(() => import('./member-questions.tsx'), 'RemoveMember')
const MoveDialog = lazyPart(() => import('./move-dialog.tsx'), 'MoveDialog')
const RemindPeople = lazyPart(() => import('./remind-people.tsx'), 'RemindPeople')
const MakeViewer = lazyPart(() => import('./member-questions.tsx'), 'MakeViewer')

interface MembersProps {
  shared: SharedPeople
  mayManage: boolean
}

export function Members({ shared, mayManage }: MembersProps) {
  const { members } = shared
  const [task, setTask] = useState<Task>()
  const add = mayManage && (
    <Button variant="outline" icon={<UserPlus />} onClick={() => setTask({ kind: 'add' })}>
      Add member
    </Button>
  )
  return (
    <section aria-labelledby="members">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 id="members" className="text-18 font-semibold">
            {members.length === 0 ? 'Members' : `Members (${formatNumber(members.length)})`}
          </h2>
          <p className="measure text-14 text-muted-foreground">
            Contributors answer the elements assigned to them. Viewers can read and comment.
          </p>
        </div>
        {members.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {mayManage && hasWork(members) && (
              <Button
                variant="outline"
                icon={<BellRing />}
                onClick={() => setTask({ kind: 'remind' })}
              >
                Remind
              </Button>
            )}
            {add}
          </div>
        )}
      </div>
      <InactiveMembers members={members} />
      <NeedsPerson
        elements={shared.needs_person}
        questions={shared.questions_need_person}
        actions={shared.actions_need_person}
        onChoose={mayManage ? () => setTask({ kind: 'move', from: null }) : undefined}
      />
      <Table
        noun="members"
        columns={COLUMNS}
        rows={members}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        {...(mayManage && {
          renderMenu: (member: Member) => (
            <MemberItems id={shared.id} member={member} onAsk={setTask} />
          ),
        })}
        empty={
          <EmptyState
            icon={<Users />}
            title="No members yet"
            headingLevel={3}
            action={add}
            className="py-8"
          >
            Until colleagues are added, the owner answers everything.
          </EmptyState>
        }
      />
      <Newcomers shared={shared} mayManage={mayManage} />
      {task && <TaskDialog shared={shared} task={task} onClose={() => setTask(undefined)} />}
    </section>
  )
}

type Task =
  | { kind: 'add' }
  | { kind: 'remind' }
  | { kind: 'move'; from: Member | null }
  | { kind: 'remove' | 'viewer'; member: Member }

interface TaskDialogProps {
  shared: SharedPeople
  task: Task
  onClose: () => void
}

function TaskDialog(props: TaskDialogProps) {
  return (
    <Suspense>
      <TaskForm {...props} />
    </Suspense>
  )
}

function TaskForm({ shared, task, onClose }: TaskDialogProps) {
  if (task.kind === 'add') return <AddMemberDialog shared={shared} onClose={onClose} />
  if (task.kind === 'remind') return <RemindPeople id={shared.id} onClose={onClose} />
  if (task.kind === 'move') return <MoveDialog shared={shared} from={task.from} onClose={onClose} />
  const Question = task.kind === 'remove' ? RemoveMember : MakeViewer
  return <Question id={shared.id} member={task.member} onClose={onClose} />
}

interface MemberItemsProps {
  id: number
  member: Member
  onAsk: (task: Task) => void
}

function MemberItems({ id, member, onAsk }: MemberItemsProps) {
  const set = useSetRole(id)
  const hasWork = countOf(member) > 0
  return (
    <>
      {member.is_active && (
        <>
          {member.role === 'viewer' ? (
            <MenuItem
              icon={<Pencil />}
              onSelect={() => set.mutate({ person: member, role: 'contributor' })}
            >
              Change to contributor
            </MenuItem>
          ) : (
            <MenuItem icon={<Eye />} onSelect={() => onAsk({ kind: 'viewer', member })}>
              Change to viewer
            </MenuItem>
          )}
        </>
      )}
      {hasWork && (
        <MenuItem icon={<ArrowRightLeft />} onSelect={() => onAsk({ kind: 'move', from: member })}>
          Move everything
        </MenuItem>
      )}
      {(member.is_active || hasWork) && <MenuSeparator />}
      <MenuItem icon={<UserX />} isDestructive onSelect={() => onAsk({ kind: 'remove', member })}>
        Remove
      </MenuItem>
    </>
  )
}

function hasWork(members: readonly Member[]) {
  return members.some(({ elements, questions }) => elements + questions > 0)
}

function InactiveMembers({ members }: { members: readonly Member[] }) {
  const inactive = members.filter(({ is_active }) => !is_active).length
  if (inactive === 0) return null
  return (
    <Alert
      variant="warning"
      className="mb-3"
      title={plural(inactive, {
        one: '1 member can’t sign in.',
        other: '# members can’t sign in.',
      })}
    >
      Elements, questions and actions assigned to inactive members need a new person.
    </Alert>
  )
}

interface NeedsPersonProps extends Work {
  onChoose: (() => void) | undefined
}

function NeedsPerson({ onChoose, ...work }: NeedsPersonProps) {
  if (countOf(work) === 0) return null
  return (
    <Alert
      variant="warning"
      className="mb-3"
      title={`${workText(work)} ${countOf(work) === 1 ? 'needs' : 'need'} a new person.`}
      action={
        onChoose && (
          <Button variant="outline" onClick={onChoose}>
            Choose a person
          </Button>
        )
      }
    >
      {untilThen(work)}
    </Alert>
  )
}

function untilThen({ elements, questions }: Work) {
  if (elements > 0)
    return plural(elements, {
      one: 'Until then, the owner answers the element.',
      other: 'Until then, the owner answers the elements.',
    })
  return questions > 0
    ? 'Until then, no one is asked to answer.'
    : 'Until then, no one is responsible.'
}

const COLUMNS: Column<Member>[] = [
  {
    key: 'name',
    label: 'Name',
    cell: ({ id, name, is_active: isActive }) => (
      <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
        <PersonLink id={id} name={name} />
        {!isActive && <Badge variant="warning">Inactive</Badge>}
      </span>
    ),
  },
  { key: 'role', label: 'Role', cell: ({ role }) => SHARED_ROLE_LABELS[role] },
  {
    key: 'elements',
    label: 'Elements',
    cell: ({ elements }) => (
      <span className="tabular-nums">
        {elements === 0 ? 'None' : elements}
        <span className="lg:hidden"> assigned</span>
      </span>
    ),
  },
  {
    key: 'questions',
    label: 'Open questions',
    cell: ({ questions }) => (
      <span className={cn('tabular-nums', questions === 0 && 'max-lg:hidden')}>
        {questions === 0 ? 'None' : questions}
        <span className="lg:hidden"> asked</span>
      </span>
    ),
  },
]

/** An owner who is no admin can't open the page of a user. */
export function PersonLink({ id, name }: { id: number; name: string }) {
  const user = useUser()
  if (!can(user, 'access-to-admin-area'))
    return (
      <bdi translate="no" className="wrap-anywhere">
        {name}
      </bdi>
    )
  return (
    <Link
      to="/admin/users/$id/main-details"
      params={{ id: String(id) }}
      translate="no"
      className="link hit-44 wrap-anywhere"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}
