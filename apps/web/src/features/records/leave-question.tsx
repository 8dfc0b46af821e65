import { useBlocker } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { lazyPart } from '#core/lazy-part.ts'

interface Closing {
  what: string
  isDirty: boolean
  onClose: () => void
}

const loadDialog = () => import('./leave-dialog.tsx')
const LeaveDialog = lazyPart(loadDialog, 'LeaveDialog')

interface LeaveQuestionProps {
  what: string
  isDirty: boolean
  question: { onStay: () => void; onLeave: () => void } | null
}

export function LeaveQuestion({ what, isDirty, question }: LeaveQuestionProps) {
  const dialog = useDialogState(isDirty)
  useEffect(() => {
    if (question === null || dialog !== 'missing') return
    const text = `Leave without saving? You’ll lose your changes to ${what}.`
    if (window.confirm(text)) question.onLeave()
    else question.onStay()
  }, [question, dialog, what])
  if (question === null || dialog !== 'here') return null
  return (
    <Suspense>
      <LeaveDialog what={what} {...question} />
    </Suspense>
  )
}

/** Loads the dialog early; if that fails, the browser's own dialog is used. */
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
  const question = useMemo(
    () =>
      blocker.status === 'blocked' ? { onStay: blocker.reset, onLeave: blocker.proceed } : null,
    [blocker],
  )
  return <LeaveQuestion what={what} isDirty={isDirty} question={question} />
}

/** Closes a form; asks first if there are unsaved changes, also before leaving the page with the form. */
export function useClosing({ what, isDirty, onClose }: Closing) {
  const [isAsking, setAsking] = useState(false)
  const question = useMemo(() => {
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
    question: (
      <>
        <UnsavedGuard what={what} isDirty={isDirty} />
        <LeaveQuestion what={what} isDirty={isDirty} question={question} />
      </>
    ),
  }
}
