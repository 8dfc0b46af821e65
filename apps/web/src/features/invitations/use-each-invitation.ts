import { useMutation } from '@tanstack/react-query'
import type { Invitation } from 'contract/invitations'
import { hasCode } from '#core/api-error.ts'
import { showToast } from '#core/toast.ts'
import { whichOf } from './invitation-menu.tsx'
import { inSequence } from '#features/admin/sequential.ts'
import { useInvitationsChanged } from './use-invitations-changed.ts'

interface Task {
  work: (which: ReturnType<typeof whichOf>) => Promise<unknown>
  done: string
  failure: string
  onClose: () => void
  /** Unchooses them, but for those that are left. */
  onDone?: ((left: readonly Invitation[]) => void) | undefined
}

/** Does the same to each invitation. Left are those that another try may help: nothing is done twice to the others. */
export function useEachInvitation(
  invitations: readonly Invitation[],
  { work, done, failure, onClose, onDone }: Task,
) {
  const changed = useInvitationsChanged()
  return useMutation({
    mutationFn: () => inSequence(invitations, (one) => work(whichOf(one))),
    onSuccess: async ({ failed, error }) => {
      // The rows go first: only then is it known where the focus can go back to.
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
