import type { PublicContext, Db } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { REFRESH_COOKIE } from '#core/request-origin.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { hashOf, successorOf } from '#features/identity/random-token.ts'
import {
  type FoundToken,
  findRefreshToken,
  insertRefreshToken,
  replaceRefreshToken,
  revokeSession,
  touchSession,
} from '#features/identity/sessions.queries.ts'
import { setSessionCookies } from '#features/identity/sign-in.ts'

/** Replaces the refresh token. A token that is used again later was stolen, so its session ends. */
export async function refreshSession(context: PublicContext): Promise<string> {
  const token = context.request.cookies[REFRESH_COOKIE]
  if (token === undefined) throw new ApiError('signed-out', 'Sign in to continue.')
  // Committed even though the answer is an error.
  const result = await context.inTenant((db) => rotate(db, context, token))
  if (result === 'reused')
    throw new ApiError(
      'token-reused',
      'Your session was ended for your security. Sign in to continue.',
    )
  return await context.app.tokens.sign({
    userId: result.user_id,
    tenantId: context.scope.tenantId,
    sessionId: result.session_id,
  })
}

async function rotate(
  db: Db,
  context: PublicContext,
  token: string,
): Promise<FoundToken | 'reused'> {
  const { app, scope, request } = context
  const isCurrent = await replaceRefreshToken(db, scope, hashOf(token))
  const found = await findRefreshToken(db, scope, hashOf(token))
  if (!found) throw new ApiError('signed-out', 'Your session has ended. Sign in to continue.')
  if (!isCurrent && !found.is_in_grace) {
    const wasAlive = await revokeSession(db, scope, found.user_id, found.session_id)
    if (wasAlive) {
      await recordEvent(
        db,
        { scope, actor: { id: found.user_id }, request },
        'session.token_reused',
        { subject: `session ${found.session_id}` },
      )
    }
    return 'reused'
  }
  const successor = successorOf(token, app.secret)
  await insertRefreshToken(db, scope, found.session_id, hashOf(successor))
  await touchSession(db, scope, found.session_id)
  setSessionCookies(context, successor, found.session_id)
  return found
}
