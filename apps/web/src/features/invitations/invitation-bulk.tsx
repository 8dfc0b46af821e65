import { plural } from '#core/plural.ts'
import type { Invitation } from 'contract/invitations'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { useUser } from '#features/session/user.ts'
import { Button } from '#ui/button.tsx'
import { EachInvitationDialog, WithdrawDialog } from './withdraw-dialog.tsx'

interface InvitationBulkProps {
  invitations: readonly Invitation[]
  /** Clears the selection except for the invitations that failed. */
  onDone: (left: readonly Invitation[]) => void
}

export function InvitationBulk({ invitations, onDone }: InvitationBulkProps) {
  const user = useUser()
  const [question, setQuestion] = useState<'resend' | 'withdraw'>()
  if (invitations.length === 0) {
    return (
      <p className="text-14 text-muted-foreground">
        The selected invitations are no longer pending.
      </p>
    )
  }
  return (
    <>
      {!invitations.every(({ organisation }) => organisation.is_suspended) && (
        <Button variant="outline" onClick={() => setQuestion('resend')}>
          Send again
        </Button>
      )}
      {can(user, 'reject-invitations') && (
        <Button variant="destructive-outline" onClick={() => setQuestion('withdraw')}>
          Withdraw
        </Button>
      )}
      {question === 'resend' && (
        <ResendDialog invitations={invitations} onClose={close} onDone={onDone} />
      )}
      {question === 'withdraw' && (
        <WithdrawDialog invitations={invitations} onClose={close} onDone={onDone} />
      )}
    </>
  )

  function close() {
    setQuestion(undefined)
  }
}

function ResendDialog(props: InvitationBulkProps & { onClose: () => void }) {
  const { length } = props.invitations
  return (
    <EachInvitationDialog
      {...props}
      work={api.invitations.resend.call}
      done={plural(length, { one: '# invitation sent again', other: '# invitations sent again' })}
      failure="Some invitations were not sent"
      title={plural(length, {
        one: 'Send # invitation again?',
        other: 'Send # invitations again?',
      })}
      description="Each user gets a new link that works for 7 days. Links sent earlier stop working."
      actionLabel={plural(length, { one: 'Send # invitation', other: 'Send # invitations' })}
      actionVariant="primary"
    />
  )
}
