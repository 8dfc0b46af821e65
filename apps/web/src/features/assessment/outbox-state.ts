import type { Change } from './outbox-change.ts'
import type { SavedHere } from './saved-here.ts'

export interface OutboxState {
  /** What waits or was refused, in the order of choosing. */
  changes: readonly Change[]
  saved: SavedHere
  /** `waiting`: the server could not be reached and is tried again; `catching-up`: it was, and takes what waited. */
  phase: 'resting' | 'sending' | 'waiting' | 'catching-up'
  /** It was reached, and takes nothing before its owner has done what it asks for. */
  isHeldBack: boolean
  isLoaded: boolean
}
