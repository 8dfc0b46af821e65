import type { PublicContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { readCookie } from '#core/cookies.ts'
import { hashOf } from '#core/random-token.ts'
import { findRefreshToken, revokeSession } from '#features/identity/sessions.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'

/** The session of this browser whose refresh token still works. */
export async function findCookieSession(db: Db, context: PublicContext) {
  const found = await findToken(db, context)
  return found && (!found.is_replaced || found.is_in_grace) ? found : undefined
}

/** Ends the session of this browser, if there is one. */
export async function endCookieSession(
  db: Db,
  context: PublicContext,
  action: 'session.ended' | 'session.replaced',
): Promise<void> {
  const { request, scope } = context
  const found = await findToken(db, context)
  if (!found || !(await revokeSession(db, scope, found.user_id, found.session_id))) return
  await recordEvent(db, { scope, actor: { id: found.user_id }, request }, action, {
    subject: `session ${found.session_id}`,
  })
}

async function findToken(db: Db, context: PublicContext) {
  const token = readCookie(context, 'pat_rt')
  return token === undefined ? undefined : await findRefreshToken(db, context.scope, hashOf(token))
}
