import type { PublicContext } from '#core/context.ts'
import { REFRESH_COOKIE } from '#core/request-origin.ts'
import type { Db } from '#db/driver.ts'
import { hashOf } from '#features/identity/session/refresh-token.ts'
import { findRefreshToken } from '#features/identity/sessions.queries.ts'
import { findByIdentity } from '#features/identity/sso/identities.queries.ts'

/** The living session of this browser, if it is that of the person whom the issuer calls so. */
export async function findLiveSession(
  db: Db,
  { request, scope }: PublicContext,
  issuer: string,
  subject: string,
): Promise<{ userId: number; sessionId: number } | undefined> {
  const token = request.cookies[REFRESH_COOKIE]
  const found = token && (await findRefreshToken(db, scope, hashOf(token)))
  if (!found || (found.is_replaced && !found.is_in_grace)) return undefined
  const person = await findByIdentity(db, scope, issuer, subject)
  if (person?.id !== found.user_id) return undefined
  return { userId: found.user_id, sessionId: found.session_id }
}
