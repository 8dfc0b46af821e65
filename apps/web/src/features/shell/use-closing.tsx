import { useMemo, useState } from 'react'
import { LeaveQuestion } from './leave-question.tsx'

interface Closing {
  what: string
  isDirty: boolean
  onClose: () => void
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
