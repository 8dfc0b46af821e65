import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useBuilder, useDraft } from './builder-context.ts'
import { isClean } from './draft-saving.ts'

const LeaveDialog = lazy(() =>
  import('#features/shell/leave-dialog.tsx').then((module) => ({ default: module.LeaveDialog })),
)

/** Leaving saves first; only what could not be saved is asked about. */
export function BuilderGuard() {
  const { autosave, draft, discard } = useBuilder()
  const isDirty = useDraft((state) => !isClean(state))
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || isClean(draft.getState())) return false
      await autosave.flush()
      return !isClean(draft.getState())
    },
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense>
      <LeaveDialog
        what="this content set"
        onStay={blocker.reset}
        onLeave={() => {
          discard()
          blocker.proceed()
        }}
      />
    </Suspense>
  )
}
