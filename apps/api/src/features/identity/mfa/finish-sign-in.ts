import type { MfaBody } from 'contract/mfa'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { rememberDevice } from '#features/identity/session/known-device.ts'
import { startSession } from '#features/identity/sign-in.ts'
import { getUser } from '#features/identity/users.queries.ts'
import { TRIES, takeTry, spendChallenge } from '#features/identity/challenges.queries.ts'
import type { MfaContext } from '#features/identity/mfa-token.ts'
import { RECOVERY_CODE_USED } from '#features/identity/mail-texts.ts'
import { queueMail } from '#support/queue-mail.ts'
import { codeWrong, forgetCodes, limitCodes, passSecondStep } from './second-step.ts'

/** The second step of a sign-in: a session for a right code that nobody has used. */
export async function finishSignIn(context: MfaContext, body: MfaBody): Promise<string> {
  const { pending, scope, inTenant } = context
  const tries = await inTenant((db) => takeTry(db, scope, pending))
  if (tries === undefined) throw over()
  await limitCodes(context, pending.userId)
  // The refusal's record must stay even though the answer is an error.
  const token = await inTenant((db) => pass(db, context, body, tries === TRIES))
  if (token === undefined) throw codeWrong(body, { tries_left: TRIES - tries })
  await forgetCodes(context, pending.userId)
  return token
}

async function pass(
  db: Db,
  context: MfaContext,
  body: MfaBody,
  isLastTry: boolean,
): Promise<string | undefined> {
  const { app, pending, scope, request } = context
  const user = await getUser(db, scope, pending.userId, app.adapters.now())
  const second_step = await passSecondStep(db, context, user.id, body)
  if (second_step === undefined || !user.is_active) {
    const subject = `user ${user.id}`
    await recordEvent(db, { scope, request }, 'mfa.rejected', { subject })
    if (isLastTry) await recordEvent(db, { scope, request }, 'mfa.locked', { subject })
    return undefined
  }
  if (!(await spendChallenge(db, scope, pending))) throw over()
  if (second_step === 'recovery code')
    await queueMail(db, context, { to: user.email, ...RECOVERY_CODE_USED })
  rememberDevice(context, user.email)
  return await startSession(db, context, user.id, { method: 'password', second_step })
}

function over() {
  return new ApiError('signed-out', 'This sign-in took too long or too many tries. Sign in again.')
}
