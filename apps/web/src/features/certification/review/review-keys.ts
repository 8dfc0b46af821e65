import { playerAction, type PlayerAction } from '#features/assessments/player-keys.ts'

type ReviewAction = PlayerAction | { kind: 'confirm' | 'flag' }

/** The player's keys with the keys of the decision bar. */
export function reviewAction(event: KeyboardEvent): ReviewAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return playerAction(event)
  return LETTERS[event.key.toLowerCase()] ?? playerAction(event)
}

const LETTERS: Partial<Record<string, ReviewAction>> = {
  c: { kind: 'confirm' },
  f: { kind: 'flag' },
  backspace: { kind: 'previous' },
}
