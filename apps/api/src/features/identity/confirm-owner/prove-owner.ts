import type { ProofNeeded } from 'contract/auth'
import type { NeededProof, OwnerProofBody } from 'contract/proof'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import {
  codeWrong,
  forgetCodes,
  limitCodes,
  passSecondStep,
} from '#features/identity/mfa/second-step.ts'
import { confirmPassword } from './confirm-password.ts'
import { getSignIn, keepProof } from './proof.queries.ts'

/** What somebody has to show who wants to change how they sign in: all that signing in took. */
export async function proofFor(db: Db, { scope, actor }: SignedInContext): Promise<NeededProof> {
  const { method, is_fresh, has_mfa } = await getSignIn(db, scope, actor.id, actor.sessionId)
  if (method === 'sso') return is_fresh ? 'nothing' : 'too-old'
  return has_mfa ? 'password-and-code' : 'password'
}

/** Whoever holds only a session changes nothing about how its owner signs in. */
export async function proveOwner(context: SignedInContext, proof: OwnerProofBody): Promise<void> {
  const needed = await context.inTenant((db) => proofFor(db, context))
  if (needed === 'nothing') return
  if (needed === 'too-old') throw tooOld()
  if (needed === 'password') await provePassword(context, proof)
  else await proveBoth(context, proof)
}

/** The password, and the code where there is a second step, whatever way the session began. */
export async function proveFactors(
  context: SignedInContext,
  proof: OwnerProofBody,
  field: string,
): Promise<void> {
  const { scope, actor, inTenant } = context
  const { has_mfa } = await inTenant((db) => getSignIn(db, scope, actor.id, actor.sessionId))
  if (has_mfa) await proveBoth(context, proof, field)
  else await provePassword(context, proof, field)
}

/** Password and code; without a second step no code is right. */
export async function proveBoth(
  context: SignedInContext,
  { password = '', ...step }: OwnerProofBody,
  field = 'password',
): Promise<void> {
  const { actor, scope, request, inTenant } = context
  await confirmPassword(context, password, field)
  await limitCodes(context, actor.id)
  // The refusal's record must stay even though the answer is an error.
  const isRight = await inTenant(async (db) => {
    if (await passSecondStep(db, context, actor.id, step)) {
      await keepProof(db, scope, actor.sessionId)
      return true
    }
    const action = 'mfa.rejected'
    await recordEvent(db, { scope, actor, request }, action)
    return false
  })
  if (!isRight) throw codeWrong(step)
  await forgetCodes(context, actor.id)
}

/** Passes within ten minutes of signing in, or of the last proof; then a proof comes first. */
export async function requireProof(db: Db, { scope, actor }: SignedInContext): Promise<void> {
  const { method, is_fresh, has_mfa } = await getSignIn(db, scope, actor.id, actor.sessionId)
  if (is_fresh) return
  if (method === 'sso') throw tooOld()
  const details: ProofNeeded = { needs: has_mfa ? 'password-and-code' : 'password' }
  throw new ApiError('proof-needed', 'Show first that it is you.', { details })
}

async function provePassword(
  context: SignedInContext,
  { password = '' }: OwnerProofBody,
  field = 'password',
) {
  const { scope, actor, inTenant } = context
  await confirmPassword(context, password, field)
  await inTenant((db) => keepProof(db, scope, actor.sessionId))
}

function tooOld() {
  return new ApiError('sign-in-too-old', 'Sign out and in again first, then make this change.')
}
