import { useEffect, useEffectEvent, useState } from 'react'
import { isMeantElsewhere, isWithin } from '#core/shortcuts.ts'

/**
 * Enter anywhere on the page, except on what has its own use for it.
 * @param pause Milliseconds after which it counts: an earlier one was meant for the page before.
 */
export function useEnter(onEnter: () => void, pause = 0) {
  const [shownAt] = useState(() => performance.now())
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, timeStamp, repeat } = event
    if (key !== 'Enter' || repeat || isMeantElsewhere(event)) return
    const isOnPage = target === document.body || isWithin(target, 'main')
    if (!isOnPage || isWithin(target, 'a, button, summary') || timeStamp - shownAt < pause) return
    // Otherwise it also presses the button that gets the focus, if an answer is missing.
    event.preventDefault()
    onEnter()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
