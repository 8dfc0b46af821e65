import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { useSys } from '#support/sys.ts'

interface ResetMfaProps {
  user: { id: number; name: string }
  /** Updates the user on the page, so that the button disappears. */
  onReset: () => unknown
}

export function ResetMfa({ user: { id, name }, onReset }: ResetMfaProps) {
  const [isOpen, setOpen] = useState(false)
  const isMailOff = useSys()?.is_mail_off
  const reset = useMutation({
    mutationFn: () => api.mfa.reset.call({ params: { id } }),
    onSuccess: async () => {
      showSuccess('Two-step verification reset')
      // Remove the button first, so that the focus returns to an element that exists.
      await onReset()
      setOpen(false)
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" icon={<KeyRound />}>
          Reset two-step verification
        </Button>
      }
      title={`Reset two-step verification for ${name}?`}
      description={`Use this if the user has lost their device. Resetting signs the user out everywhere${isMailOff ? '' : ' and notifies them by email'}. Until they set up two-step verification again, they sign in with their password only.`}
      actionLabel="Reset two-step verification"
      mutation={reset}
      failure="Two-step verification was not reset."
    />
  )
}
