import type { UseMutationResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'

type Words = Omit<ComponentProps<typeof AlertDialog>, 'children' | 'isLoading' | 'onAction'>

interface ConfirmDialogProps extends Words {
  mutation: UseMutationResult<unknown, Error, void>
  /** What did not happen. */
  failure: string
}

/** Asks before a mutation runs, and says in the dialog why it failed. */
export function ConfirmDialog({ mutation, failure, ...words }: ConfirmDialogProps) {
  return (
    <AlertDialog {...words} isLoading={mutation.isPending} onAction={() => mutation.mutate()}>
      <FailureAlert error={mutation.error} title={failure} />
    </AlertDialog>
  )
}
