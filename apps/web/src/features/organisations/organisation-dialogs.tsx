import { plural } from 'rules/plural'
import type { OrganisationDetails } from 'contract/tenants'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { EndingDialog, type MadeSessions } from './connections/connection-dialogs.tsx'
import { retentionLabel } from './organisation-values.ts'
import type { removedBy } from './retention.ts'
import { useSiteAddress } from './use-site-address.ts'

const PROVIDERS = {
  one: 'After the change, enter the new address in the identity provider’s settings.',
  other: 'After the change, enter the new address in the settings of all # identity providers.',
}

interface MoveDialogProps {
  base: OrganisationDetails
  domain: string
  isOpen: boolean
  onClose: () => void
  onMove: () => void
}

export function MoveDialog({ base, domain, isOpen, onClose, onMove }: MoveDialogProps) {
  const address = useSiteAddress()
  const hostOf = (label: string) =>
    new URL(address({ domain: label.trim().toLowerCase() || 'x', is_public: false })).hostname
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={`Change the address of ${base.name}?`}
      description={[
        `Users must sign in again at ${hostOf(domain)}.`,
        `Links to ${hostOf(base.domain)} stop working, including links in emails.`,
        ...(base.active_connections > 0 ? [plural(base.active_connections, PROVIDERS)] : []),
      ].join(' ')}
      actionLabel="Change address"
      onAction={onMove}
    />
  )
}

interface RetentionDialogProps {
  removed: ReturnType<typeof removedBy>
  years: number | null
  isOpen: boolean
  onClose: () => void
  onRemove: () => void
}

export function RetentionDialog({ removed, years, isOpen, ...then }: RetentionDialogProps) {
  const { last, count } = removed
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(next) => !next && then.onClose()}
      title={plural(count, {
        one: 'Delete # assessment permanently?',
        other: 'Delete # assessments permanently?',
      })}
      description={`You chose a retention period of ${retentionLabel(years)}. Assessments from ${last} and earlier are deleted within an hour. Their answers, files, reports and certificates are deleted too. Assessments with a valid certificate are kept. You can’t undo this.`}
      actionLabel={plural(count, { one: 'Delete # assessment', other: 'Delete # assessments' })}
      onAction={then.onRemove}
    />
  )
}

interface SingleSignOnDialogProps {
  onClose: () => void
  onEnd: (sessions: MadeSessions) => void
}

/** Asks before an organisation goes back to passwords. */
export function SingleSignOnDialog(props: SingleSignOnDialogProps) {
  return (
    <EndingDialog
      {...props}
      by="single sign-on"
      title="Turn off single sign-on?"
      description="Users can no longer sign in with a provider. They can use their password again, without the provider’s verification, or you can send them a link to set one. Accounts, data, connections and links are kept."
      actionLabel="Turn off"
    />
  )
}
