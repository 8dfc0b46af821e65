import { plural } from '#core/plural.ts'
import { useMutation } from '@tanstack/react-query'
import type { Invitation } from 'contract/invitations'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showFailure, showSuccess } from '#core/toast.ts'
import { inSequence } from '#features/admin/sequential.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '#features/shell/confirm-dialog.tsx'
import { inputFor } from './invitation-menu.tsx'
import { useInvitationsChanged } from './use-invitations-changed.ts'

interface WithdrawDialogProps {
  invitations: readonly Invitation[]
  onClose: () => void
  /** Clears the selection except for the invitations that failed. */
  onDone?: (left: readonly Invitation[]) => void
}

export function WithdrawDialog(props: WithdrawDialogProps) {
  const { length } = props.invitations
  return (
    <EachInvitationDialog
      {...props}
      work={api.invitations.revoke.call}
      done={plural(length, { one: 'Invitation withdrawn', other: '# invitations withdrawn' })}
      failure="Some invitations were not withdrawn"
      title={plural(length, { one: 'Withdraw this invitation?', other: 'Withdraw # invitations?' })}
      description={
        length === 1
          ? `The link sent to ${props.invitations[0]?.email} stops working.`
          : `The links sent to these ${length} users stop working.`
      }
      actionLabel={plural(length, { one: 'Withdraw invitation', other: 'Withdraw # invitations' })}
    />
  )
}

interface EachInvitationDialogProps
  extends
    WithdrawDialogProps,
    Pick<ConfirmDialogProps, 'title' | 'description' | 'actionLabel' | 'actionVariant'> {
  work: (which: ReturnType<typeof inputFor>) => Promise<unknown>
  done: string
  failure: string
}

/** Runs `work` for each invitation in series. Failed ones stay selected if another attempt may succeed. */
export function EachInvitationDialog(props: EachInvitationDialogProps) {
  const { invitations, work, done, failure, onClose, onDone, ...labels } = props
  const changed = useInvitationsChanged()
  const task = useMutation({
    mutationFn: () => inSequence(invitations, (one) => work(inputFor(one))),
    onSuccess: async ({ failed, error }) => {
      // Refresh the rows first, so that the focus returns to a row that exists.
      await changed()
      const left = failed.filter((one) => !hasCode(one.error, 'conflict', 'not-found'))
      onDone?.(left.map(({ one }) => one))
      if (left.length > 0) return
      onClose()
      if (error instanceof Error) showFailure(failure, error.message)
      else showSuccess(done)
    },
  })
  return (
    <ConfirmDialog
      {...labels}
      onClose={onClose}
      mutation={{ ...task, error: (task.data?.error as Error | undefined) ?? null }}
      failure={`${failure}.`}
    />
  )
}
