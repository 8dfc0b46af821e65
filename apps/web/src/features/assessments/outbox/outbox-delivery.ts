import type { ResponseConflict, SavedAnswer } from 'contract/assessments'
import type { NoteConflict } from 'contract/note-conflict'
import { ApiError, isNewDemand, isPassing } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import type { Acknowledgement, Change, Refusal, SavedProgress } from './outbox-change.ts'

const TIMEOUT = 30_000

export type Outcome =
  | { kind: 'acknowledged'; answer: Acknowledgement }
  | { kind: 'refused'; refusal: Refusal }
  /** Retried later; `isBlocked` until the user has, for example, accepted new terms. */
  | { kind: 'unreachable'; isBlocked?: boolean; error?: ApiError }

/** Sends one change, or both choices of a statement. */
export type Deliver = (changes: readonly Change[], isLeaving?: boolean) => Promise<Outcome>

export async function deliver(changes: readonly Change[], isLeaving = false): Promise<Outcome> {
  const [change] = changes
  if (!change) return { kind: 'acknowledged', answer: {} }
  try {
    return { kind: 'acknowledged', answer: await send(change, changes, isLeaving) }
  } catch (error) {
    return outcomeOf(error)
  }
}

async function send(
  change: Change,
  changes: readonly Change[],
  keepalive: boolean,
): Promise<Acknowledgement> {
  const params = { id: change.assessmentId }
  const init = { signal: AbortSignal.timeout(TIMEOUT), keepalive }
  const { key, statementId: statement_id } = change
  switch (change.kind) {
    case 'response': {
      const body = { statement_id, choices: changes.flatMap(choiceOf) }
      return acknowledgementOf(changes, await api.assessments.answer.call({ params, body }, init))
    }
    case 'note': {
      const { note, version } = change
      const body = { key, statement_id, note, version }
      return { note: await api.assessments.note.call({ params, body }, init) }
    }
    default:
      return api.assessments.confirm.call({ params, body: { statement_id } }, init)
  }
}

function choiceOf(change: Change) {
  if (change.kind !== 'response') return []
  const { key, state, statement_response_id, not_applicable_reason, version } = change
  const reason = not_applicable_reason !== null && { not_applicable_reason }
  return [{ key, state, statement_response_id, ...(version > 0 && { version }), ...reason }]
}

/** With what the answer leaves out, because it is as sent. */
function acknowledgementOf(
  sent: readonly Change[],
  { responses, element }: SavedAnswer,
): Acknowledgement {
  const [change] = sent
  const rows = responses.map((row) => {
    const ofChoice = savedAs(sent.find((one) => one.kind === 'response' && one.state === row.state))
    const {
      version = ofChoice.version,
      statement_response_id = ofChoice.statement_response_id,
      not_applicable_reason = ofChoice.not_applicable_reason,
      to_confirm = false,
    } = row
    const statement_id = change?.statementId ?? 0
    const saved = { version, statement_response_id, not_applicable_reason, to_confirm }
    return { ...row, ...saved, statement_id }
  })
  return { responses: rows, element: element && progressOf(element, change?.elementId ?? 0) }
}

/** A choice with its next version. */
function savedAs(choice: Change | undefined) {
  if (choice?.kind !== 'response')
    return { version: 1, statement_response_id: null, not_applicable_reason: null }
  const { version, statement_response_id, not_applicable_reason } = choice
  return { version: version + 1, statement_response_id, not_applicable_reason }
}

function progressOf(element: NonNullable<SavedAnswer['element']>, id: number): SavedProgress {
  const { answered, to_confirm = 0, is_complete = false } = element
  return { id, answered, to_confirm, is_complete }
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' }
  if (isPassing(error)) return { kind: 'unreachable', isBlocked: isNewDemand(error), error }
  const { code, message, details } = error
  return { kind: 'refused', refusal: { code, message, ...conflictOf(details) } }
}

// Not parsed with the schemas, because zod would add to the page.
function conflictOf(details: unknown): Pick<Refusal, 'conflict' | 'note' | 'savedBy'> {
  if (typeof details !== 'object' || details === null) return {}
  if ('responses' in details) return { conflict: details as ResponseConflict }
  if (!('note' in details)) return {}
  const { note, saved_by: savedBy } = details as NoteConflict
  return { note, savedBy }
}
