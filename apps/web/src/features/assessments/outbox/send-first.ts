import { ApiError } from '#core/api-error.ts'
import type { Outbox } from './outbox.ts'

/** Milliseconds. */
const PATIENCE = 10_000

export const REFUSED =
  'An answer in this assessment could not be saved. Save or discard this answer first.'
const WAITING =
  'Some of your answers haven’t been saved yet. Wait until they’re saved, then try again.'

/** Sends what is unsent of an assessment, before something after which it would be refused. Throws if that fails. */
export async function sendFirst(outbox: Outbox, assessmentId: number): Promise<void> {
  outbox.flush()
  if (await outbox.waitUntilSent(assessmentId, AbortSignal.timeout(PATIENCE))) return
  const isRefused = outbox.state
    .getState()
    .changes.some((change) => change.assessmentId === assessmentId && change.refusal)
  throw new ApiError({ status: 0, code: 'conflict', message: isRefused ? REFUSED : WAITING })
}
