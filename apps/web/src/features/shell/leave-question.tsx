import { lazy, Suspense, useEffect, useState } from 'react'

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
