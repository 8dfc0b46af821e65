import type { Note } from './assessments.ts'

/** `details` of a `conflict` of notes: the saved one, and who saved it. */
export interface NoteConflict {
  note: Note
  saved_by: string | null
}
