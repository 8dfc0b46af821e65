import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedUser } from 'contract/users'
import { BadgeCheck, ChartColumn, Eye, Mail, Pencil, UserCheck, UserX } from 'lucide-react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { showToast } from '#core/toast.ts'
import { useUser } from '#features/session/user.ts'
import { MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { useChangeUsers } from './use-change-users.ts'

export function UserMenu({ person }: { person: ListedUser }) {
  const user = useUser()
  const mayChange = can(user, 'create-users')
  const params = { id: String(person.id) }
  return (
    <>
      <MenuItem asChild>
        <Link to="/admin/users/$id/main-details" params={params}>
          {mayChange ? <Pencil /> : <Eye />}
          {mayChange ? 'Edit user' : 'View user'}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/admin/users/$id/assessment" params={params}>
          <ChartColumn />
          View results
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/admin/users/$id/certifications" params={params}>
          <BadgeCheck />
          View certifications
        </Link>
      </MenuItem>
      {mayChange && person.is_active && <PasswordItem person={person} />}
      {mayChange && person.id !== user.id && <StatusItem person={person} />}
    </>
  )
}

function PasswordItem({ person: { id, email } }: { person: ListedUser }) {
  const send = useMutation({
    mutationFn: () => api.users.sendPasswordLink.call({ params: { id } }),
    onSuccess: () =>
      showToast({
        variant: 'success',
        title: 'Link sent',
        description: `Sent to ${email}`,
      }),
    onError: ({ message }) =>
      showToast({ variant: 'destructive', title: 'The link was not sent', description: message }),
  })
  return (
    <MenuItem icon={<Mail />} onSelect={() => send.mutate()}>
      Send password reset
    </MenuItem>
  )
}

function StatusItem({ person }: { person: ListedUser }) {
  const { is_active: isActive } = person
  const change = useChangeUsers([person], true)
  return (
    <>
      <MenuSeparator />
      <MenuItem
        icon={isActive ? <UserX /> : <UserCheck />}
        isDestructive={isActive}
        onSelect={() => change.mutate({ change: isActive ? 'deactivate' : 'activate' })}
      >
        {isActive ? 'Deactivate' : 'Activate'}
      </MenuItem>
    </>
  )
}
