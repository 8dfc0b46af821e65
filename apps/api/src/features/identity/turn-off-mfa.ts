import type { MfaProofBody } from 'contract/mfa'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { revokeOtherSessions } from './sessions.queries.ts'
import { proveBoth } from '#features/identity/confirm-owner/prove-owner.ts'
import { deleteAuthenticator, getMfaStatus } from '#features/identity/mfa/authenticators.queries.ts'
import { deleteChallenges } from './challenges.queries.ts'
import { MFA_OFF } from './mail-texts.ts'
import { queueMail } from '#support/queue-mail.ts'
import { deleteRecoveryCodes } from '#features/identity/mfa/recovery-codes.queries.ts'
import { renewRecoveryCodes } from '#features/identity/mfa/set-up-mfa.ts'

/** Takes both factors, as new codes do: it weakens the second. Where the organisation asks for it, it stays on. */
export async function turnOffMfa(context: SignedInContext, proof: MfaProofBody): Promise<void> {
  const { scope, actor, inTenant } = context
  const status = await inTenant((db) => getMfaStatus(db, scope, actor.id, actor.sessionId))
  if (status.is_required)
    throw new ApiError('mfa-required', 'Your organisation asks for two-step sign-in: it stays on.')
  await proveBoth(context, proof)
  await inTenant(async (db) => {
    await removeMfa(db, context, actor.id)
    await revokeOtherSessions(db, scope, actor.id, actor.sessionId)
    await recordEvent(db, context, 'mfa.disabled')
    await queueMail(db, context, { to: actor.email, ...MFA_OFF })
  })
}

export async function replaceCodes(
  context: SignedInContext,
  proof: MfaProofBody,
): Promise<string[]> {
  await proveBoth(context, proof)
  return await context.inTenant(async (db) => {
    await recordEvent(db, context, 'mfa.codes_renewed')
    return await renewRecoveryCodes(db, context)
  })
}

/** Answers whether it was on. */
export async function removeMfa(
  db: Db,
  { scope }: SignedInContext,
  userId: number,
): Promise<boolean> {
  await deleteChallenges(db, scope, userId)
  await deleteRecoveryCodes(db, scope, userId)
  return await deleteAuthenticator(db, scope, userId)
}
