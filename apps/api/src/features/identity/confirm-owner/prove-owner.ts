import type { ProofNeeded } from 'contract/auth'
import type { NeededProof, OwnerProofBody } from 'contract/proof'
import { sql } from 'kysely'
import type { SignedInContext, Db } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type Limit, forgetAttempts } from '#db/rate-limits.ts'
import {
  codeWrong,
  forgetCodes,
  limitCodes,
  spendAnyCode,
} from '#features/identity/mfa/verification-code.ts'
import { isPassword } from '#features/identity/session/password.ts'
import { getPasswordHash } from '#features/identity/users.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { limitAttempts } from '#support/limit-attempts.ts'

/** A proof, or a single sign-on, counts so long. */
const FRESH_MINUTES = 10
const CONFIRMATIONS: Limit = { name: 'password confirmation', most: 10, windowSeconds: 900 }

/** The proof that a change to the sign-in methods needs. */
export async function proofFor(db: Db, context: SignedInContext): Promise<NeededProof> {
  const { method, is_fresh, has_mfa } = await getSignIn(db, context)
  if (method === 'sso') return is_fresh ? 'nothing' : 'too-old'
  return has_mfa ? 'password-and-code' : 'password'
}

/** A stolen session alone must not change how its owner signs in. */
export async function proveOwner(context: SignedInContext, proof: OwnerProofBody): Promise<void> {
  const needed = await context.inTenant((db) => proofFor(db, context))
  if (needed === 'nothing') return
  if (needed === 'too-old') throw tooOld()
  if (needed === 'password') await provePassword(context, proof)
  else await proveBoth(context, proof)
}

/** The password, and a code with two-step verification, for sessions of any method. */
export async function proveFactors(context: SignedInContext, proof: OwnerProofBody, field: string) {
  const { has_mfa } = await context.inTenant((db) => getSignIn(db, context))
  if (has_mfa) await proveBoth(context, proof, field)
  else await provePassword(context, proof, field)
}

export async function proveBoth(
  context: SignedInContext,
  { password = '', ...step }: OwnerProofBody,
  field = 'password',
): Promise<void> {
  const { actor, inTenant } = context
  await confirmPassword(context, password, field)
  await limitCodes(context, actor.id)
  // Committed even though the answer is an error.
  const isRight = await inTenant(async (db) => {
    const isSpent = (await spendAnyCode(db, context, actor.id, step)) !== undefined
    if (isSpent) await saveProof(db, context)
    else await recordEvent(db, context, 'mfa.rejected')
    return isSpent
  })
  if (!isRight) throw codeWrong(step)
  await forgetCodes(context, actor.id)
}

/** Refuses unless the sign-in, or the last proof, is at most ten minutes old. */
export async function requireProof(db: Db, context: SignedInContext): Promise<void> {
  const { method, is_fresh, has_mfa } = await getSignIn(db, context)
  if (is_fresh) return
  if (method === 'sso') throw tooOld()
  const details: ProofNeeded = { needs: has_mfa ? 'password-and-code' : 'password' }
  throw new ApiError('proof-needed', 'Confirm it’s you first.', { details })
}

/** Limited, so that a stolen session can't be used to guess the password. */
export async function confirmPassword(context: SignedInContext, password: string, field: string) {
  const { app, scope, actor, inTenant } = context
  const subject = String(actor.id)
  await limitAttempts(context, CONFIRMATIONS, subject, () => ({ actor }))
  const stored = await inTenant((db) => getPasswordHash(db, scope, actor.id))
  if (await isPassword(stored, password))
    return await forgetAttempts(app.pools, app.secret, CONFIRMATIONS, subject)
  await inTenant((db) => recordEvent(db, context, 'password.rejected'))
  throw new ApiError('password-wrong', 'The password is wrong.', {
    fields: { [field]: 'This is not your password' },
  })
}

async function provePassword(
  context: SignedInContext,
  { password = '' }: OwnerProofBody,
  field = 'password',
) {
  await confirmPassword(context, password, field)
  await context.inTenant((db) => saveProof(db, context))
}

async function getSignIn(db: Db, { scope, actor }: SignedInContext) {
  return await db
    .selectFrom('sessions as s')
    .select([
      sql<'password' | 'sso'>`s.method`.as('method'),
      sql<boolean>`s.proved_at > now() - make_interval(mins => ${FRESH_MINUTES})`.as('is_fresh'),
      sql<boolean>`exists (select from authenticators a where a.tenant_id = s.tenant_id
        and a.user_id = s.user_id and a.confirmed_at is not null)`.as('has_mfa'),
    ])
    .where('s.tenant_id', '=', scope.tenantId)
    .where('s.id', '=', actor.sessionId)
    .where('s.user_id', '=', actor.id)
    .executeTakeFirstOrThrow()
}

/** A password is no proof in a session of single sign-on. */
async function saveProof(db: Db, { scope, actor }: SignedInContext): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', actor.sessionId)
    .where('method', '=', 'password')
    .execute()
}

function tooOld() {
  return new ApiError('sign-in-too-old', 'Sign out and sign in again, then make this change.')
}
