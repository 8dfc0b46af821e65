import { useEffect, useRef } from 'react'

/** Enter pressed while searching opens the first result. */
export function useHeldEnter<Item>(
  first: Item | undefined,
  isBusy: boolean,
  onOpen: (item: Item) => void,
) {
  const isHeld = useRef(false)
  useEffect(() => {
    if (!isHeld.current || isBusy) return
    isHeld.current = false
    if (first !== undefined) onOpen(first)
  }, [isBusy, first, onOpen])
  return {
    hold: (key: string) => {
      if (key === 'Enter' && isBusy && first === undefined) isHeld.current = true
    },
    letGo: () => {
      isHeld.current = false
    },
  }
}
