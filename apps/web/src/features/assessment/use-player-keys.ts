import { useEffect, useEffectEvent } from 'react'
import { isTyping, isWithin, useShortcuts } from '#core/shortcuts.ts'

export type PlayerAction =
  | { kind: 'current' | 'future'; level: number }
  | { kind: 'next' | 'previous' | 'note' | 'attachments' | 'not-applicable' | 'list' }

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

const ALT: Partial<Record<string, PlayerAction>> = {
  ArrowLeft: { kind: 'previous' },
  ArrowRight: { kind: 'next' },
}
const LETTERS: Partial<Record<string, PlayerAction>> = {
  n: { kind: 'note' },
  a: { kind: 'attachments' },
  x: { kind: 'not-applicable' },
  '?': { kind: 'list' },
}

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

/**
 * The keyboard map of ui.md, section 7, apart from the arrows inside the grid. Digits go by their place on
 * the keyboard, because Shift makes another sign of them on each layout.
 */
export function playerAction(event: Keys): PlayerAction | null {
  if (event.ctrlKey || event.metaKey) return null
  if (event.altKey) return ALT[event.key] ?? null
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
  if (digit !== undefined) {
    const level = digit === '0' ? 9 : Number(digit) - 1
    return { kind: event.shiftKey ? 'future' : 'current', level }
  }
  return LETTERS[event.key.toLowerCase()] ?? null
}
