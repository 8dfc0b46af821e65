import type { TriesLeft } from 'contract/errors'
import { verify } from 'otplib'
import type { App, PublicContext, Scope } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { encrypt, decrypt } from '#core/encrypt.ts'
import type { Db } from '#db/driver.ts'
import { type Limit, forgetAttempts } from '#db/rate-limits.ts'
import { limitAttempts } from '#support/limit-attempts.ts'
import { lockAuthenticator, keepStep } from './authenticators.queries.ts'
import { hashOfCode } from './recovery-code.ts'
import { spendRecoveryCode } from './recovery-codes.queries.ts'

/** Codes of both kinds together: who has the password still may not guess on with one sign-in after another. */
const PER_ACCOUNT: Limit = { name: 'second step', most: 10, windowSeconds: 900 }

/** Clocks of telephones run late rather than early. */
const TOLERANCE: [past: number, future: number] = [30, 0]

export type Step = { code?: string | undefined; recovery_code?: string | undefined }
type Surroundings = { app: App; scope: Scope }

/** To be called before any code is compared. */
export async function limitCodes(context: PublicContext, userId: number): Promise<void> {
  const whose = () => ({ subject: `user ${userId}` })
  await limitAttempts(context, PER_ACCOUNT, String(userId), whose)
}

export async function forgetCodes({ app }: PublicContext, userId: number): Promise<void> {
  await forgetAttempts(app.pools, app.secret, PER_ACCOUNT, String(userId))
}

/** Uses a code of the app, or a recovery code, up; answers which it was, or nothing when it was wrong. */
export async function passSecondStep(
  db: Db,
  surroundings: Surroundings,
  userId: number,
  { code, recovery_code }: Step,
): Promise<'app' | 'recovery code' | undefined> {
  if (code !== undefined)
    return (await spendCode(db, surroundings, userId, code, { isConfirmed: true }))
      ? 'app'
      : undefined
  const { app, scope } = surroundings
  const hashes = app.secrets.map((secret) => hashOfCode(secret, userId, recovery_code ?? ''))
  return (await spendRecoveryCode(db, scope, userId, hashes)) ? 'recovery code' : undefined
}

/** Accepts a time step once. The first code confirms an authenticator that is being set up. */
export async function spendCode(
  db: Db,
  { app, scope }: Surroundings,
  userId: number,
  code: string,
  state: { isConfirmed: boolean },
): Promise<boolean> {
  const found = await lockAuthenticator(db, scope, userId, state)
  if (!found) return false
  const secret = decrypt(app.secrets, placeOf(scope, userId), found.secret)
  const last_step = await stepOf(secret, code, app.adapters.now(), found.last_step)
  if (last_step === undefined) return false
  await keepStep(db, scope, userId, { last_step, secret: sealSecret(app, scope, userId, secret) })
  return true
}

export function sealSecret(app: App, scope: Scope, userId: number, secret: string): Buffer {
  return encrypt(app.secrets, placeOf(scope, userId), secret)
}

export function codeWrong({ code }: Step, details?: TriesLeft): ApiError {
  const field = code === undefined ? 'recovery_code' : 'code'
  return new ApiError('code-wrong', 'The code is not right, or it was used before.', {
    fields: { [field]: 'This code is not right, or it was used before' },
    details,
  })
}

function placeOf(scope: Scope, userId: number) {
  return `authenticator of ${scope.tenantId}/${userId}`
}

async function stepOf(secret: string, token: string, now: Date, last: number | null) {
  const epoch = Math.floor(now.getTime() / 1000)
  const options = { secret, token, epoch, epochTolerance: TOLERANCE }
  // It throws when the clock went back behind the last step: then nothing is right until it has caught up.
  const result = await verify({ ...options, ...(last !== null && { afterTimeStep: last }) }).catch(
    () => undefined,
  )
  return result?.valid && 'timeStep' in result ? result.timeStep : undefined
}
