import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UserDetails } from 'contract/users'
import { Mail, UserCheck, UserX } from 'lucide-react'
import { api } from '#core/api.ts'
import { can, isGodLevel } from '#core/can.ts'
import { ResetMfa } from '#features/identity/reset-mfa.tsx'
import { useUser } from '#core/user.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { useSys } from '#support/sys.ts'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { UnlockUser } from '#features/people/unlock-user.tsx'
import { showLinkSent } from './show-link-sent.ts'
import { useChangeUsers } from './use-change-users.ts'

export function AccountActions({ user }: { user: UserDetails }) {
  const self = useUser()
  const queryClient = useQueryClient()
  const isMailOff = useSys()?.is_mail_off
  const link = useMutation({
    mutationFn: () => api.users.sendPasswordLink.call({ params: { id: user.id } }),
    onSuccess: () => showLinkSent(user.email, isMailOff),
  })
  const change = useChangeUsers([user], true)
  const isSelf = self.id === user.id
  return (
    <Section id="actions" title="Actions" titleClassName="mb-3">
      <div className="flex flex-col items-start gap-2.5">
        <UnlockUser user={user} />
        {/* Also for inactive accounts: the server refuses with the reason. */}
        <Button
          variant="outline"
          icon={<Mail />}
          isLoading={link.isPending}
          onClick={() => link.mutate()}
        >
          {user.has_password ? 'Send password reset' : 'Send link to set a password'}
        </Button>
        {user.mfa_enabled && !isSelf && (
          <ResetMfa
            user={user}
            onReset={() => queryClient.invalidateQueries({ queryKey: api.users.get.key })}
          />
        )}
        {!isSelf && (
          <>
            <Button
              variant="outline"
              icon={user.is_active ? <UserX /> : <UserCheck />}
              isLoading={change.isPending}
              onClick={() =>
                change.mutate(
                  { change: user.is_active ? 'deactivate' : 'activate' },
                  { onSuccess: link.reset },
                )
              }
            >
              {user.is_active ? 'Deactivate' : 'Activate'}
            </Button>
            {isGodLevel(self) && <MoveDialog user={user} />}
            {can(self, 'remove-users-from-company') && <RemoveDialog user={user} />}
          </>
        )}
      </div>
      <FailureAlert error={link.error} title="The link was not sent." className="mt-4" />
    </Section>
  )
}
