import type { ConfirmationDetails } from 'contract/auth'
import type { RequiredConfirmation, OwnerConfirmationBody } from 'contract/confirm-owner'
import type { PublicContext, SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { forgetAttempts } from '#db/rate-limits.ts'
import {
  codeWrong,
  forgetCodes,
  limitCodes,
  spendAnyCode,
} from '#features/identity/mfa/verification-code.ts'
import { accountOfUser } from '#features/identity/account-locks.ts'
import { isPassword } from '#features/identity/session/password.ts'
import { getPasswordHash } from './accounts.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { type Limit, limitAttempts } from '#support/limit-attempts.ts'
import { getSignIn, saveConfirmation } from './confirmations.queries.ts'

const CONFIRMATIONS: Limit = { name: 'password confirmation', most: 10, windowSeconds: 900 }

/** The confirmation that a change to the sign-in methods needs. */
export async function neededConfirmation(
  db: Db,
  context: SignedInContext,
): Promise<RequiredConfirmation> {
  const { method, is_fresh, has_mfa } = await getSignIn(db, context)
  if (method === 'sso') return is_fresh ? 'nothing' : 'too-old'
  return has_mfa ? 'password-and-code' : 'password'
}

/** A stolen session alone must not change how its owner signs in. */
export async function confirmOwner(
  context: SignedInContext,
  confirmation: OwnerConfirmationBody,
): Promise<void> {
  const needed = await context.inTenant((db) => neededConfirmation(db, context))
  if (needed === 'nothing') return
  if (needed === 'too-old') throw tooOld()
  if (needed === 'password') await confirmWithPassword(context, confirmation)
  else await confirmBoth(context, confirmation)
}

/** The password, and a code with two-step verification, for sessions of any method. */
export async function confirmFactors(
  context: SignedInContext,
  confirmation: OwnerConfirmationBody,
  field: string,
) {
  const { has_mfa } = await context.inTenant((db) => getSignIn(db, context))
  if (has_mfa) await confirmBoth(context, confirmation, field)
  else await confirmWithPassword(context, confirmation, field)
}

export async function confirmBoth(
  context: SignedInContext,
  { password = '', ...step }: OwnerConfirmationBody,
  field = 'password',
): Promise<void> {
  const { actor, inTenant } = context
  await confirmPassword(context, password, field)
  await limitCodes(context, actor.id)
  // Committed even though the answer is an error.
  const isRight = await inTenant(async (db) => {
    const isSpent = (await spendAnyCode(db, context, actor.id, step)) !== undefined
    if (isSpent) await saveConfirmation(db, context)
    else await recordEvent(db, context, 'mfa.rejected')
    return isSpent
  })
  if (!isRight) throw codeWrong(step)
  await forgetCodes(context, actor.id)
}

/** Refuses unless the sign-in, or the last confirmation, is at most ten minutes old. */
export async function requireConfirmation(db: Db, context: SignedInContext): Promise<void> {
  const { method, is_fresh, has_mfa } = await getSignIn(db, context)
  if (is_fresh) return
  if (method === 'sso') throw tooOld()
  const details: ConfirmationDetails = { needs: has_mfa ? 'password-and-code' : 'password' }
  throw new ApiError(
    'proof-needed',
    'You signed in more than 10 minutes ago. Confirm it’s you, then try again.',
    { details },
  )
}

/** After a new password by mail. */
export async function forgetConfirmations({ app }: PublicContext, userId: number): Promise<void> {
  await forgetAttempts(app.pools, app.secret, CONFIRMATIONS, String(userId))
}

/** Limited, so that a stolen session can't be used to guess the password. */
export async function confirmPassword(context: SignedInContext, password: string, field: string) {
  const { app, scope, actor, inTenant } = context
  const subject = String(actor.id)
  await limitAttempts(context, CONFIRMATIONS, subject, () => ({ actor }), accountOfUser(actor.id))
  const stored = await inTenant((db) => getPasswordHash(db, scope, actor.id))
  if (await isPassword(stored, password))
    return await forgetAttempts(app.pools, app.secret, CONFIRMATIONS, subject)
  await inTenant((db) => recordEvent(db, context, 'password.rejected'))
  throw new ApiError('password-wrong', 'That password is wrong. Try again.', {
    fields: { [field]: 'That password is wrong' },
  })
}

async function confirmWithPassword(
  context: SignedInContext,
  { password = '' }: OwnerConfirmationBody,
  field = 'password',
) {
  await confirmPassword(context, password, field)
  await context.inTenant((db) => saveConfirmation(db, context))
}

function tooOld() {
  return new ApiError(
    'sign-in-too-old',
    'You signed in more than 10 minutes ago. Sign out, then sign in again to continue.',
  )
}
