export type PlayerAction =
  | { kind: 'current' | 'future'; digit: number }
  | {
      kind:
        | 'next'
        | 'previous'
        | 'note'
        | 'attachments'
        | 'not-applicable'
        | 'undo'
        | 'later'
        | 'list'
    }

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

/**
 * The keyboard map, without the arrow keys of the grid. Digits are read from the key's
 * position, because Shift changes the character differently in each layout.
 */
export function playerAction(event: Keys): PlayerAction | null {
  if (event.ctrlKey || event.metaKey) return null
  if (event.altKey) return ALT[event.key] ?? null
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
  if (digit !== undefined)
    return { kind: event.shiftKey ? 'future' : 'current', digit: Number(digit) }
  return LETTERS[event.key.toLowerCase()] ?? null
}

const ALT: Partial<Record<string, PlayerAction>> = {
  ArrowLeft: { kind: 'previous' },
  ArrowRight: { kind: 'next' },
}
const LETTERS: Partial<Record<string, PlayerAction>> = {
  n: { kind: 'note' },
  a: { kind: 'attachments' },
  x: { kind: 'not-applicable' },
  l: { kind: 'later' },
  backspace: { kind: 'undo' },
  '?': { kind: 'list' },
}
