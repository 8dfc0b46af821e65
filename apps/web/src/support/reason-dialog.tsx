import { useState } from 'react'
import { TextArea } from '#ui/text-area.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

const LONGEST = 2000

interface ReasonDialogProps extends ConfirmDialogProps {
  label: string
  hint: string
  reason: string
  onReason: (reason: string) => void
}

export function ReasonDialog({ label, hint, reason, onReason, ...dialog }: ReasonDialogProps) {
  const [wasTried, setTried] = useState(false)
  const fault = faultOf(reason.trim())
  return (
    <ConfirmDialog
      {...dialog}
      onAction={() => {
        setTried(true)
        if (!fault) dialog.mutation.mutate()
      }}
    >
      <TextArea
        id="reason"
        label={label}
        hint={hint}
        limit={LONGEST}
        value={reason}
        onChange={({ target }) => onReason(target.value)}
        error={wasTried ? fault : undefined}
      />
    </ConfirmDialog>
  )
}

function faultOf(reason: string) {
  if (reason === '') return 'Enter a reason'
  return reason.length > LONGEST ? 'Shorten the reason to 2,000 characters' : undefined
}
