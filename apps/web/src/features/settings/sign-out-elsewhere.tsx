import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { logout } from '#core/session.ts'
import { showToast } from '#core/toast.ts'
import { useProof } from '#features/proof/use-proof.tsx'
import { useSignOut } from '#features/session/sign-out.tsx'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog, type AlertDialogProps } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'

export function SignOutElsewhere({ others }: { others: number }) {
  const queryClient = useQueryClient()
  const { withProof, dialog: proofDialog } = useProof()
  const everywhere = useMutation({
    mutationFn: async () => {
      await withProof(() => api.auth.endAllSessions.call({}))
      await logout()
    },
  })
  const elsewhere = useMutation({
    mutationFn: () => withProof(() => api.auth.endOtherSessions.call({})),
    onSuccess: async ({ ended }) => {
      showToast({ variant: 'success', title: `Signed out on ${devices(ended)}` })
      await queryClient.invalidateQueries({ queryKey: api.auth.sessions.key })
    },
  })
  const { signOut, dialog } = useSignOut(everywhere.mutateAsync)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {others > 0 && (
          <Confirmed
            title={`Sign out on ${devices(others)}?`}
            description="Whoever uses them has to sign in again. You stay signed in here."
            actionLabel="Sign out elsewhere"
            isLoading={elsewhere.isPending}
            onAction={elsewhere.mutate}
          />
        )}
        <Confirmed
          title="Sign out everywhere?"
          description="On every device, this one too. You sign in again after that."
          actionLabel="Sign out everywhere"
          isLoading={everywhere.isPending}
          // Why it failed stands in the page.
          onAction={() => void signOut().catch(() => undefined)}
        />
      </div>
      <FailureAlert error={elsewhere.error ?? everywhere.error} title="Nothing was signed out." />
      {dialog}
      {proofDialog}
    </>
  )
}

type ConfirmedProps = Pick<
  AlertDialogProps,
  'title' | 'description' | 'actionLabel' | 'isLoading' | 'onAction'
>

function Confirmed({ isLoading, onAction, ...words }: ConfirmedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <AlertDialog
      {...words}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" isLoading={isLoading}>
          {words.actionLabel}
        </Button>
      }
      onAction={() => {
        setOpen(false)
        onAction()
      }}
    />
  )
}

function devices(count: number) {
  return count === 1 ? '1 other device' : `${count} other devices`
}
