import type { PublicContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { COOKIE, REFRESH_COOKIE, setXsrf } from '#core/request-origin.ts'
import type { Db } from '#db/driver.ts'
import { type Limit, countAttempt, forgetAttempts, giveBackAttempt } from '#db/rate-limits.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { findUserForSignIn, touchLastLogin } from '#features/users/users.queries.ts'
import { deviceOf } from './device.ts'
import { isPassword } from './password.ts'
import { firstRefreshToken, hashOf } from './refresh-token.ts'
import { insertRefreshToken, insertSession } from './sessions.queries.ts'

const PER_ACCOUNT: Limit = { name: 'login account', most: 10, windowSeconds: 900 }
const PER_ADDRESS: Limit = { name: 'login address', most: 100, windowSeconds: 900 }

/** Signs in with a password: the same answer and the same work whatever is wrong. */
export async function signIn(
  context: PublicContext,
  email: string,
  password: string,
): Promise<string> {
  const { app, tenant, scope, request, inTenant } = context
  const account = `${tenant.id}\n${email.toLowerCase()}`
  await limit(context, PER_ACCOUNT, account)
  await limit(context, PER_ADDRESS, request.ip)
  // In `sso` mode the server refuses passwords, but still does the work.
  const user =
    tenant.signInMode === 'sso'
      ? undefined
      : await inTenant((db) => findUserForSignIn(db, scope, email))
  const isRight = await isPassword(user?.password_hash, password)
  if (!user || !isRight || !user.is_active) {
    await inTenant((db) =>
      recordEvent(db, scope, {
        action: 'sign-in refused',
        requestId: request.id,
        ...(user && { subject: `user ${user.id}` }),
      }),
    )
    throw new ApiError('login-failed', 'The e-mail address or the password is not right.')
  }
  await forgetAttempts(app.pools, app.secret, PER_ACCOUNT, account)
  await giveBackAttempt(app.pools, app.secret, PER_ADDRESS, request.ip)
  return await inTenant((db) => startSession(db, context, user.id))
}

async function limit({ app }: PublicContext, rule: Limit, subject: string) {
  const wait = await countAttempt(app.pools, app.secret, rule, subject)
  if (wait > 0)
    throw new ApiError('too-many-requests', 'Too many tries. Wait a few minutes and try again.', {
      retryAfter: wait,
    })
}

/** Opens a new session family: cookies on the answer, the access token as the result. */
export async function startSession(
  db: Db,
  context: PublicContext,
  userId: number,
): Promise<string> {
  const { app, scope, request } = context
  const sessionId = await insertSession(db, scope, userId, deviceOf(request.headers['user-agent']))
  const token = firstRefreshToken(sessionId)
  await insertRefreshToken(db, scope, sessionId, hashOf(token))
  await touchLastLogin(db, scope, userId)
  await recordEvent(db, scope, {
    action: 'signed in',
    actorId: userId,
    subject: `session ${sessionId}`,
    requestId: request.id,
  })
  setSessionCookies(context, token, sessionId)
  return await app.tokens.sign({ userId, tenantId: scope.tenantId, sessionId })
}

export function setSessionCookies(
  { reply }: PublicContext,
  token: string,
  sessionId: number,
): void {
  reply.setCookie(REFRESH_COOKIE, token, COOKIE)
  setXsrf(reply, String(sessionId))
}
