import type { Note, ResponseConflict } from 'contract/assessments'
import { ApiError, isNewDemand, isPassing } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import type { Acknowledgement, Change, Refusal } from './outbox-change.ts'

const TIMEOUT = 30_000

export type Outcome =
  | { kind: 'acknowledged'; answer: Acknowledgement }
  | { kind: 'refused'; refusal: Refusal }
  /** Retried later; `isBlocked` until the user has, for example, accepted new terms. */
  | { kind: 'unreachable'; isBlocked?: boolean; error?: ApiError }

export type Deliver = (change: Change) => Promise<Outcome>

export async function deliver(change: Change): Promise<Outcome> {
  try {
    return { kind: 'acknowledged', answer: await send(change) }
  } catch (error) {
    return outcomeOf(error)
  }
}

async function send(change: Change): Promise<Acknowledgement> {
  const params = { id: change.assessmentId }
  const signal = AbortSignal.timeout(TIMEOUT)
  const { key, statementId: statement_id } = change
  switch (change.kind) {
    case 'response': {
      const { state, statement_response_id, not_applicable_reason, version } = change
      const choice = { state, statement_response_id, not_applicable_reason, version }
      const body = { key, statement_id, ...choice }
      return api.assessments.save.call({ params, body }, { signal })
    }
    case 'note': {
      const { note, version } = change
      const body = { key, statement_id, note, version }
      return { note: await api.assessments.note.call({ params, body }, { signal }) }
    }
    default:
      return api.assessments.confirm.call({ params, body: { statement_id } }, { signal })
  }
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'unreachable' }
  if (isPassing(error)) return { kind: 'unreachable', isBlocked: isNewDemand(error), error }
  const { code, message, details } = error
  return { kind: 'refused', refusal: { code, message, ...conflictOf(details) } }
}

// Not parsed with the schemas, because zod would add to the page.
function conflictOf(details: unknown): Pick<Refusal, 'conflict' | 'note'> {
  if (typeof details !== 'object' || details === null) return {}
  if ('responses' in details) return { conflict: details as ResponseConflict }
  return 'note' in details ? { note: details.note as Note } : {}
}
