import { useMutation } from '@tanstack/react-query'
import type { Invitation } from 'contract/invitations'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { formatMoment } from '#core/time.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { inputFor, useInvitationsChanged } from './invitation-menu.tsx'

interface CopyLinkDialogProps {
  invitation: Invitation
  onClose: () => void
}

/** Only a hash of the link is stored, so copying creates a new one. */
export function CopyLinkDialog({ invitation, onClose }: CopyLinkDialogProps) {
  const changed = useInvitationsChanged()
  const make = useMutation({
    mutationFn: () => api.invitations.copyLink.call(inputFor(invitation)),
    onSuccess: changed,
  })
  return (
    <Dialog
      open
      isBusy={make.isPending}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Link for ${invitation.email}`}
      description="Create a new link that works for 7 days. Earlier links stop working."
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">{make.data ? 'Done' : 'Cancel'}</Button>
          </DialogClose>
          {!make.data && (
            <Button isLoading={make.isPending} onClick={() => make.mutate()}>
              Create link
            </Button>
          )}
        </>
      }
    >
      {make.data && <NewLink url={make.data.url} until={make.data.invitation.expires_at} />}
      <FailureAlert error={make.error} title="The link was not created." />
    </Dialog>
  )
}

function NewLink({ url, until }: { url: string; until: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = useMutation({
    mutationFn: () => navigator.clipboard.writeText(url),
    onSuccess: () => setCopied(true),
  })
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Link"
        readOnly
        value={url}
        hint={`This link works once and expires on ${formatMoment(until)}. Anyone with the link can join as this user.`}
        onFocus={(event) => event.target.select()}
      />
      <Button
        variant="outline"
        className="self-start"
        icon={isCopied ? <Check /> : <Copy />}
        onClick={() => copy.mutate()}
      >
        {isCopied ? 'Copied' : 'Copy link'}
      </Button>
      {copy.isError && (
        <Alert variant="warning" isLive title="Your browser blocked copying.">
          Select the link above and copy it.
        </Alert>
      )}
    </div>
  )
}
