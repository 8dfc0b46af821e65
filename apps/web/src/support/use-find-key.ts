import { useEffect, useEffectEvent } from 'react'
import { closeMenu } from '#ui/open-menu.ts'

/** Ctrl K or ⌘ K opens the search, in place of an open menu. */
export function useFindKey(onOpen: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    closeMenu()
    onOpen()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
