import { playerAction, type PlayerAction } from '#features/assessments/player-keys.ts'

type ReviewAction = PlayerAction | { kind: 'confirm' }

/** The player's keys, which mean the same here, and C, which confirms what was declared. The header listens to `?`. */
export function reviewAction(event: KeyboardEvent): ReviewAction | null {
  if (event.key === '?') return null
  const isModified = event.ctrlKey || event.metaKey || event.altKey
  return !isModified && event.key.toLowerCase() === 'c' ? { kind: 'confirm' } : playerAction(event)
}
