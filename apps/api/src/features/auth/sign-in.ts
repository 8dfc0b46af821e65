import type { LoginAnswer } from 'contract/auth'
import { clientAddressOf } from '#core/client-address.ts'
import type { PublicContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { COOKIE, REFRESH_COOKIE, setXsrf } from '#core/request-origin.ts'
import type { Db } from '#db/driver.ts'
import { type Limit, forgetAndGiveBack } from '#db/rate-limits.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { limitAttempts } from '#features/audit/limit-attempts.ts'
import { isMfaOn } from '#features/mfa/authenticators.queries.ts'
import { startChallenge } from '#features/mfa/start-challenge.ts'
import { findUserForSignIn, touchLastLogin } from '#features/users/users.queries.ts'
import { deviceOf } from './device.ts'
import { endSessionOfCookie } from './end-session.ts'
import { refuseWhenBusy } from './hash-gate.ts'
import { accountOf, findKnownDevice, rememberDevice } from './known-device.ts'
import { isPassword } from './password.ts'
import { firstRefreshToken, hashOf } from './refresh-token.ts'
import { insertRefreshToken, insertSession } from './sessions.queries.ts'

const PER_ACCOUNT: Limit = { name: 'login account', most: 10, windowSeconds: 900 }
/** A browser in which this account has signed in before: what strangers try does not keep it waiting. */
const PER_DEVICE: Limit = { name: 'login device', most: 10, windowSeconds: 900 }
const PER_ADDRESS: Limit = { name: 'login address', most: 100, windowSeconds: 900 }

/** Signs in with a password: the same answer and the same work whatever is wrong. */
export async function signIn(
  context: PublicContext,
  email: string,
  password: string,
): Promise<LoginAnswer> {
  const { app, tenant, scope, request, inTenant } = context
  const device = findKnownDevice(context, email)
  const [rule, subject] =
    device === undefined ? [PER_ACCOUNT, accountOf(context, email)] : [PER_DEVICE, device]
  refuseWhenBusy()
  const find = (db: Db) => findUserForSignIn(db, scope, email, app.env.SALESFORCE_ISSUER)
  await limitAttempts(context, rule, subject, async (db) => subjectOf(await find(db)))
  await limitAttempts(context, PER_ADDRESS, clientAddressOf(request))
  const user = await inTenant(find)
  const isRight = await isPassword(user?.password_hash, password)
  // Refused late, so that the work is the same.
  if (!user || !isRight || !user.is_active || !mayUsePassword(tenant, user)) {
    await inTenant((db) =>
      recordEvent(db, scope, {
        action: 'sign-in refused',
        requestId: request.id,
        ...subjectOf(user),
      }),
    )
    throw new ApiError('login-failed', 'The e-mail address or the password is not right.')
  }
  const address = clientAddressOf(request)
  await forgetAndGiveBack(app.pools, app.secret, [rule, subject], [PER_ADDRESS, address])
  const answer = await inTenant((db) => passFirstStep(db, context, user.id))
  if ('token' in answer) rememberDevice(context, email)
  return answer
}

/** Single sign-on has a second step of its own: a password must not be the way round it. */
export function mayUsePassword(
  { signInMode }: HostTenant,
  { has_sso }: { has_sso: boolean },
): boolean {
  return signInMode === 'credentials' || (signInMode === 'combined' && !has_sso)
}

function subjectOf(user: { id: number } | undefined) {
  return user ? { subject: `user ${user.id}` } : {}
}

/** After the password: a session, or, where two-step sign-in is on, the right to take the second step. */
export async function passFirstStep(
  db: Db,
  context: PublicContext,
  userId: number,
): Promise<LoginAnswer> {
  return (await isMfaOn(db, context.scope, userId))
    ? { mfa_token: await startChallenge(db, context, userId) }
    : { token: await startSession(db, context, userId, { method: 'password' }) }
}

export type SignInWay = { method: 'password' | 'sso'; second_step?: 'app' | 'recovery code' }

/** Opens a new session family: cookies on the answer, the access token as the result. */
export async function startSession(
  db: Db,
  context: PublicContext,
  userId: number,
  way: SignInWay = { method: 'password' },
): Promise<string> {
  const { app, scope, request } = context
  await endSessionOfCookie(db, context, 'session replaced')
  const sessionId = await insertSession(db, scope, userId, {
    device: deviceOf(request.headers['user-agent']),
    method: way.method,
  })
  const token = firstRefreshToken(sessionId)
  await insertRefreshToken(db, scope, sessionId, hashOf(token))
  await touchLastLogin(db, scope, userId)
  await recordEvent(db, scope, {
    action: 'signed in',
    actorId: userId,
    subject: `session ${sessionId}`,
    details: way,
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
