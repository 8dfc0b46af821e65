import type { Note, SavedAnswer } from 'contract/assessments'
import type { Acknowledgement, Change, KnownResponse } from './outbox-change.ts'

export interface OutboxState {
  changes: readonly Change[]
  saved: SavedState
  /** `waiting`: the server is unreachable and retried; `catching-up`: it is back and receives waiting changes. */
  phase: 'idle' | 'sending' | 'waiting' | 'catching-up'
  isBlocked: boolean
  /** The server refused the last attempt because it has too much to do. */
  isBusy: boolean
  /** It did so because Waymark is closed for maintenance. */
  isClosed: boolean
  isLoaded: boolean
}

export interface SavedState {
  at: number | null
  isLate: boolean
  rows: Readonly<Record<string, KnownResponse>>
  notes: Readonly<Record<string, Note>>
  /** The progress of the element that was answered last. */
  progress: { assessmentId: number; element: NonNullable<SavedAnswer['element']> } | null
}

export const NOTHING_SAVED: SavedState = {
  at: null,
  isLate: false,
  rows: {},
  notes: {},
  progress: null,
}

/** Saves shorter than this many milliseconds show no progress. */
export const PROGRESS_DELAY = 400

interface Saved {
  assessmentId: number
  answer: Acknowledgement
  isLate: boolean
}

export function withSaved(saved: SavedState, { assessmentId, answer, isLate }: Saved): SavedState {
  const rows = (answer.responses ?? []).map((row) => [rowKey(assessmentId, row), row] as const)
  const notes = answer.note ? [[noteKey(assessmentId, answer.note), answer.note] as const] : []
  return {
    at: Date.now(),
    isLate,
    rows: { ...saved.rows, ...Object.fromEntries(rows) },
    notes: { ...saved.notes, ...Object.fromEntries(notes) },
    progress: answer.element ? { assessmentId, element: answer.element } : saved.progress,
  }
}

export function newestRows(
  rows: readonly KnownResponse[],
  saved: SavedState,
  assessmentId: number,
) {
  return newest(rows, saved.rows, assessmentId, rowKey)
}

export function newestNotes(notes: readonly Note[], saved: SavedState, assessmentId: number) {
  return newest(notes, saved.notes, assessmentId, noteKey)
}

/** A fetch may finish after a later save, so the higher version wins. */
function newest<Item extends { version: number }>(
  fetched: readonly Item[],
  saved: Readonly<Record<string, Item>>,
  assessmentId: number,
  keyOf: (assessmentId: number, item: Item) => string,
) {
  const items = new Map(fetched.map((item) => [keyOf(assessmentId, item), item]))
  for (const [key, item] of Object.entries(saved)) {
    const isNewer = item.version >= (items.get(key)?.version ?? 0)
    if (key.startsWith(`${assessmentId} `) && isNewer) items.set(key, item)
  }
  return [...items.values()]
}

function rowKey(assessmentId: number, { statement_id, state }: KnownResponse) {
  return `${assessmentId} ${statement_id} ${state}`
}

function noteKey(assessmentId: number, { statement_id }: Note) {
  return `${assessmentId} ${statement_id}`
}
