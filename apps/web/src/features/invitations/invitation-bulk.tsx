import type { Invitation } from 'contract/invitations'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { useUser } from '#features/session/user.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { useEachInvitation } from './use-each-invitation.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

interface InvitationBulkProps {
  invitations: readonly Invitation[]
  /** Unchooses them, but for those that are left. */
  onDone: (left: readonly Invitation[]) => void
}

export function InvitationBulk({ invitations, onDone }: InvitationBulkProps) {
  const user = useUser()
  const [asks, setAsks] = useState<'resend' | 'withdraw'>()
  if (invitations.length === 0) {
    return <p className="text-14 text-muted-foreground">None of these still waits.</p>
  }
  return (
    <>
      {!invitations.every(({ organisation }) => organisation.is_suspended) && (
        <Button variant="outline" onClick={() => setAsks('resend')}>
          Send again
        </Button>
      )}
      {can(user, 'reject-invitations') && (
        <Button variant="destructive-outline" onClick={() => setAsks('withdraw')}>
          Withdraw
        </Button>
      )}
      {asks === 'resend' && (
        <ResendDialog invitations={invitations} onClose={close} onDone={onDone} />
      )}
      {asks === 'withdraw' && (
        <WithdrawDialog invitations={invitations} onClose={close} onDone={onDone} />
      )}
    </>
  )

  function close() {
    setAsks(undefined)
  }
}

function ResendDialog({
  invitations,
  onClose,
  onDone,
}: InvitationBulkProps & { onClose: () => void }) {
  const what = invitations.length === 1 ? '1 invitation' : `${invitations.length} invitations`
  const failure = 'Not everything was sent'
  const resend = useEachInvitation(invitations, {
    work: api.invitations.resend.call,
    done: `${what} sent again`,
    failure,
    onClose,
    onDone,
  })
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Send ${what} again?`}
      description="Each gets a new link for 7 days. The links sent before stop working."
      actionLabel={`Send ${what}`}
      actionVariant="primary"
      isLoading={resend.isPending}
      onAction={() => resend.mutate()}
    >
      <FailureAlert error={resend.data?.error} title={`${failure}.`} />
    </AlertDialog>
  )
}
