import { plural } from 'rules/plural'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { logout } from '#core/session.ts'
import { showSuccess } from '#core/toast.ts'
import { useConfirmOwner } from '#features/identity/use-confirm-owner.tsx'
import { useSignOut } from '#features/identity/sign-out.tsx'
import { FailureAlert } from '#support/failure-alert.tsx'
import { AlertDialog, type AlertDialogProps } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'

export function SignOutElsewhere({ others }: { others: number }) {
  const queryClient = useQueryClient()
  const { withConfirmation, dialog: confirmOwnerDialog } = useConfirmOwner()
  const everywhere = useMutation({
    mutationFn: async () => {
      await withConfirmation(() => api.auth.endAllSessions.call({}))
      await logout()
    },
  })
  const elsewhere = useMutation({
    mutationFn: () => withConfirmation(() => api.auth.endOtherSessions.call({})),
    onSuccess: async ({ ended }) => {
      showSuccess(
        plural(ended, {
          one: 'Signed out on # other device',
          other: 'Signed out on # other devices',
        }),
      )
      await queryClient.invalidateQueries({ queryKey: api.auth.sessions.key })
    },
  })
  const { signOut, dialog } = useSignOut(everywhere.mutateAsync)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {others > 0 && (
          <Confirmed
            title={plural(others, {
              one: 'Sign out on # other device?',
              other: 'Sign out on # other devices?',
            })}
            description="Anyone using your account on another device must sign in again. You stay signed in on this device."
            actionLabel="Sign out elsewhere"
            isLoading={elsewhere.isPending}
            onAction={elsewhere.mutate}
          />
        )}
        <Confirmed
          title="Sign out everywhere?"
          description="You’ll be signed out on all devices, including this one."
          actionLabel="Sign out everywhere"
          isLoading={everywhere.isPending}
          // The page shows the error.
          onAction={() => void signOut().catch(() => undefined)}
        />
      </div>
      <FailureAlert
        error={elsewhere.error ?? everywhere.error}
        title="The devices were not signed out."
      />
      {dialog}
      {confirmOwnerDialog}
    </>
  )
}

type ConfirmedProps = Pick<
  AlertDialogProps,
  'title' | 'description' | 'actionLabel' | 'isLoading' | 'onAction'
>

function Confirmed({ isLoading, onAction, ...labels }: ConfirmedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <AlertDialog
      {...labels}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" isLoading={isLoading}>
          {labels.actionLabel}
        </Button>
      }
      onAction={() => {
        setOpen(false)
        onAction()
      }}
    />
  )
}
