import { useEffect, useEffectEvent, useState } from 'react'

/** Long enough to see the choice and to correct it. */
const MOVE_ON_DELAY = 400

/** Runs `move` after a pause, unless something else is pressed or `isHeld()` by then. */
export function useMoveOn(move: () => void, isHeld: () => boolean) {
  const [due, setDue] = useState<symbol | null>(null)
  const onDue = useEffectEvent(() => {
    setDue(null)
    if (!isHeld()) move()
  })
  useEffect(() => {
    if (due === null) return undefined
    const cancel = () => setDue(null)
    const timer = setTimeout(() => onDue(), MOVE_ON_DELAY)
    document.addEventListener('keydown', cancel, true)
    document.addEventListener('pointerdown', cancel, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', cancel, true)
      document.removeEventListener('pointerdown', cancel, true)
    }
  }, [due])
  return () => setDue(Symbol('due'))
}
