import type { LoginAnswer } from 'contract/auth'
import { clientAddressOf } from '#core/client-address.ts'
import type { PublicContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { COOKIE, REFRESH_COOKIE, setXsrf } from '#core/request-origin.ts'
import type { Db } from '#db/driver.ts'
import { type Counter, type Limit, countedOf, forgetAndGiveBack } from '#db/rate-limits.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { refuseBeyond } from '#support/limit-attempts.ts'
import { isMfaOn } from '#features/identity/mfa/authenticators.queries.ts'
import { startChallenge } from '#features/identity/mfa/start-challenge.ts'
import { deviceOf } from '#features/identity/session/device.ts'
import { endSessionOfCookie } from '#features/identity/session/end-session.ts'
import { refuseWhenBusy } from '#features/identity/session/hash-gate.ts'
import {
  accountOf,
  findKnownDevice,
  rememberDevice,
} from '#features/identity/session/known-device.ts'
import { isPassword } from '#features/identity/session/password.ts'
import { firstRefreshToken, hashOf } from '#features/identity/session/refresh-token.ts'
import {
  type NewSession,
  type Proven,
  beginSignIn,
  drawSessionId,
  finishSignIn,
  insertSession,
  isStillProven,
} from '#features/identity/session/sign-in.queries.ts'

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
  const { app, tenant, scope, request } = context
  const device = findKnownDevice(context, email)
  const [rule, subject] =
    device === undefined ? [PER_ACCOUNT, accountOf(context, email)] : [PER_DEVICE, device]
  const counters: [Counter, Counter] = [
    [rule, subject],
    [PER_ADDRESS, clientAddressOf(request)],
  ]
  refuseWhenBusy()
  const asked = { email, issuer: app.env.SALESFORCE_ISSUER, counters }
  const { counted, user, sessionId } = await beginSignIn(app.pools, app.secret, scope, asked)
  await refuseBeyond(context, rule, countedOf(rule, counted[0]), () => subjectOf(user))
  await refuseBeyond(context, PER_ADDRESS, countedOf(PER_ADDRESS, counted[1]))
  const isRight = await isPassword(user?.password_hash, password)
  // Refused late, so that the work is the same.
  if (!user || !isRight || !user.is_active || !mayUsePassword(tenant, user))
    return await refuse(context, user)
  const session = newSession(context, user.id, sessionId)
  const answer =
    (await passAtOnce(context, session, user, counters)) ??
    (await passInSteps(context, user, counters)) ??
    (await refuse(context, user))
  if ('token' in answer) rememberDevice(context, email)
  return answer
}

/** What most sign-ins end with; nothing where a second step comes, or a session is left that ends with it. */
async function passAtOnce(
  context: PublicContext,
  session: Opening,
  user: Proven,
  counters: [Counter, Counter],
): Promise<LoginAnswer | undefined> {
  const { app, scope, request } = context
  if (request.cookies[REFRESH_COOKIE] !== undefined) return undefined
  const isDone = await finishSignIn(app.pools, app.secret, scope, session, user, counters)
  return isDone ? { token: await open(context, session) } : undefined
}

/** Nothing when the password became another one while it was compared. */
async function passInSteps(context: PublicContext, user: Proven, counters: [Counter, Counter]) {
  const { app, scope, inTenant } = context
  await forgetAndGiveBack(app.pools, app.secret, ...counters)
  return await inTenant(async (db) =>
    (await isStillProven(db, scope, user)) ? await passFirstStep(db, context, user.id) : undefined,
  )
}

async function refuse(context: PublicContext, user: { id: number } | undefined): Promise<never> {
  const { scope, request, inTenant } = context
  await inTenant((db) =>
    recordEvent(db, scope, {
      action: 'sign-in refused',
      requestId: request.id,
      ...subjectOf(user),
    }),
  )
  throw new ApiError('login-failed', 'The e-mail address or the password is not right.')
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

/** Opens a new session family: cookies on the answer, the access token as the result. */
export async function startSession(
  db: Db,
  context: PublicContext,
  userId: number,
  way?: NewSession['way'],
): Promise<string> {
  await endSessionOfCookie(db, context, 'session replaced')
  const session = newSession(context, userId, await drawSessionId(db), way)
  await insertSession(db, context.scope, session)
  return await open(context, session)
}

type Opening = NewSession & { token: string }

function newSession(
  { request }: PublicContext,
  userId: number,
  sessionId: number,
  way: NewSession['way'] = { method: 'password' },
): Opening {
  const token = firstRefreshToken(sessionId)
  const device = deviceOf(request.headers['user-agent'])
  return { sessionId, userId, device, way, token, tokenHash: hashOf(token), requestId: request.id }
}

async function open(context: PublicContext, { token, sessionId, userId }: Opening) {
  const { app, scope } = context
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
