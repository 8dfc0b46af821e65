import type { Outbox } from './outbox.ts'

/** Milliseconds. */
const PATIENCE = 10_000

/** Sends what is unsent of an assessment, before something after which it would be refused. Throws if that fails. */
export async function sendFirst(outbox: Outbox, assessmentId: number): Promise<void> {
  outbox.flush()
  if (!(await outbox.waitUntilSent(assessmentId, AbortSignal.timeout(PATIENCE))))
    throw new Error(
      'Some of your answers haven’t been saved yet. Wait until they’re saved, then try again.',
    )
}
