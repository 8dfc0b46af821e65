import type { Note, SavedResponse } from 'contract/assessments'
import type { Acknowledgement, Change } from './outbox-change.ts'

export interface OutboxState {
  changes: readonly Change[]
  saved: SavedHere
  /** `waiting`: the server is unreachable and retried; `catching-up`: it is back and receives waiting changes. */
  phase: 'resting' | 'sending' | 'waiting' | 'catching-up'
  isHeldBack: boolean
  isLoaded: boolean
}

export interface SavedHere {
  at: number | null
  isLate: boolean
  rows: Readonly<Record<string, SavedResponse>>
  notes: Readonly<Record<string, Note>>
}

export const NOTHING_SAVED: SavedHere = { at: null, isLate: false, rows: {}, notes: {} }

/** Saves shorter than this many milliseconds show no progress. */
export const A_BLINK = 400

interface Saved {
  assessmentId: number
  answer: Acknowledgement
  isLate: boolean
}

export function withAnswer(saved: SavedHere, { assessmentId, answer, isLate }: Saved): SavedHere {
  const rows = (answer.responses ?? []).map((row) => [rowKey(assessmentId, row), row] as const)
  const notes = answer.note ? [[noteKey(assessmentId, answer.note), answer.note] as const] : []
  return {
    at: Date.now(),
    isLate,
    rows: { ...saved.rows, ...Object.fromEntries(rows) },
    notes: { ...saved.notes, ...Object.fromEntries(notes) },
  }
}

/** A fetch may finish after a later save, so the higher version wins. */
export function newestRows(
  fetched: readonly SavedResponse[],
  saved: SavedHere,
  assessmentId: number,
) {
  const rows = new Map(fetched.map((row) => [rowKey(assessmentId, row), row]))
  for (const [key, row] of Object.entries(saved.rows)) {
    if (isOf(key, assessmentId) && row.version >= (rows.get(key)?.version ?? 0)) rows.set(key, row)
  }
  return [...rows.values()]
}

export function newestNotes(fetched: readonly Note[], saved: SavedHere, assessmentId: number) {
  const notes = new Map(fetched.map((note) => [noteKey(assessmentId, note), note]))
  for (const [key, note] of Object.entries(saved.notes)) {
    if (isOf(key, assessmentId) && note.version >= (notes.get(key)?.version ?? 0)) {
      notes.set(key, note)
    }
  }
  return [...notes.values()]
}

function rowKey(assessmentId: number, { statement_id, state }: SavedResponse) {
  return `${assessmentId} ${statement_id} ${state}`
}

function noteKey(assessmentId: number, { statement_id }: Note) {
  return `${assessmentId} ${statement_id}`
}

function isOf(key: string, assessmentId: number) {
  return key.startsWith(`${assessmentId} `)
}
