import { useEffect, useEffectEvent } from 'react'
import { isTyping, isWithin, useShortcuts } from '#core/shortcuts.ts'
import { playerAction, type PlayerAction } from './player-keys.ts'

/** Listens on the whole page; single keys count only while the focus is in its main part, and can be off. */
export function usePlayerKeys(
  act: (action: PlayerAction) => void,
  page: Document | null = document,
) {
  const { isOn } = useShortcuts()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = playerAction(event)
    if (action === null || event.defaultPrevented || isTyping(event.target)) return
    const isSingle = !event.altKey
    // With nothing focused, as after a closed dialog, the keys are meant for the page.
    const isInMain = event.target === page?.body || isWithin(event.target, 'main')
    if (isSingle && (!isOn || (!isInMain && action.kind !== 'list'))) return
    event.preventDefault()
    act(action)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    page?.addEventListener('keydown', listen)
    return () => page?.removeEventListener('keydown', listen)
  }, [page])
}
