import { useBlocker } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isClean } from '#features/content/saving/draft-saving.ts'
import { LeaveQuestion } from '#features/records/leave-question.tsx'
import { useBuilder, useDraft } from './builder-context.ts'

/** Saves before leaving, and asks only if that fails. */
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
  const question = useMemo(() => {
    if (blocker.status !== 'blocked') return null
    const onLeave = () => {
      discard()
      blocker.proceed()
    }
    return { onStay: blocker.reset, onLeave }
  }, [blocker, discard])
  return <LeaveQuestion what="this content set" isDirty={isDirty} question={question} />
}
