import { auth } from 'contract/auth'
import type { PublicContext } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { COOKIE, REFRESH_COOKIE, setXsrf } from '#core/request-origin.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { deleteChallenges } from '#features/identity/challenges.queries.ts'
import { proveOwner, requireProof } from '#features/identity/confirm-owner/prove-owner.ts'
import { endCookieSession } from './cookie-session.ts'
import { refreshSession } from './refresh-session.ts'
import {
  listSessions,
  revokeAllSessions,
  revokeOtherSessions,
  revokeSession,
} from '#features/identity/sessions.queries.ts'
import { signIn } from '#features/identity/sign-in.ts'

export function authRoutes(server: Server): void {
  handleDetached(server, auth.login, ({ body }, context) =>
    signIn(context, body.email, body.password),
  )

  handleDetached(server, auth.refresh, async (_, context) => ({
    token: await refreshSession(context),
  }))

  handleDetached(server, auth.logout, (_, context) => signOut(context))

  handleDetached(server, auth.prove, ({ body }, context) => proveOwner(context, body))

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
    await requireProof(db, context)
    if (!(await revokeSession(db, scope, actor.id, params.id))) throw notFound('session')
    await recordEvent(db, context, 'session.revoked', { subject: `session ${params.id}` })
  })

  handle(server, auth.endOtherSessions, async (_, context) => {
    const { db, scope, actor } = context
    await requireProof(db, context)
    await deleteChallenges(db, scope, actor.id)
    const ended = await revokeOtherSessions(db, scope, actor.id, actor.sessionId)
    await recordEvent(db, context, 'sessions.others_revoked', { details: { ended } })
    return { ended }
  })

  handle(server, auth.endAllSessions, async (_, context) => {
    const { db, scope, actor, reply } = context
    await requireProof(db, context)
    await deleteChallenges(db, scope, actor.id)
    const ended = await revokeAllSessions(db, scope, actor.id)
    await recordEvent(db, context, 'sessions.revoked', { details: { ended } })
    reply.clearCookie(REFRESH_COOKIE, COOKIE)
    setXsrf(reply)
  })
}

// Always succeeds, with or without a session.
async function signOut(context: PublicContext) {
  const { reply, inTenant } = context
  await inTenant((db) => endCookieSession(db, context, 'session.ended'))
  reply.clearCookie(REFRESH_COOKIE, COOKIE)
  setXsrf(reply)
}
