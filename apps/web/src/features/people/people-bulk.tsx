import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedUser, OrganisationRole } from 'contract/users'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { showToast } from '#core/toast.ts'
import {
  peopleCount,
  useChangePeople,
  useRemovedConflict,
  withoutAdminWords,
} from './use-change-people.ts'
import { useUser } from '#features/session/user.ts'
import { ConfirmDialog } from '#features/shell/confirm-dialog.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'

interface PeopleRemoveDialogProps {
  ids: number[]
  onClose: () => void
  onDone: () => void
}

interface PeopleBulkProps {
  people: readonly ListedUser[]
  done: () => void
}

const ROLES: readonly { role: OrganisationRole; label: string; consequence: string }[] = [
  {
    role: 'user',
    label: 'User',
    consequence: 'They keep their assessments and no longer administer their organisation.',
  },
  {
    role: 'admin',
    label: 'Admin',
    consequence: 'They will see and change everybody and everything of their organisation.',
  },
]

export function PeopleBulk({ people, done }: PeopleBulkProps) {
  const user = useUser()
  const [asked, setAsked] = useState<(typeof ROLES)[number]>()
  const [isRemoving, setRemoving] = useState(false)
  const others = people.filter(({ id }) => id !== user.id)
  const change = useChangePeople(others)
  const ids = others.map(({ id }) => id)
  const invited = others.filter((person) => person.is_active && person.last_login_at === null)
  if (ids.length === 0) return <p className="text-14">You cannot change your own account here.</p>
  return (
    <>
      {others.length < people.length && (
        <p className="text-14 text-subtle-foreground">You are left out.</p>
      )}
      {others.some((person) => person.is_active) && (
        <Button
          variant="outline"
          isLoading={change.isPending}
          onClick={() => change.mutate({ change: 'deactivate' }, { onSuccess: done })}
        >
          Deactivate
        </Button>
      )}
      {others.some((person) => !person.is_active) && (
        <Button
          variant="outline"
          isLoading={change.isPending}
          onClick={() => change.mutate({ change: 'activate' }, { onSuccess: done })}
        >
          Activate
        </Button>
      )}
      <Menu
        trigger={
          <Button variant="outline">
            Set role
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        {ROLES.map((choice) => (
          <MenuItem key={choice.role} onSelect={() => setAsked(choice)}>
            {choice.label}
          </MenuItem>
        ))}
      </Menu>
      {invited.length > 0 && <PeopleInviteAgain ids={invited.map(({ id }) => id)} onDone={done} />}
      {can(user, 'remove-users-from-company') && (
        <Button variant="destructive-outline" onClick={() => setRemoving(true)}>
          Remove
        </Button>
      )}
      {isRemoving && (
        <PeopleRemoveDialog ids={ids} onClose={() => setRemoving(false)} onDone={done} />
      )}
      {asked && (
        <AlertDialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={`Set the role of ${peopleCount(ids.length)} to ${asked.label}?`}
          description={asked.consequence}
          actionLabel={`Set role of ${peopleCount(ids.length)}`}
          actionVariant="primary"
          isLoading={change.isPending}
          onAction={() => {
            setAsked(undefined)
            change.mutate({ change: 'set-roles', roles: [asked.role] }, { onSuccess: done })
          }}
        />
      )}
    </>
  )
}

function PeopleInviteAgain({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const who = peopleCount(ids.length)
  const told = useRemovedConflict('Nothing was sent')
  const send = useMutation({
    mutationFn: () => api.users.sendPasswordLinks.call({ body: { ids } }),
    onSuccess: () => {
      onDone()
      showToast({ variant: 'success', title: `Invitation sent again to ${who}` })
    },
    onError: async (error) => {
      if (await told(error)) setOpen(false)
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="outline">Send invitation again</Button>}
      title={`Send the invitation again to ${who}?`}
      description="To those chosen who have never signed in. Each is mailed a new link to a password; the links sent before stop working."
      actionLabel={`Send to ${who}`}
      actionVariant="primary"
      mutation={send}
      failure="Nothing was sent."
    />
  )
}

function PeopleRemoveDialog({ ids, onClose, onDone }: PeopleRemoveDialogProps) {
  const queryClient = useQueryClient()
  const who = peopleCount(ids.length)
  const told = useRemovedConflict('Nobody was removed')
  const remove = useMutation({
    mutationFn: () => api.users.removeSeveral.call({ body: { ids } }),
    onSuccess: async ({ without_admin }) => {
      onDone()
      showToast({
        variant: 'success',
        title: `${who} removed`,
        description: withoutAdminWords(without_admin),
      })
      queryClient.removeQueries({ queryKey: api.users.get.key })
      await Promise.all(
        [api.users.list.key, api.tenants.get.key].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
    onError: async (error) => {
      if (await told(error)) onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${who}?`}
      description={
        <>
          <p>
            Gone for good: name, e-mail address, password, second step, linked sign-ins, sessions
            and mailed links.
          </p>
          <p className="mt-2">
            Kept by the organisation under “Former user”: assessments and reports. Reports are
            frozen: inside them stands the name they were made for. The audit log keeps the number
            of each account.
          </p>
        </>
      }
      actionLabel={`Remove ${who}`}
      mutation={remove}
      failure="Nobody was removed."
    />
  )
}
