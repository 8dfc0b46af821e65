import { useEffect, useEffectEvent } from 'react'
import { isOverlaid, isTyping, useShortcuts } from '#core/shortcuts.ts'
import { playerAction, type PlayerAction } from './player-keys.ts'

/** Single keys work wherever no text is written and no dialog is open, and users can turn them off. */
export function usePlayerKeys(
  act: (action: PlayerAction) => void,
  page: Document | null = document,
) {
  useSingleKeys(act, playerAction, page)
}

export function useSingleKeys<Action extends { kind: string }>(
  act: (action: Action) => void,
  actionOf: (event: KeyboardEvent) => Action | null,
  page: Document | null = document,
) {
  const { isOn } = useShortcuts()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event)
    if (action === null || event.defaultPrevented || isTyping(event.target)) return
    const isSingle = !event.altKey
    if (isSingle && (!isOn || isOverlaid())) return
    event.preventDefault()
    // A held key would also answer the next statement.
    if (!event.repeat || !isSingle) act(action)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    page?.addEventListener('keydown', listen)
    return () => page?.removeEventListener('keydown', listen)
  }, [page])
}
