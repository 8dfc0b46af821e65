import { useMutation } from '@tanstack/react-query'
import type { Person } from 'contract/person'
import { Mail, UserCheck, UserX } from 'lucide-react'
import { api } from '#core/api.ts'
import { can, isGodLevel } from '#core/can.ts'
import { showToast } from '#core/toast.ts'
import { useChangePeople } from './use-change-people.ts'
import { useUser } from '#features/session/user.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ResetSecondStep } from './reset-second-step.tsx'

/** What can be done with an account besides editing it. */
export function AccountActions({ person }: { person: Person }) {
  const user = useUser()
  const link = usePasswordLink(person)
  const change = useChangePeople([person], true)
  const isSelf = user.id === person.id
  return (
    <section aria-labelledby="actions">
      <h2 id="actions" className="mb-3 text-18 font-semibold">
        Actions
      </h2>
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
    </section>
  )
}

function usePasswordLink({ id, email }: Person) {
  return useMutation({
    mutationFn: () => api.person.sendPasswordLink.call({ params: { id } }),
    onSuccess: () =>
      showToast({ variant: 'success', title: 'Link sent', description: `To ${email}` }),
  })
}
