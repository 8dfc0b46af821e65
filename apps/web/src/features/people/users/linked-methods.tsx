import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasPlatformRole } from 'contract/roles'
import type { UserDetails } from 'contract/users'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import { formatDate } from '#core/time.ts'
import { useConfirmOwner } from '#features/identity/use-confirm-owner.tsx'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { useSys } from '#support/sys.ts'
import { Button } from '#ui/button.tsx'

type Identity = UserDetails['identities'][number]

interface LinkedMethodsProps {
  user: UserDetails
  canUnlink: boolean
}

/** How a user signs in. Admins can remove links to providers. */
export function LinkedMethods({ user, canUnlink }: LinkedMethodsProps) {
  const { has_password, identities } = user
  if (!has_password && identities.length === 0)
    return <>No sign-in method. The user has no password and no linked provider.</>
  return (
    <ul className="space-y-2">
      {has_password && <li>Password</li>}
      {identities.map((identity) => (
        <li key={identity.id} className="flex flex-wrap items-center justify-end gap-2">
          <span className="wrap-anywhere">{`${nameOf(identity)}, linked on ${formatDate(identity.linked_at)}${identity.address === null ? '' : `, as ${identity.address}`}`}</span>
          {canUnlink && <Unlink user={user} identity={identity} />}
        </li>
      ))}
    </ul>
  )
}

function Unlink({ user, identity }: { user: UserDetails; identity: Identity }) {
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { withConfirmation, dialog } = useConfirmOwner()
  const isMailOff = useSys()?.is_mail_off
  const name = nameOf(identity)
  const unlink = useMutation({
    mutationFn: () =>
      withConfirmation(() =>
        api.users.unlink.call({
          params: { id: String(user.id), identityId: String(identity.id) },
        }),
      ),
    onSuccess: async () => {
      showSuccess('Link removed')
      await queryClient.invalidateQueries({ queryKey: api.users.get.key })
      setOpen(false)
    },
  })
  return (
    <>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button variant="outline" size="xs" aria-label={`Remove the link to ${name}`}>
            Remove link
          </Button>
        }
        title={`Remove the link to ${name}?`}
        description={`Use this if ${user.name} can’t sign in because the provider sends a different ID. ${user.name} is signed out everywhere. ${isMailOff ? 'We’ll notify them by email when email is turned on.' : 'We’ll notify them by email.'} ${againOf(user, identity)}`}
        actionLabel="Remove link"
        mutation={unlink}
        failure="The link was not removed."
      />
      {dialog}
    </>
  )
}

/** What makes the account theirs again after the link is gone. */
function againOf({ roles, email }: UserDetails, { address }: Identity): string {
  if (hasPlatformRole(roles)) return 'The user must then link the provider again in their settings.'
  if (address !== null)
    return `The provider last sent the address ${address}. If the user signs in with the provider within 90 days, the account is linked again.`
  return `The next time the user signs in with the provider, the account is linked again if the provider sends the address ${email}. If the provider sends a different address, change the account’s email address first.`
}

function nameOf({ name, issuer }: Identity) {
  if (name !== '') return name
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}
