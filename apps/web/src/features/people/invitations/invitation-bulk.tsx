import { useMutation } from '@tanstack/react-query'
import type { Invitation } from 'contract/invitations'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { can } from '#core/can.ts'
import { plural } from 'rules/plural'
import { showFailure, showSuccess } from '#core/toast.ts'
import { inSequence } from '#features/people/sequential.ts'
import { useUser } from '#core/user.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '#support/confirm-dialog.tsx'
import { useSys } from '#support/sys.ts'
import { Button } from '#ui/button.tsx'
import { MAIL_OFF_NOTE, inputFor, useInvitationsChanged } from './invitation-menu.tsx'

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
        The selected invitations are no longer pending, or their organisation is being moved.
      </p>
    )
  }
  return (
    <>
      {invitations.some(({ organisation }) => organisation.status === 'active') && (
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
  const isMailOff = useSys()?.is_mail_off
  return (
    <EachInvitationDialog
      {...props}
      work={api.invitations.resend.call}
      done={
        isMailOff
          ? MAIL_OFF_NOTE
          : plural(length, { one: '# invitation sent again', other: '# invitations sent again' })
      }
      failure={isMailOff ? NO_LINKS : NOT_SENT}
      title={plural(length, {
        one: 'Send # invitation again?',
        other: 'Send # invitations again?',
      })}
      description={
        isMailOff
          ? 'Email is turned off, so emails are on hold. Each invitation gets a new link that works for 7 days. Earlier links stop working.'
          : 'Each invitation gets a new link that works for 7 days. Earlier links stop working.'
      }
      actionLabel={plural(length, { one: 'Send # invitation', other: 'Send # invitations' })}
      actionVariant="primary"
    />
  )
}

const NOT_SENT = {
  one: '# invitation was not sent',
  other: '# invitations were not sent',
}
const NO_LINKS = {
  one: '# new link was not created',
  other: '# new links were not created',
}

const NOT_WITHDRAWN = {
  one: '# invitation was not withdrawn',
  other: '# invitations were not withdrawn',
}

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
      failure={NOT_WITHDRAWN}
      title={plural(length, { one: 'Withdraw this invitation?', other: 'Withdraw # invitations?' })}
      description={plural(length, {
        one: `The link for ${props.invitations[0]?.email} will no longer work.`,
        other: 'The links in these # invitations will no longer work.',
      })}
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
  failure: typeof NOT_SENT
}

/** Runs `work` for each invitation in series. Failed ones stay selected if another attempt may succeed. */
function EachInvitationDialog(props: EachInvitationDialogProps) {
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
      if (error instanceof Error) showFailure(plural(failed.length, failure), error.message)
      else showSuccess(done)
    },
  })
  return (
    <ConfirmDialog
      {...labels}
      onClose={onClose}
      mutation={{ ...task, error: (task.data?.error as Error | undefined) ?? null }}
      failure={`${plural(task.data?.failed.length ?? invitations.length, failure)}.`}
    />
  )
}
