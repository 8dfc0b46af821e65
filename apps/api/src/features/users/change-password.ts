import type { PasswordChangeBody } from 'contract/users'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type Limit, countAttempt, forgetAttempts } from '#db/rate-limits.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { hashPassword, isPassword } from '#features/auth/password.ts'
import { refuseWeakPassword } from '#features/auth/refuse-weak-password.ts'
import { revokeOtherSessions } from '#features/auth/sessions.queries.ts'
import { revokeLinksOf } from '#features/links/links.queries.ts'
import { getPasswordHash, updateUser } from './users.queries.ts'

const CONFIRMATIONS: Limit = { name: 'password confirmation', most: 10, windowSeconds: 900 }

/** Sets a new password and ends every other session of the person. */
export async function changePassword(
  context: SignedInContext,
  body: PasswordChangeBody,
): Promise<void> {
  await confirmPassword(context, body.current_password, 'current_password')
  await refuseWeakPassword(context, body.password, context.actor)
  const password_hash = await hashPassword(body.password)
  const { scope, actor, request } = context
  await context.inTenant(async (db) => {
    await updateUser(db, scope, actor.id, { password_hash })
    await revokeOtherSessions(db, scope, actor.id, actor.sessionId)
    await revokeLinksOf(db, scope, ['reset'], actor.id)
    await recordEvent(db, scope, {
      action: 'password changed',
      actorId: actor.id,
      requestId: request.id,
    })
  })
}

/** Whoever holds only a session cannot guess the password through it. */
export async function confirmPassword(
  context: SignedInContext,
  password: string,
  field: string,
): Promise<void> {
  const { app, scope, actor, inTenant } = context
  const subject = String(actor.id)
  const wait = await countAttempt(app.pools, app.secret, CONFIRMATIONS, subject)
  if (wait > 0)
    throw new ApiError('too-many-requests', 'Too many tries. Wait a few minutes and try again.', {
      retryAfter: wait,
    })
  const stored = await inTenant((db) => getPasswordHash(db, scope, actor.id))
  if (await isPassword(stored, password))
    return await forgetAttempts(app.pools, app.secret, CONFIRMATIONS, subject)
  throw new ApiError('password-wrong', 'The password is not right.', {
    fields: { [field]: 'This is not your password' },
  })
}
