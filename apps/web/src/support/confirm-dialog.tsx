import type { UseMutationResult } from '@tanstack/react-query'
import { FailureAlert } from './failure-alert.tsx'
import { AlertDialog, type AlertDialogProps } from '#ui/alert-dialog.tsx'

export interface ConfirmDialogProps extends Omit<AlertDialogProps, 'isLoading' | 'onAction'> {
  mutation: Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'error' | 'mutate'>
  failure: string
  /** Without a trigger: the dialog is open while it is rendered. */
  onClose?: () => void
  /** Runs instead of the mutation if something has to be checked first. */
  onAction?: () => void
}

/** Asks before a mutation runs, and shows its error in the dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    mutation,
    failure,
    onClose,
    onAction = () => mutation.mutate(),
    children,
    ...dialog
  } = props
  return (
    <AlertDialog
      {...(onClose && { open: true, onOpenChange: (isOpen: boolean) => !isOpen && onClose() })}
      {...dialog}
      isLoading={mutation.isPending}
      onAction={onAction}
    >
      {children}
      <FailureAlert error={mutation.error} title={failure} />
    </AlertDialog>
  )
}
