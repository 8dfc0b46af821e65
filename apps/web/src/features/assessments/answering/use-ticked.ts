import { useState } from 'react'
import type { Player } from '#features/assessments/player/use-player.ts'

type Answered = Pick<Player, 'answer'> & Partial<Pick<Player, 'isReasonMissing'>>

/** Whether "Does not apply" is ticked, also once someone else has changed that. */
export function useTicked({ answer, isReasonMissing }: Answered, wasReasonMissing: boolean) {
  const ticked = useState(wasReasonMissing || answer.reason !== null)
  const [, setTicked] = ticked
  const [shown, setShown] = useState(answer.reason)
  if (answer.reason !== shown) {
    setShown(answer.reason)
    if (isReasonMissing !== true) setTicked(answer.reason !== null)
  }
  return ticked
}
