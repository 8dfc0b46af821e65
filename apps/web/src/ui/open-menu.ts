import { useEffect, useEffectEvent } from 'react'

let closeOpen: (() => void) | null = null

/** Closes the open menu, if there is one, so that a key can open something else. */
export function closeMenu() {
  closeOpen?.()
}

/** Says how `closeMenu` closes this menu while it is open. */
export function useOpenMenu(isOpen: boolean, close: () => void) {
  const onClose = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return undefined
    const own = () => onClose()
    closeOpen = own
    return () => {
      if (closeOpen === own) closeOpen = null
    }
  }, [isOpen])
}
