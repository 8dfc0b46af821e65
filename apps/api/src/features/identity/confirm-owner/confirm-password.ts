import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type Limit, forgetAttempts } from '#db/rate-limits.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { limitAttempts } from '#support/limit-attempts.ts'
import { isPassword } from '#features/identity/session/password.ts'
import { getPasswordHash } from '#features/identity/users.queries.ts'

const CONFIRMATIONS: Limit = { name: 'password confirmation', most: 10, windowSeconds: 900 }

/** Whoever holds only a session cannot guess the password through it. */
export async function confirmPassword(
  context: SignedInContext,
  password: string,
  field: string,
): Promise<void> {
  const { app, scope, actor, inTenant } = context
  const subject = String(actor.id)
  await limitAttempts(context, CONFIRMATIONS, subject, () => ({ actor }))
  const stored = await inTenant((db) => getPasswordHash(db, scope, actor.id))
  if (await isPassword(stored, password))
    return await forgetAttempts(app.pools, app.secret, CONFIRMATIONS, subject)
  const action = 'password.rejected'
  await inTenant((db) => recordEvent(db, context, action))
  throw new ApiError('password-wrong', 'The password is not right.', {
    fields: { [field]: 'This is not your password' },
  })
}
