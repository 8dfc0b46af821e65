import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Invitation } from 'contract/invitations'
import { Link, Send, Trash2 } from 'lucide-react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { invalidate } from '#core/invalidate.ts'
import { failureToast, showSuccess } from '#core/toast.ts'
import { useUser } from '#core/user.ts'
import { useSys } from '#support/sys.ts'
import { MenuItem, MenuSeparator } from '#ui/menu.tsx'

export interface InvitationTask {
  kind: 'copy' | 'withdraw'
  invitation: Invitation
}

export const MAIL_OFF_NOTE =
  'Email is turned off, so emails are on hold. Use “Copy link” to share an invitation now.'

interface InvitationMenuProps {
  invitation: Invitation
  /** Opens a dialog, which outlives the menu. */
  onTask: (task: InvitationTask) => void
}

export function InvitationMenu({ invitation, onTask }: InvitationMenuProps) {
  const user = useUser()
  const isActive = invitation.organisation.status === 'active'
  const isMailOff = useSys()?.is_mail_off
  const changed = useInvitationsChanged()
  const resend = useMutation({
    mutationFn: () => api.invitations.resend.call(inputFor(invitation)),
    onSuccess: async () => {
      showSuccess(
        isMailOff ? 'New link created' : 'Invitation sent again',
        isMailOff
          ? MAIL_OFF_NOTE
          : `The new link for ${invitation.email} works for 7 days. The old link no longer works.`,
      )
      await changed()
    },
    onError: failureToast(
      isMailOff
        ? `The new link for ${invitation.email} was not created`
        : `The invitation to ${invitation.email} was not sent`,
    ),
  })
  return (
    <>
      {isActive && (
        <>
          <MenuItem icon={<Send />} onSelect={() => resend.mutate()}>
            Send again
          </MenuItem>
          <MenuItem icon={<Link />} onSelect={() => onTask({ kind: 'copy', invitation })}>
            Copy link
          </MenuItem>
        </>
      )}
      {can(user, 'reject-invitations') && (
        <>
          {isActive && <MenuSeparator />}
          <MenuItem
            icon={<Trash2 />}
            isDestructive
            onSelect={() => onTask({ kind: 'withdraw', invitation })}
          >
            Withdraw
          </MenuItem>
        </>
      )}
    </>
  )
}

export function inputFor({ id, organisation }: Invitation) {
  return { params: { id }, query: { tenant_id: organisation.id } }
}

export function useInvitationsChanged() {
  const queryClient = useQueryClient()
  const { list, all } = api.invitations
  return () => invalidate(queryClient, [list.key, all.key, api.users.list.key, api.tenants.get.key])
}
