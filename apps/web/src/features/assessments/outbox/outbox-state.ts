import type { Note } from 'contract/assessments'
import type { Acknowledgement, Change, KnownResponse, SavedProgress } from './outbox-change.ts'

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
  /** What others saved in a shared assessment since its page was loaded. */
  ofOthers: { rows: Readonly<Record<string, KnownResponse>>; notes: Readonly<Record<string, Note>> }
  /** The progress of the element that was answered last. */
  progress: { assessmentId: number; element: SavedProgress } | null
}

export const NOTHING_SAVED: SavedState = {
  at: null,
  isLate: false,
  rows: {},
  notes: {},
  ofOthers: { rows: {}, notes: {} },
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
  const rows = keyed(answer.responses ?? [], assessmentId, rowKey)
  const notes = keyed(answer.note ? [answer.note] : [], assessmentId, noteKey)
  return {
    at: Date.now(),
    isLate,
    rows: { ...saved.rows, ...rows },
    notes: { ...saved.notes, ...notes },
    ofOthers: saved.ofOthers,
    progress: answer.element ? { assessmentId, element: answer.element } : saved.progress,
  }
}

/** Neither counts as a save of this page nor shows progress. */
export function withOthers(
  saved: SavedState,
  assessmentId: number,
  { responses, notes }: { responses: readonly KnownResponse[]; notes: readonly Note[] },
): SavedState {
  const { ofOthers } = saved
  return {
    ...saved,
    ofOthers: {
      rows: { ...ofOthers.rows, ...keyed(responses, assessmentId, rowKey) },
      notes: { ...ofOthers.notes, ...keyed(notes, assessmentId, noteKey) },
    },
  }
}

function keyed<Item>(
  items: readonly Item[],
  assessmentId: number,
  keyOf: (assessmentId: number, item: Item) => string,
): Record<string, Item> {
  return Object.fromEntries(items.map((item) => [keyOf(assessmentId, item), item]))
}

export function newestRows(
  rows: readonly KnownResponse[],
  saved: SavedState,
  assessmentId: number,
) {
  return newest(rows, [saved.rows, saved.ofOthers.rows], assessmentId, rowKey)
}

export function newestNotes(notes: readonly Note[], saved: SavedState, assessmentId: number) {
  return newest(notes, [saved.notes, saved.ofOthers.notes], assessmentId, noteKey)
}

/** Of this page's own saves. */
export function savedNoteVersion({ notes }: SavedState, assessmentId: number, statementId: number) {
  return notes[`${assessmentId} ${statementId}`]?.version ?? 0
}

/** A fetch may finish after a later save, so the higher version wins. */
function newest<Item extends { version: number }>(
  fetched: readonly Item[],
  saved: readonly Readonly<Record<string, Item>>[],
  assessmentId: number,
  keyOf: (assessmentId: number, item: Item) => string,
) {
  const items = new Map(fetched.map((item) => [keyOf(assessmentId, item), item]))
  for (const [key, item] of saved.flatMap(Object.entries<Item>)) {
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
