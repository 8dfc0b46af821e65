import { plural } from 'rules/plural'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ROLE_CONSEQUENCES, ROLE_LABELS } from 'contract/labels'
import { ORGANISATION_ROLES, type OrganisationRole } from 'contract/roles'
import type { ListedAccount } from 'contract/users'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { showSuccess } from '#core/toast.ts'
import { invalidate } from '#core/invalidate.ts'
import { useChangeUsers, USERS, useRemovedConflict, withoutAdminText } from './use-change-users.ts'
import { useUser } from '#core/user.ts'
import { REMOVED_TEXT } from './remove-dialog.tsx'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { useSys } from '#support/sys.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'

interface UsersRemoveDialogProps {
  ids: number[]
  onClose: () => void
  onDone: () => void
}

export function UsersBulk({
  people,
  done,
}: {
  people: readonly ListedAccount[]
  done: () => void
}) {
  const user = useUser()
  const [role, setRole] = useState<OrganisationRole>()
  const [isRemoving, setRemoving] = useState(false)
  const others = people.filter(({ id }) => id !== user.id)
  const change = useChangeUsers(others)
  const ids = others.map(({ id }) => id)
  const invited = others.filter((other) => other.is_active && other.last_login_at === null)
  const statusButton = (status: 'activate' | 'deactivate', label: string) => (
    <Button
      variant="outline"
      isLoading={change.isPending}
      onClick={() => change.mutate({ change: status }, { onSuccess: done })}
    >
      {label}
    </Button>
  )
  if (ids.length === 0)
    return <p className="text-14">You can’t change your own account here. Select other users.</p>
  return (
    <>
      {others.length < people.length && (
        <p className="text-14 text-subtle-foreground">Your own account is not included.</p>
      )}
      {others.some(({ is_active }) => is_active) && statusButton('deactivate', 'Deactivate')}
      {others.some(({ is_active }) => !is_active) && statusButton('activate', 'Activate')}
      <Menu
        trigger={
          <Button variant="outline">
            Change role
            <ChevronDown />
          </Button>
        }
      >
        {ORGANISATION_ROLES.map((choice) => (
          <MenuItem key={choice} onSelect={() => setRole(choice)}>
            {ROLE_LABELS[choice]}
          </MenuItem>
        ))}
      </Menu>
      {invited.length > 0 && <UsersInviteAgain ids={invited.map(({ id }) => id)} onDone={done} />}
      {can(user, 'remove-users-from-company') && (
        <Button variant="destructive-outline" onClick={() => setRemoving(true)}>
          Remove
        </Button>
      )}
      {isRemoving && (
        <UsersRemoveDialog ids={ids} onClose={() => setRemoving(false)} onDone={done} />
      )}
      {role && (
        <AlertDialog
          open
          onOpenChange={() => setRole(undefined)}
          title={plural(ids.length, {
            one: `Change the role of # user to ${ROLE_LABELS[role]}?`,
            other: `Change the role of # users to ${ROLE_LABELS[role]}?`,
          })}
          description={ROLE_CONSEQUENCES[role]}
          actionLabel={plural(ids.length, {
            one: 'Change role for # user',
            other: 'Change role for # users',
          })}
          actionVariant="primary"
          isLoading={change.isPending}
          onAction={() => {
            setRole(undefined)
            change.mutate({ change: 'set-roles', roles: [role] }, { onSuccess: done })
          }}
        />
      )}
    </>
  )
}

const ON_HOLD = 'Email is turned off, so emails are on hold.'
const NEW_LINKS =
  'Only the selected users who have never signed in get a new link to set a password. Earlier links stop working.'

function UsersInviteAgain({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const isMailOff = useSys()?.is_mail_off
  const who = plural(ids.length, USERS)
  const failure = plural(ids.length, {
    one: 'The invitation was not sent',
    other: 'The invitations were not sent',
  })
  const showRemoved = useRemovedConflict()
  const send = useMutation({
    mutationFn: () => api.users.sendPasswordLinks.call({ body: { ids } }),
    onSuccess: () => {
      onDone()
      if (isMailOff)
        showSuccess(
          plural(ids.length, {
            one: 'New link created for # user',
            other: 'New links created for # users',
          }),
          `${ON_HOLD} If a link expires before email is turned on, send the invitation again.`,
        )
      else showSuccess(`Invitation sent again to ${who}`)
    },
    onError: async (error) => {
      if (await showRemoved(error, failure, ids.length)) setOpen(false)
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="outline">Send invitation again</Button>}
      title={`Send the invitation again to ${who}?`}
      description={isMailOff ? `${ON_HOLD} ${NEW_LINKS}` : NEW_LINKS}
      actionLabel={`Send to ${who}`}
      actionVariant="primary"
      mutation={send}
      failure={`${failure}.`}
    />
  )
}

const KEPT = {
  one: 'The organisation keeps this user’s assessments and reports, listed under “Former user”. The user’s name stays in existing reports. The audit log keeps the user’s account number.',
  other:
    'These users’ assessments and reports are kept, listed under “Former user”. The users’ names stay in existing reports. The audit log keeps their account numbers.',
}

function UsersRemoveDialog({ ids, onClose, onDone }: UsersRemoveDialogProps) {
  const queryClient = useQueryClient()
  const who = plural(ids.length, USERS)
  const failure = plural(ids.length, {
    one: 'The user was not removed',
    other: 'The users were not removed',
  })
  const showRemoved = useRemovedConflict()
  const remove = useMutation({
    mutationFn: () => api.users.removeSeveral.call({ body: { ids } }),
    onSuccess: async ({ without_admin }) => {
      onDone()
      showSuccess(`${who} removed`, withoutAdminText(without_admin))
      queryClient.removeQueries({ queryKey: api.users.get.key })
      await invalidate(queryClient, [api.users.list.key, api.tenants.get.key])
    },
    onError: async (error) => {
      if (await showRemoved(error, failure, ids.length)) onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${who}?`}
      description={
        <>
          <p>{REMOVED_TEXT}</p>
          <p className="mt-2">{plural(ids.length, KEPT)}</p>
        </>
      }
      actionLabel={`Remove ${who}`}
      mutation={remove}
      failure={`${failure}.`}
    />
  )
}
