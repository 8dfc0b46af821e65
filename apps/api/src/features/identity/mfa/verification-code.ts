import type { AttemptsLeft } from 'contract/errors'
import { verify } from 'otplib'
import type { App, PublicContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { encrypt, decrypt } from '#core/encrypt.ts'
import { forgetAttempts } from '#db/rate-limits.ts'
import { accountOfUser } from '#features/identity/account-locks.ts'
import { type Limit, limitAttempts } from '#support/limit-attempts.ts'
import { lockAuthenticator, saveStep } from './authenticators.queries.ts'
import { hashOfCode } from './recovery-codes.ts'
import { spendRecoveryCode } from './recovery-codes.queries.ts'

/** Codes of both kinds in all sign-ins together. */
const PER_ACCOUNT: Limit = { name: 'verification code', most: 10, windowSeconds: 900 }

/** Seconds. The clocks of phones are rather slow than fast. */
const TOLERANCE: [past: number, future: number] = [30, 0]

/** The session got two-step verification after its page was loaded. */
const MISSING = 'Enter a code from your app or a recovery code'

/** For the log. */
const UNREADABLE =
  'Waymark can’t decrypt the two-step verification of this user with WAYMARK_SECRET. See "Replacing the secret" in docs/operations.md.'

type Code = { code?: string | undefined; recovery_code?: string | undefined }
type Surroundings = Pick<PublicContext, 'app' | 'scope' | 'request'>

/** Called before a code is compared. */
export async function limitCodes(context: PublicContext, userId: number): Promise<void> {
  const subject = () => ({ subject: `user ${userId}` })
  const account = accountOfUser(userId)
  await limitAttempts(context, PER_ACCOUNT, String(userId), subject, account)
}

export async function forgetCodes({ app }: PublicContext, userId: number): Promise<void> {
  await forgetAttempts(app.pools, app.secret, PER_ACCOUNT, String(userId))
}

/** Uses up a code of the app or a recovery code, and answers which; undefined when it is wrong. */
export async function spendAnyCode(
  db: Db,
  surroundings: Surroundings,
  userId: number,
  { code, recovery_code }: Code,
): Promise<'app' | 'recovery code' | undefined> {
  if (code !== undefined) {
    const state = { isConfirmed: true }
    return (await spendCode(db, surroundings, userId, code, state)) ? 'app' : undefined
  }
  const { app, scope } = surroundings
  const hashes = app.secrets.map((secret) => hashOfCode(secret, userId, recovery_code ?? ''))
  if (await spendRecoveryCode(db, scope, userId, hashes)) return 'recovery code'
  // With another secret, every code looks wrong.
  await readAuthenticator(db, surroundings, userId, { isConfirmed: true })
  return undefined
}

/** Accepts each time step once. The first code confirms a new authenticator. */
export async function spendCode(
  db: Db,
  surroundings: Surroundings,
  userId: number,
  code: string,
  state: { isConfirmed: boolean },
): Promise<boolean> {
  const { app, scope } = surroundings
  const found = await readAuthenticator(db, surroundings, userId, state)
  if (!found) return false
  const { secret } = found
  const last_step = await stepOf(secret, code, app.adapters.now(), found.last_step)
  if (last_step === undefined) return false
  await saveStep(db, scope, userId, {
    last_step,
    secret: encryptSecret(app, scope, userId, secret),
  })
  return true
}

/** Locks it too. Refuses if the installation's secret was lost, because then no code can be checked. */
async function readAuthenticator(
  db: Db,
  { app, scope, request }: Surroundings,
  userId: number,
  state: { isConfirmed: boolean },
) {
  const found = await lockAuthenticator(db, scope, userId, state)
  if (!found) return undefined
  const aad = authenticatorAad(scope.tenantId, userId)
  try {
    return { ...found, secret: decrypt(app.secrets, aad, found.secret) }
  } catch (error) {
    request.log.error({ err: error, user: userId }, UNREADABLE)
    throw new ApiError(
      'conflict',
      'Your two-step verification no longer works, because of a fault on our side. Ask your administrator to reset it.',
    )
  }
}

export function encryptSecret(
  { secrets }: Pick<App, 'secrets'>,
  scope: Scope,
  userId: number,
  secret: string,
): Buffer {
  return encrypt(secrets, authenticatorAad(scope.tenantId, userId), secret)
}

export function codeWrong({ code, recovery_code }: Code, details?: AttemptsLeft): ApiError {
  if (code === undefined && recovery_code === undefined)
    return new ApiError('code-wrong', 'Enter a code to continue.', {
      fields: { code: MISSING },
      details,
    })
  const field = code === undefined ? 'recovery_code' : 'code'
  return new ApiError(
    'code-wrong',
    'This code is wrong or has already been used. Enter another code.',
    {
      fields: { [field]: 'This code is wrong or has already been used' },
      details,
    },
  )
}

/** Binds an encrypted secret to its user. */
export function authenticatorAad(tenantId: number, userId: number): string {
  return `authenticator of ${tenantId}/${userId}`
}

async function stepOf(secret: string, token: string, now: Date, last: number | null) {
  const epoch = Math.floor(now.getTime() / 1000)
  const after = last !== null && { afterTimeStep: last }
  // Throws when the clock is before the last step. Then every code is wrong until it catches up.
  const result = await verify({
    secret,
    token,
    epoch,
    epochTolerance: TOLERANCE,
    ...after,
  }).catch(() => undefined)
  return result?.valid && 'timeStep' in result ? result.timeStep : undefined
}
