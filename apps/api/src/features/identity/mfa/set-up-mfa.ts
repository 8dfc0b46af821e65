import type { MfaSecret } from 'contract/mfa'
import { generateSecret, generateURI } from 'otplib'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { confirmPassword } from '#features/identity/confirm-owner.ts'
import { revokeOtherSessions } from '#features/identity/sessions.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'
import { insertAuthenticator, isMfaOn } from './authenticators.queries.ts'
import { hashOfCode, inGroups, newRecoveryCodes } from './recovery-codes.ts'
import { codeWrong, encryptSecret, spendCode } from './verification-code.ts'
import { replaceRecoveryCodes } from './recovery-codes.queries.ts'

/** Answers a secret for an authenticator app. Verification is off until a code confirms it. */
export async function startMfa(context: SignedInContext, password: string): Promise<MfaSecret> {
  await confirmPassword(context, password, 'password')
  const { app, tenant, scope, actor, inTenant } = context
  const secret = generateSecret()
  const encrypted = encryptSecret(app, scope, actor.id, secret)
  if (!(await inTenant((db) => insertAuthenticator(db, scope, actor.id, encrypted)))) throw isOn()
  // A colon separates issuer and label.
  const issuer = tenant.name.replaceAll(':', '')
  return { secret, uri: generateURI({ issuer, label: actor.email, secret }) }
}

/** Turns verification on and answers the recovery codes, which are never shown again. */
export async function confirmMfa(db: Db, context: SignedInContext, code: string) {
  const { scope, actor } = context
  if (await isMfaOn(db, scope, actor.id)) throw isOn()
  if (!(await spendCode(db, context, actor.id, code, { isConfirmed: false })))
    throw codeWrong({ code })
  const codes = await renewRecoveryCodes(db, context)
  await revokeOtherSessions(db, scope, actor.id, actor.sessionId)
  await recordEvent(db, context, 'mfa.enabled')
  await queueMail(db, context, { to: actor.email, ...MAILS.mfaOn.text() })
  return codes
}

export async function renewRecoveryCodes(db: Db, { app, scope, actor }: SignedInContext) {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashOfCode(app.secret, actor.id, code))
  await replaceRecoveryCodes(db, scope, actor.id, hashes)
  return codes.map(inGroups)
}

function isOn() {
  return new ApiError('conflict', 'Two-step verification is already on. Turn it off first.')
}
