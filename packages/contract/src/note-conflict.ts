import type { Note } from './assessments.ts'

/** `details` of a `conflict` of notes: the saved one, and who saved it. */
export interface NoteConflict {
  note: Note
  /** Null if the caller did, in another tab or on another device. */
  saved_by: string | null
}
