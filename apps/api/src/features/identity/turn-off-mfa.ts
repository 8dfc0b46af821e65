import type { MfaConfirmationBody } from 'contract/mfa'
import type { SignedInContext } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'
import { deleteChallenges } from './challenges.queries.ts'
import { confirmBoth } from '#features/identity/confirm-owner.ts'
import { deleteAuthenticator, getMfaStatus } from './mfa/authenticators.queries.ts'
import { renewRecoveryCodes } from './mfa/set-up-mfa.ts'
import { revokeOtherSessions } from './sessions.queries.ts'
import { deleteRecoveryCodes } from '#features/identity/mfa/recovery-codes.queries.ts'

/** Needs both factors. Refused where the organisation requires verification. */
export async function turnOffMfa(
  context: SignedInContext,
  confirmation: MfaConfirmationBody,
): Promise<void> {
  const { scope, actor, inTenant } = context
  const status = await inTenant((db) => getMfaStatus(db, scope, actor.id, actor.sessionId))
  if (status.is_required)
    throw new ApiError(
      'mfa-required',
      'Your organisation requires two-step verification, so you can’t turn it off.',
    )
  await confirmBoth(context, confirmation)
  await inTenant(async (db) => {
    await removeMfa(db, context, actor.id)
    await revokeOtherSessions(db, scope, actor.id, actor.sessionId)
    await recordEvent(db, context, 'mfa.disabled')
    await queueMail(db, context, { to: actor.email, ...MAILS.mfaOff.text() })
  })
}

export async function replaceCodes(context: SignedInContext, confirmation: MfaConfirmationBody) {
  await confirmBoth(context, confirmation)
  return await context.inTenant(async (db) => {
    await recordEvent(db, context, 'mfa.codes_renewed')
    await queueMail(db, context, { to: context.actor.email, ...MAILS.recoveryCodesReplaced.text() })
    return await renewRecoveryCodes(db, context)
  })
}

/** Answers whether verification was on. */
export async function removeMfa(db: Db, { scope }: { scope: Scope }, userId: number) {
  await deleteChallenges(db, scope, userId)
  await deleteRecoveryCodes(db, scope, userId)
  return await deleteAuthenticator(db, scope, userId)
}
