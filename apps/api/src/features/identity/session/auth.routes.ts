import { ipOf } from '#core/client-address.ts'
import { auth } from 'contract/auth'
import type { PublicContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound, ApiError } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { clearCookie, readCookie } from '#core/cookies.ts'
import { setXsrf } from '#core/request-origin.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { deleteChallenges } from '#features/identity/challenges.queries.ts'
import { confirmOwner, requireConfirmation } from '#features/identity/confirm-owner.ts'
import { endCookieSession } from './cookie-session.ts'
import {
  listSessions,
  revokeAllSessions,
  revokeOtherSessions,
  revokeSession,
  findRefreshToken,
  insertRefreshToken,
  replaceRefreshToken,
  touchSession,
} from '#features/identity/sessions.queries.ts'
import { signIn, setSessionCookies } from '#features/identity/sign-in.ts'
import { hashOf, successorOf } from '#core/random-token.ts'

export function authRoutes(server: Server): void {
  handleDetached(server, auth.login, ({ body }, context) =>
    signIn(context, body.email, body.password),
  )

  handleDetached(server, auth.refresh, async (_, context) => ({
    token: await refreshSession(context),
  }))

  handleDetached(server, auth.logout, (_, context) => signOut(context))

  handleDetached(server, auth.confirmOwner, ({ body }, context) => confirmOwner(context, body))

  handle(server, auth.sessions, async (_, { db, scope, actor }) => {
    const sessions = await listSessions(db, scope, actor.id)
    return {
      sessions: sessions.map((session) => ({
        ...session,
        is_current: session.id === actor.sessionId,
      })),
    }
  })

  handle(server, auth.endSession, async ({ params }, context) => {
    const { db, scope, actor } = context
    await requireConfirmation(db, context)
    if (!(await revokeSession(db, scope, actor.id, params.id))) throw notFound('session')
    await recordEvent(db, context, 'session.revoked', { subject: `session ${params.id}` })
  })

  handle(server, auth.endOtherSessions, async (_, context) => {
    const { db, scope, actor } = context
    await requireConfirmation(db, context)
    await deleteChallenges(db, scope, actor.id)
    const ended = await revokeOtherSessions(db, scope, actor.id, actor.sessionId)
    await recordEvent(db, context, 'sessions.others_revoked', { details: { ended } })
    return { ended }
  })

  handle(server, auth.endAllSessions, async (_, context) => {
    const { db, scope, actor } = context
    await requireConfirmation(db, context)
    await deleteChallenges(db, scope, actor.id)
    const ended = await revokeAllSessions(db, scope, actor.id)
    await recordEvent(db, context, 'sessions.revoked', { details: { ended } })
    clearCookie(context, 'pat_rt')
    setXsrf(context)
  })
}

// Always succeeds, with or without a session.
async function signOut(context: PublicContext) {
  await context.inTenant((db) => endCookieSession(db, context, 'session.ended'))
  clearCookie(context, 'pat_rt')
  setXsrf(context)
}

/** Replaces the refresh token. A token that is used again later was stolen, so its session ends. */
async function refreshSession(context: PublicContext): Promise<string> {
  const token = readCookie(context, 'pat_rt')
  if (token === undefined)
    throw new ApiError('signed-out', 'You are not signed in. Sign in to continue.')
  // Committed even though the answer is an error.
  const result = await context.inTenant((db) => rotate(db, context, token))
  if (result === 'reused')
    throw new ApiError(
      'token-reused',
      'We ended your session to keep your account safe. Sign in to continue.',
    )
  return await context.app.tokens.sign({
    userId: result.user_id,
    tenantId: context.scope.tenantId,
    sessionId: result.session_id,
  })
}

async function rotate(db: Db, context: PublicContext, token: string) {
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
  await touchSession(db, scope, found.session_id, ipOf(request))
  setSessionCookies(context, successor, found.session_id)
  return found
}
