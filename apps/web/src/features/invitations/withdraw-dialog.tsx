import { plural } from '#core/plural.ts'
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
  const failure = 'Some invitations were not withdrawn'
  const withdraw = useEachInvitation(invitations, {
    work: api.invitations.revoke.call,
    done: plural(length, { one: 'Invitation withdrawn', other: '# invitations withdrawn' }),
    failure,
    onClose,
    onDone,
  })
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={plural(length, { one: 'Withdraw this invitation?', other: 'Withdraw # invitations?' })}
      description={
        length === 1
          ? `The link sent to ${invitations[0]?.email} stops working.`
          : `The links sent to these ${length} users stop working.`
      }
      actionLabel={plural(length, { one: 'Withdraw invitation', other: 'Withdraw # invitations' })}
      isLoading={withdraw.isPending}
      onAction={() => withdraw.mutate()}
    >
      <FailureAlert error={withdraw.data?.error} title={`${failure}.`} />
    </AlertDialog>
  )
}
