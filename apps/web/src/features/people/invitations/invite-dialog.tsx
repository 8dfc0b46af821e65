import { useIsMutating } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useClosing } from '#features/records/leave-question.tsx'
import { useSys } from '#support/sys.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { lazyPart } from '#core/lazy-part.ts'

const InviteForm = lazyPart(() => import('./invite-form.tsx'), 'InviteForm')

export interface InvitedTo {
  id: number
  name: string
  is_platform: boolean
}

export const INVITING = 'inviting'

interface InviteDialogProps {
  /** Without it, company admins invite to their own organisation and god-admins choose one. */
  organisation?: InvitedTo | undefined
  variant?: 'primary' | 'outline'
  /** Opens the dialog with this address. */
  email?: string | undefined
  onClose?: () => void
}

export function InviteDialog(props: InviteDialogProps) {
  const { organisation, variant = 'primary', email, onClose } = props
  const [isOpened, setOpen] = useState(false)
  const isOpen = isOpened || email !== undefined
  const [isDirty, setDirty] = useState(false)
  const { close, question } = useClosing({
    what: 'the invitations',
    isDirty: isOpen && isDirty,
    onClose: end,
  })
  function end() {
    setOpen(false)
    onClose?.()
  }

  return (
    <Dialog
      open={isOpen}
      isBusy={useIsMutating({ mutationKey: [INVITING] }) > 0}
      onOpenChange={(opens) => (opens ? setOpen(true) : close())}
      trigger={
        <Button variant={variant} icon={<MailPlus />}>
          Invite users
        </Button>
      }
      title={organisation ? `Invite users to ${organisation.name}` : 'Invite users'}
      description={
        useSys()?.is_mail_off
          ? 'Email is turned off. Create the invitations, then copy and share their links. A link works once and expires after 7 days.'
          : 'Each user gets an email with a link that works once and expires after 7 days.'
      }
    >
      <Suspense fallback={<div className="h-80" />}>
        <InviteForm
          key={email}
          organisation={organisation}
          email={email}
          onDirty={setDirty}
          onClose={end}
        />
      </Suspense>
      {question}
    </Dialog>
  )
}
