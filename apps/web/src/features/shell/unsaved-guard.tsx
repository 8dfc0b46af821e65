import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'

const loadDialog = () => import('./leave-dialog.tsx')
const LeaveDialog = lazy(() => loadDialog().then((module) => ({ default: module.LeaveDialog })))

/** Asks before a page with unsaved changes is left, without a connection too. */
export function UnsavedGuard({ isDirty, what }: { isDirty: boolean; what: string }) {
  const dialog = useDialogState(isDirty)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  useEffect(() => {
    if (blocker.status !== 'blocked' || dialog !== 'missing') return
    const question = `Leave without saving? Your changes to ${what} are not saved.`
    if (window.confirm(question)) blocker.proceed()
    else blocker.reset()
  }, [blocker, dialog, what])
  if (blocker.status !== 'blocked' || dialog !== 'here') return null
  return (
    <Suspense>
      <LeaveDialog what={what} onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  )
}

/** Fetched as soon as there is something to lose; when it cannot be had, the browser asks itself. */
function useDialogState(isDirty: boolean) {
  const [state, setState] = useState<'awaited' | 'here' | 'missing'>('awaited')
  useEffect(() => {
    if (!isDirty) return
    loadDialog().then(
      () => setState('here'),
      () => setState('missing'),
    )
  }, [isDirty])
  return state
}
