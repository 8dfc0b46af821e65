import type { ListedPerson } from 'contract/people'
import { BadgeCheck, ChartColumn, Eye, Pencil, UserCheck, UserX } from 'lucide-react'
import { can } from '#core/can.ts'
import { useUser } from '#features/session/user.ts'
import { MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { useChangePeople } from './use-change-people.ts'

/** The items of a person's menu; auditors only look. */
export function PersonMenu({ person }: { person: ListedPerson }) {
  const user = useUser()
  const mayChange = can(user, 'create-users')
  const base = `/admin/users/${person.id}`
  return (
    <>
      <MenuItem asChild>
        <a href={`${base}/main-details`}>
          {mayChange ? <Pencil /> : <Eye />}
          {mayChange ? 'Edit user' : 'View user'}
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={`${base}/assessment`}>
          <ChartColumn />
          View results
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={`${base}/certifications`}>
          <BadgeCheck />
          View certifications
        </a>
      </MenuItem>
      {mayChange && person.id !== user.id && <StatusItem person={person} />}
    </>
  )
}

function StatusItem({ person: { id, is_active: isActive } }: { person: ListedPerson }) {
  const change = useChangePeople()
  return (
    <>
      <MenuSeparator />
      <MenuItem
        icon={isActive ? <UserX /> : <UserCheck />}
        isDestructive={isActive}
        onSelect={() => change.mutate({ ids: [id], change: isActive ? 'deactivate' : 'activate' })}
      >
        {isActive ? 'Deactivate' : 'Activate'}
      </MenuItem>
    </>
  )
}
