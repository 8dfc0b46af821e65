import { useMutation } from '@tanstack/react-query'
import type { Invitation } from 'contract/invitations'
import { hasCode } from '#core/api-error.ts'
import { showToast } from '#core/toast.ts'
import { inputFor } from './invitation-menu.tsx'
import { inSequence } from '#features/admin/sequential.ts'
import { useInvitationsChanged } from './use-invitations-changed.ts'

interface Task {
  work: (which: ReturnType<typeof inputFor>) => Promise<unknown>
  done: string
  failure: string
  onClose: () => void
  /** Clears the selection except for the invitations that failed. */
  onDone?: ((left: readonly Invitation[]) => void) | undefined
}

/** Runs `work` for each invitation in series. Failed ones stay selected if another attempt may succeed. */
export function useEachInvitation(
  invitations: readonly Invitation[],
  { work, done, failure, onClose, onDone }: Task,
) {
  const changed = useInvitationsChanged()
  return useMutation({
    mutationFn: () => inSequence(invitations, (one) => work(inputFor(one))),
    onSuccess: async ({ failed, error }) => {
      // Refresh the rows first, so that the focus returns to a row that exists.
      await changed()
      const left = failed.filter((one) => !hasCode(one.error, 'conflict', 'not-found'))
      onDone?.(left.map(({ one }) => one))
      if (left.length > 0) return
      onClose()
      showToast(
        error instanceof Error
          ? { variant: 'destructive', title: failure, description: error.message }
          : { variant: 'success', title: done },
      )
    },
  })
}
