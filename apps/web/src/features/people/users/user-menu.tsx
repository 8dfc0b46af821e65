import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedAccount } from 'contract/users'
import { BadgeCheck, ChartColumn, Eye, Mail, Pencil, UserCheck, UserX } from 'lucide-react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { failureToast } from '#core/toast.ts'
import { useUser } from '#core/user.ts'
import { useSys } from '#support/sys.ts'
import { MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { showLinkSent } from './show-link-sent.ts'
import { useChangeUsers } from './use-change-users.ts'

interface UserMenuProps {
  user: ListedAccount
  canChange: boolean
}

export function UserMenu({ user, canChange }: UserMenuProps) {
  const self = useUser()
  const mayChange = canChange && can(self, 'create-users')
  const params = { id: String(user.id) }
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
      {mayChange && user.is_active && <PasswordItem user={user} />}
      {mayChange && user.id !== self.id && <StatusItem user={user} />}
    </>
  )
}

function PasswordItem({ user: { id, email } }: { user: ListedAccount }) {
  const isMailOff = useSys()?.is_mail_off
  const send = useMutation({
    mutationFn: () => api.users.sendPasswordLink.call({ params: { id } }),
    onSuccess: () => showLinkSent(email, isMailOff),
    onError: failureToast('The link was not sent'),
  })
  return (
    <MenuItem icon={<Mail />} onSelect={() => send.mutate()}>
      Send password reset
    </MenuItem>
  )
}

function StatusItem({ user }: { user: ListedAccount }) {
  const { is_active: isActive } = user
  const change = useChangeUsers([user], true)
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
