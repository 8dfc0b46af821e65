import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'

interface Closing {
  what: string
  isDirty: boolean
  onClose: () => void
}

const loadDialog = () => import('./leave-dialog.tsx')
const LeaveDialog = lazy(() => loadDialog().then((module) => ({ default: module.LeaveDialog })))

interface LeaveQuestionProps {
  what: string
  isDirty: boolean
  asked: { onStay: () => void; onLeave: () => void } | null
}

export function LeaveQuestion({ what, isDirty, asked }: LeaveQuestionProps) {
  const dialog = useDialogState(isDirty)
  useEffect(() => {
    if (asked === null || dialog !== 'missing') return
    const question = `Leave without saving? Your changes to ${what} are not saved.`
    if (window.confirm(question)) asked.onLeave()
    else asked.onStay()
  }, [asked, dialog, what])
  if (asked === null || dialog !== 'here') return null
  return (
    <Suspense>
      <LeaveDialog what={what} {...asked} />
    </Suspense>
  )
}

/** Fetched before there is anything to lose, and else then; when it cannot be had, the browser asks itself. */
function useDialogState(isDirty: boolean) {
  const [state, setState] = useState<'awaited' | 'here' | 'missing'>('awaited')
  useEffect(() => {
    if (!isDirty && state !== 'awaited') return
    loadDialog().then(
      () => setState('here'),
      () => setState('missing'),
    )
  }, [isDirty, state])
  return state
}

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

/** Closes what one types in; when something typed would be lost by it, the question is asked first. */
export function useClosing({ what, isDirty, onClose }: Closing) {
  const [isAsking, setAsking] = useState(false)
  const asked = useMemo(() => {
    if (!isAsking) return null
    const onStay = () => setAsking(false)
    return {
      onStay,
      onLeave: () => {
        onStay()
        onClose()
      },
    }
  }, [isAsking, onClose])
  return {
    close: () => (isDirty ? setAsking(true) : onClose()),
    question: <LeaveQuestion what={what} isDirty={isDirty} asked={asked} />,
  }
}
