import { useBlocker } from '@tanstack/react-router'
import { useMemo } from 'react'
import { LeaveQuestion } from './leave-question.tsx'

export function UnsavedGuard({ isDirty, what }: { isDirty: boolean; what: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const asked = useMemo(
    () =>
      blocker.status === 'blocked' ? { onStay: blocker.reset, onLeave: blocker.proceed } : null,
    [blocker],
  )
  return <LeaveQuestion what={what} isDirty={isDirty} asked={asked} />
}
