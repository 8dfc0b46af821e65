import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const LeaveDialog = lazy(() =>
  import('./leave-dialog.tsx').then((module) => ({ default: module.LeaveDialog })),
)

/** Asks before a page with unsaved changes is left. */
export function UnsavedGuard({ isDirty, what }: { isDirty: boolean; what: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense>
      <LeaveDialog what={what} onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  )
}
