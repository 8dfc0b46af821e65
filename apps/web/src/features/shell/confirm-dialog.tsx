import type { UseMutationResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'

type Labels = Omit<ComponentProps<typeof AlertDialog>, 'children' | 'isLoading' | 'onAction'>

interface ConfirmDialogProps extends Labels {
  mutation: UseMutationResult<unknown, Error, void>
  failure: string
}

/** Asks before a mutation runs, and shows its error in the dialog. */
export function ConfirmDialog({ mutation, failure, ...labels }: ConfirmDialogProps) {
  return (
    <AlertDialog {...labels} isLoading={mutation.isPending} onAction={() => mutation.mutate()}>
      <FailureAlert error={mutation.error} title={failure} />
    </AlertDialog>
  )
}
