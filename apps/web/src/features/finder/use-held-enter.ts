import { useEffect, useRef } from 'react'
import type { Goal } from './recent.ts'

interface Held {
  first: Goal | undefined
  isBusy: boolean
  onOpen: (goal: Goal) => void
}

/** Enter pressed before anything is found opens the first that is. */
export function useHeldEnter({ first, isBusy, onOpen }: Held) {
  const isHeld = useRef(false)
  useEffect(() => {
    if (!isHeld.current || isBusy) return
    isHeld.current = false
    if (first) onOpen(first)
  }, [isBusy, first, onOpen])
  return {
    hold: (key: string) => {
      if (key === 'Enter' && isBusy && !first) isHeld.current = true
    },
    letGo: () => {
      isHeld.current = false
    },
  }
}
