import type { LoginResponse } from 'contract/auth'
import { browserOf } from '#core/browser-of.ts'
import { clientAddressOf, ipOf } from '#core/client-address.ts'
import type { PublicContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { setCookie } from '#core/cookies.ts'
import { ApiError } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { setXsrf } from '#core/request-origin.ts'
import { forgetAttempts, liftLocks, undoAttempt } from '#db/rate-limits.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { type Limit, limitAttempts } from '#support/limit-attempts.ts'
import { insertChallenge } from './challenges.queries.ts'
import { mfaTokensOf } from './mfa-token.ts'
import { isMfaOn } from './mfa/authenticators.queries.ts'
import { firstRefreshToken, hashOf } from '#core/random-token.ts'
import { endCookieSession } from './session/cookie-session.ts'
import { accountKeyOf, findKnownDevice, rememberDevice } from './session/known-device.ts'
import { isPassword, refuseWhenBusy } from './session/password.ts'
import { type SignInDetails, insertRefreshToken, insertSession } from './sessions.queries.ts'
import type { VouchedBy } from './sso/identities.queries.ts'
import { findUserForSignIn, isPasswordUnchanged } from './accounts.queries.ts'

const PER_ACCOUNT: Limit = { name: 'login account', most: 10, windowSeconds: 900 }
/** A browser in which the account has signed in before is not blocked by the attempts of strangers. */
const PER_DEVICE: Limit = { name: 'login device', most: 10, windowSeconds: 900 }
const PER_ADDRESS: Limit = { name: 'login address', most: 100, windowSeconds: 900 }

/** Every refusal has the same answer and costs the same work. */
export async function signIn(context: PublicContext, email: string, password: string) {
  const { app, tenant, scope, request, inTenant } = context
  const account = accountKeyOf(context, email)
  const device = findKnownDevice(context, email)
  const [limit, subject] = device === undefined ? [PER_ACCOUNT, account] : [PER_DEVICE, device]
  const address = clientAddressOf(request)
  refuseWhenBusy()
  const find = (db: Db) => findUserForSignIn(db, scope, email, app.env.SALESFORCE_ISSUER)
  await limitAttempts(context, limit, subject, async (db) => subjectOf(await find(db)), account)
  await limitAttempts(context, PER_ADDRESS, address)
  const user = await inTenant(find)
  const isRight = await isPassword(user?.password_hash, password)
  // After the comparison, so that the work is the same.
  if (!user || !isRight || !user.is_active || !mayUsePassword(tenant, user))
    return await refuse(context, user)
  const answer = await inTenant(async (db) =>
    (await isPasswordUnchanged(db, scope, user))
      ? await afterPassword(db, context, user.id)
      : undefined,
  )
  // The password changed while it was compared.
  if (!answer) return await refuse(context, user)
  await forgetAttempts(app.pools, app.secret, limit, subject)
  await undoAttempt(app.pools, app.secret, PER_ADDRESS, address)
  if ('token' in answer) rememberDevice(context, email)
  return answer
}

/** After a new password by mail: the wrong ones of the account no longer count, in any browser. The limit by address stays. */
export async function forgetWrongPasswords(context: PublicContext, email: string): Promise<void> {
  const { pools, secret } = context.app
  await liftLocks(pools, secret, [accountKeyOf(context, email)])
}

async function refuse(context: PublicContext, user: { id: number } | undefined): Promise<never> {
  const { scope, request, inTenant } = context
  await inTenant((db) => recordEvent(db, { scope, request }, 'session.rejected', subjectOf(user)))
  throw new ApiError('login-failed', 'The email address or password is wrong. Try again.')
}

/** A password must not bypass the verification of single sign-on. */
export function mayUsePassword({ signInMode }: HostTenant, { has_sso }: { has_sso: boolean }) {
  return signInMode === 'credentials' || (signInMode === 'combined' && !has_sso)
}

function subjectOf(user: { id: number } | undefined) {
  return user ? { subject: `user ${user.id}` } : {}
}

/** After the password: a session, or a token for the verification code. */
async function afterPassword(
  db: Db,
  context: PublicContext,
  userId: number,
): Promise<LoginResponse> {
  return (await isMfaOn(db, context.scope, userId))
    ? { mfa_token: await startChallenge(db, context, userId) }
    : { token: await startSession(db, context, userId, { method: 'password' }) }
}

/** Sets the cookies of a new session and answers its access token. */
export async function startSession(
  db: Db,
  context: PublicContext,
  userId: number,
  how: SignInDetails,
  vouched?: VouchedBy,
): Promise<string> {
  const { app, scope, request } = context
  await endCookieSession(db, context, 'session.replaced')
  const client = { device: browserOf(request) ?? 'Unknown device', address: ipOf(request) }
  const sessionId = await insertSession(db, scope, {
    userId,
    ...client,
    method: how.method,
    vouched,
  })
  const token = firstRefreshToken(sessionId)
  await insertRefreshToken(db, scope, sessionId, hashOf(token))
  await recordEvent(db, { scope, actor: { id: userId }, request }, 'session.created', {
    subject: `session ${sessionId}`,
    details: how,
  })
  setSessionCookies(context, token, sessionId)
  return await app.tokens.sign({ userId, tenantId: scope.tenantId, sessionId })
}

export function setSessionCookies(context: PublicContext, token: string, sessionId: number) {
  setCookie(context, 'pat_rt', token)
  setXsrf(context, String(sessionId))
}

async function startChallenge(db: Db, { app, scope, request }: PublicContext, userId: number) {
  const challengeId = await insertChallenge(db, scope, userId)
  await recordEvent(db, { scope, request }, 'mfa.requested', { subject: `user ${userId}` })
  return await mfaTokensOf(app).sign({ userId, tenantId: scope.tenantId, challengeId })
}
