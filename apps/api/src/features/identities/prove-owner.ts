import type { OwnerProofBody, SignInWays } from 'contract/identities'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { codeWrong, forgetCodes, limitCodes, passSecondStep } from '#features/mfa/second-step.ts'
import { confirmPassword } from '#features/users/change-password.ts'
import { getSignIn } from './account.queries.ts'

/** What somebody has to show who wants to change how they sign in: all that signing in took. */
export async function proofFor(
  db: Db,
  { scope, actor }: SignedInContext,
): Promise<SignInWays['proof']> {
  const { method, is_fresh, has_mfa } = await getSignIn(db, scope, actor.id, actor.sessionId)
  if (method === 'sso') return is_fresh ? 'nothing' : 'too-old'
  return has_mfa ? 'password-and-code' : 'password'
}

/** Whoever holds only a session adds no way in for later, and takes none away. */
export async function proveOwner(
  context: SignedInContext,
  { password = '', ...step }: OwnerProofBody,
): Promise<void> {
  const needed = await context.inTenant((db) => proofFor(db, context))
  if (needed === 'nothing') return
  if (needed === 'too-old') {
    throw new ApiError('sign-in-too-old', 'Sign out and in again first, then make this change.')
  }
  await confirmPassword(context, password, 'password')
  if (needed === 'password-and-code') await proveCode(context, step)
}

async function proveCode(context: SignedInContext, step: Omit<OwnerProofBody, 'password'>) {
  const { actor, scope, request, inTenant } = context
  await limitCodes(context, actor.id)
  // The refusal's record must stay even though the answer is an error.
  const isRight = await inTenant(async (db) => {
    if (await passSecondStep(db, context, actor.id, step)) return true
    const action = 'second step refused'
    await recordEvent(db, scope, { action, actorId: actor.id, requestId: request.id })
    return false
  })
  if (!isRight) throw codeWrong(step)
  await forgetCodes(context, actor.id)
}
