import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UserDetails } from 'contract/users'
import { KeyRound, Mail, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { can, isGodLevel } from '#core/can.ts'
import { showToast } from '#core/toast.ts'
import { useUser } from '#features/session/user.ts'
import { ConfirmDialog } from '#features/shell/confirm-dialog.tsx'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { useChangePeople } from './use-change-people.ts'

export function AccountActions({ person }: { person: UserDetails }) {
  const user = useUser()
  const link = usePasswordLink(person)
  const change = useChangePeople([person], true)
  const isSelf = user.id === person.id
  return (
    <Section id="actions" title="Actions" titleClassName="mb-3">
      <div className="flex flex-col items-start gap-2.5">
        {/* It stays when the account is inactive, and is refused with the reason: nothing moves below the pointer. */}
        <Button
          variant="outline"
          icon={<Mail />}
          isLoading={link.isPending}
          onClick={() => link.mutate()}
        >
          {person.has_password ? 'Send password reset' : 'Send link to a password'}
        </Button>
        {person.mfa_enabled && !isSelf && <ResetSecondStep person={person} />}
        {!isSelf && (
          <>
            <Button
              variant="outline"
              icon={person.is_active ? <UserX /> : <UserCheck />}
              isLoading={change.isPending}
              onClick={() =>
                change.mutate(
                  { change: person.is_active ? 'deactivate' : 'activate' },
                  { onSuccess: link.reset },
                )
              }
            >
              {person.is_active ? 'Deactivate' : 'Activate'}
            </Button>
            {isGodLevel(user) && <MoveDialog person={person} />}
            {can(user, 'remove-users-from-company') && <RemoveDialog person={person} />}
          </>
        )}
      </div>
      <FailureAlert error={link.error} title="No mail was sent." className="mt-4" />
    </Section>
  )
}

function usePasswordLink({ id, email }: UserDetails) {
  return useMutation({
    mutationFn: () => api.users.sendPasswordLink.call({ params: { id } }),
    onSuccess: () =>
      showToast({ variant: 'success', title: 'Link sent', description: `To ${email}` }),
  })
}

function ResetSecondStep({ person: { id, name } }: { person: UserDetails }) {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const reset = useMutation({
    mutationFn: () => api.mfa.reset.call({ params: { id } }),
    onSuccess: async () => {
      showToast({ variant: 'success', title: 'Second step reset' })
      // The button goes first: only then is it known where the focus can go back to.
      await queryClient.invalidateQueries({ queryKey: api.users.get.key })
      setOpen(false)
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" icon={<KeyRound />}>
          Reset second step
        </Button>
      }
      title={`Reset the second step of ${name}?`}
      description="For a lost device. The password alone signs them in until they set a second step up again; they are signed out everywhere and told by mail."
      actionLabel="Reset second step"
      mutation={reset}
      failure="Nothing was reset."
    />
  )
}
