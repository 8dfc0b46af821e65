import { useMutation } from '@tanstack/react-query'
import type { Connection } from 'contract/connections'
import { plural } from 'rules/plural'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { useConfirmOwner } from '#features/identity/use-confirm-owner.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '#support/confirm-dialog.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useConnectionsChanged } from '#support/refresh-organisation.ts'
import { useSys } from '#support/sys.ts'

interface ConnectionDialogProps {
  tenantId: number
  connection: Connection
  onClose: () => void
}

/** What happens to the sessions that a connection made. */
export type MadeSessions = 'end' | 'keep'

interface EndingDialogProps extends Pick<
  ConfirmDialogProps,
  'title' | 'description' | 'actionLabel' | 'onClose'
> {
  /** How the users signed in whose sessions end. */
  by?: string
  failure?: string
  isPending?: boolean
  error?: Error | null
  onEnd: (sessions: MadeSessions) => void
}

/** Asks before single sign-on ends for the users that it signs in, and whether their sessions end too. */
export function EndingDialog({
  by = 'this provider',
  failure = 'The connection was not changed.',
  isPending = false,
  error = null,
  onEnd,
  ...rest
}: EndingDialogProps) {
  const [isEnding, setEnding] = useState(true)
  const mutate = () => onEnd(isEnding ? 'end' : 'keep')
  return (
    <ConfirmDialog {...rest} mutation={{ isPending, error, mutate }} failure={failure}>
      <Checkbox
        label={`Sign out everyone who signed in with ${by}`}
        hint="You stay signed in."
        checked={isEnding}
        onChange={(event) => setEnding(event.target.checked)}
      />
    </ConfirmDialog>
  )
}

/** What a connection that ends for its users means for their passwords. */
export const PASSWORDS_AGAIN =
  'If their organisation allows passwords, they can use their password again, without the provider’s verification, or you can send them a link to set one.'

interface EndConnectionProps extends ConnectionDialogProps {
  how: 'off' | 'removed'
}

/** Asks before a connection is turned off or removed. */
export function EndConnection({ how, tenantId, connection, onClose }: EndConnectionProps) {
  const { domain, version } = connection
  const refresh = useConnectionsChanged(tenantId)
  const { withConfirmation, dialog } = useConfirmOwner()
  const params = { id: String(tenantId), connectionId: String(connection.id) }
  const { isPending, error, mutate } = useMutation({
    mutationFn: (sessions: MadeSessions) =>
      withConfirmation(async () => {
        if (how === 'removed') await api.connections.remove.call({ params, query: { sessions } })
        else {
          const body = { version, is_active: false, sessions } as const
          await api.connections.change.call({ params, body })
        }
      }),
    onSuccess: async () => {
      showToast({ title: how === 'removed' ? 'Connection removed' : 'Connection turned off' })
      onClose()
      await refresh()
    },
  })
  return (
    <>
      <EndingDialog
        {...{ onClose, isPending, error }}
        onEnd={mutate}
        title={how === 'removed' ? `Remove ${domain}?` : `Turn off ${domain}?`}
        description={
          <>
            Users can no longer sign in with this provider. {PASSWORDS_AGAIN}{' '}
            {how === 'removed'
              ? 'Their accounts and data are kept, but you can’t restore the connection or its links.'
              : 'Their accounts, data and links are kept.'}
          </>
        }
        actionLabel={how === 'removed' ? 'Remove connection' : 'Turn off'}
        {...(how === 'removed' && { failure: 'The connection was not removed.' })}
      />
      {dialog}
    </>
  )
}

/** For an application that was registered again at the provider, which then sends other IDs. */
export function UnlinkAll({ tenantId, connection, onClose }: ConnectionDialogProps) {
  const refresh = useConnectionsChanged(tenantId)
  const { withConfirmation, dialog } = useConfirmOwner()
  const isMailOff = useSys()?.is_mail_off
  const params = { id: String(tenantId), connectionId: String(connection.id) }
  const unlink = useMutation({
    mutationFn: () => withConfirmation(() => api.connections.unlinkAll.call({ params })),
    onSuccess: async ({ removed }) => {
      showToast({ title: plural(removed, { one: '# link removed', other: '# links removed' }) })
      onClose()
      await refresh()
    },
  })
  return (
    <>
      <ConfirmDialog
        onClose={onClose}
        title={`Remove all links of ${connection.domain}?`}
        description={
          <>
            Use this if users can’t sign in after Waymark was registered again at the provider.
            Users who signed in with this provider are signed out.{' '}
            {isMailOff
              ? 'We’ll notify them by email when email is turned on.'
              : 'We’ll notify them by email.'}{' '}
            If they sign in within 90 days, their accounts are linked again, with all their answers.
            Waymark finds each account by the address that the provider sent last, which is shown on
            the user’s page. If the page shows no such address, Waymark uses the account’s own
            address. If the provider sends a different address, change the account’s address first.
          </>
        }
        actionLabel="Remove all links"
        mutation={unlink}
        failure="The links were not removed."
      />
      {dialog}
    </>
  )
}
