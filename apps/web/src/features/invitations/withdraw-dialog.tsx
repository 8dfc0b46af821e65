import type { Invitation } from 'contract/invitations'
import { api } from '#core/api.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { useEachInvitation } from './use-each-invitation.ts'

interface WithdrawDialogProps {
  invitations: readonly Invitation[]
  onClose: () => void
  onDone?: (left: readonly Invitation[]) => void
}

export function WithdrawDialog({ invitations, onClose, onDone }: WithdrawDialogProps) {
  const { length } = invitations
  const what = length === 1 ? 'invitation' : `${length} invitations`
  const failure = 'Not everything was withdrawn'
  const withdraw = useEachInvitation(invitations, {
    work: api.invitations.revoke.call,
    done: length === 1 ? 'Invitation withdrawn' : `${length} invitations withdrawn`,
    failure,
    onClose,
    onDone,
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
      <FailureAlert error={withdraw.data?.error} title={`${failure}.`} />
    </AlertDialog>
  )
}
