import { AlertDialog } from '#ui/alert-dialog.tsx'

interface LeaveDialogProps {
  what: string
  onStay: () => void
  onLeave: () => void
}

export function LeaveDialog({ what, onStay, onLeave }: LeaveDialogProps) {
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onStay()}
      title="Leave without saving?"
      description={`You’ll lose your changes to ${what}.`}
      actionLabel="Discard changes"
      cancelLabel="Keep editing"
      onAction={onLeave}
    />
  )
}
