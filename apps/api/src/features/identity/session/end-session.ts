import type { PublicContext } from '#core/context.ts'
import { REFRESH_COOKIE } from '#core/request-origin.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { hashOf } from './refresh-token.ts'
import { findRefreshToken, revokeSession } from '#features/identity/sessions.queries.ts'

/** Ends the session that this browser had, if there is one. */
export async function endSessionOfCookie(
  db: Db,
  { request, scope }: PublicContext,
  action: 'session.ended' | 'session.replaced',
): Promise<void> {
  const token = request.cookies[REFRESH_COOKIE]
  if (token === undefined) return
  const found = await findRefreshToken(db, scope, hashOf(token))
  if (!found || !(await revokeSession(db, scope, found.user_id, found.session_id))) return
  await recordEvent(db, { scope, actor: { id: found.user_id }, request }, action, {
    subject: `session ${found.session_id}`,
  })
}
