import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { findCookieSession } from './session/cookie-session.ts'

/** Refuses a signed link outside the browser whose session requested it: passed on, or found in a history. */
export async function requireOwnSession(db: Db, context: SignedInContext): Promise<void> {
  const found = await findCookieSession(db, context)
  if (found?.session_id === context.actor.sessionId) return
  throw new ApiError(
    'signed-out',
    'This link works only in the session that requested it. Download the file again.',
  )
}
