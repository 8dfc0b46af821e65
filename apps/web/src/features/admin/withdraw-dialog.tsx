import { useMutation } from '@tanstack/react-query'
import type { Invitation } from 'contract/invitations'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { oneByOne } from './one-by-one.ts'
import { whichOf } from './invitation-menu.tsx'
import { useInvitationsChanged } from './use-invitations-changed.ts'

interface WithdrawDialogProps {
  invitations: readonly Invitation[]
  onClose: () => void
  onDone?: () => void
}

export function WithdrawDialog({ invitations, onClose, onDone }: WithdrawDialogProps) {
  const changed = useInvitationsChanged()
  const { length } = invitations
  const what = length === 1 ? 'invitation' : `${length} invitations`
  const withdraw = useMutation({
    mutationFn: () => oneByOne(invitations, (one) => api.invitations.revoke.call(whichOf(one))),
    // The row goes first: only then is it known where the focus can go back to.
    onSuccess: async () => {
      await changed()
      onClose()
      onDone?.()
      const title = length === 1 ? 'Invitation withdrawn' : `${length} invitations withdrawn`
      showToast({ variant: 'success', title })
    },
    onError: changed,
  })
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={length === 1 ? 'Withdraw this invitation?' : `Withdraw ${what}?`}
      description={
        length === 1
          ? `The link that ${invitations[0]?.email} was sent stops working.`
          : `The links that these ${length} people were sent stop working.`
      }
      actionLabel={`Withdraw ${what}`}
      isLoading={withdraw.isPending}
      onAction={() => withdraw.mutate()}
    >
      <FailureAlert error={withdraw.error} title="Not everything was withdrawn." />
    </AlertDialog>
  )
}
