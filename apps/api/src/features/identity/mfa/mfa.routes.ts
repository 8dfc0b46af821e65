import { type MfaBody, mfa } from 'contract/mfa'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { replaceCodes, turnOffMfa } from '#features/identity/turn-off-mfa.ts'
import { getMfaStatus } from './authenticators.queries.ts'
import { confirmMfa, startMfa } from './set-up-mfa.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/scope.ts'
import { ATTEMPTS, spendChallenge, takeAttempt } from '#features/identity/challenges.queries.ts'
import type { MfaContext } from '#features/identity/mfa-token.ts'
import { rememberDevice } from '#features/identity/session/known-device.ts'
import { startSession } from '#features/identity/sign-in.ts'
import { getUser } from '#features/identity/accounts.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'
import { codeWrong, forgetCodes, limitCodes, spendAnyCode } from './verification-code.ts'

export function mfaRoutes(server: Server): void {
  handleDetached(server, mfa.verify, async ({ body }, context) => ({
    token: await finishSignIn(context, body),
  }))

  handle(server, mfa.status, (_, { db, scope, actor }) =>
    getMfaStatus(db, scope, actor.id, actor.sessionId),
  )

  handleDetached(server, mfa.start, ({ body }, context) => startMfa(context, body.password))

  handle(server, mfa.confirm, async ({ body }, context) => ({
    recovery_codes: await confirmMfa(context.db, context, body.code),
  }))

  handleDetached(server, mfa.renewCodes, async ({ body }, context) => ({
    recovery_codes: await replaceCodes(context, body),
  }))

  handleDetached(server, mfa.disable, ({ body }, context) => turnOffMfa(context, body))
}

/** Answers the access token of a session for the right code. */
async function finishSignIn(context: MfaContext, body: MfaBody): Promise<string> {
  const { pending, scope, inTenant } = context
  const attempt = await inTenant((db) => takeAttempt(db, scope, pending))
  if (attempt === undefined) throw over()
  await limitCodes(context, pending.userId)
  // Committed even though the answer is an error.
  const token = await inTenant((db) => checkCode(db, context, body, attempt === ATTEMPTS))
  if (token === undefined) throw codeWrong(body, { attempts_left: ATTEMPTS - attempt })
  await forgetCodes(context, pending.userId)
  return token
}

async function checkCode(db: Db, context: MfaContext, body: MfaBody, isLastAttempt: boolean) {
  const { app, pending, scope, request } = context
  const user = await getUser(db, scope, pending.userId, app.adapters.now())
  const verification = await spendAnyCode(db, context, user.id, body)
  if (verification === undefined || !user.is_active) {
    const subject = `user ${user.id}`
    await recordEvent(db, { scope, request }, 'mfa.rejected', { subject })
    if (isLastAttempt) await recordEvent(db, { scope, request }, 'mfa.locked', { subject })
    return undefined
  }
  if (!(await spendChallenge(db, scope, pending))) throw over()
  if (verification === 'recovery code')
    await queueMail(db, context, { to: user.email, ...MAILS.recoveryCodeUsed.text() })
  rememberDevice(context, user.email)
  return await startSession(db, context, user.id, { method: 'password', verification })
}

function over() {
  const message = 'Your sign-in took too long, or you entered too many wrong codes. Sign in again.'
  return new ApiError('signed-out', message)
}
