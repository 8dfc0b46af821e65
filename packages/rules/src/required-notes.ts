import { STATE } from './scores.ts'

type Asking = { id: number; asks_for_note: boolean }
type Statement = { id: number; responses: readonly Asking[] }
type Saved = {
  answers: ReadonlyMap<number, readonly { state: number; statement_response_id: number | null }[]>
  notes: readonly { statement_id: number; note: string }[]
}

/** Whether the current response of a statement asks for a note. */
export function isNoteRequired(responses: readonly Asking[], current: number | null): boolean {
  return responses.some(({ id, asks_for_note: asks }) => asks && id === current)
}

/** The statements whose current response asks for a note that no one has written. */
export function withoutNote<One extends Statement>(
  statements: readonly One[],
  { answers, notes }: Saved,
): One[] {
  const noted = new Set(notes.flatMap((one) => (hasText(one.note) ? one.statement_id : [])))
  return statements.filter(({ id, responses }) => {
    const current = answers.get(id)?.find(({ state }) => state === STATE.current)
    return isNoteRequired(responses, current?.statement_response_id ?? null) && !noted.has(id)
  })
}

export function hasText(note: string): boolean {
  return note.trim() !== ''
}
