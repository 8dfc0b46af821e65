import type { PasswordChangeBody } from 'contract/users'
import type { SignedInContext } from '#core/context.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { hashPassword } from '#features/identity/session/password.ts'
import { refuseWeakPassword } from '#features/identity/session/refuse-weak-password.ts'
import { revokeOtherSessions } from '#features/identity/sessions.queries.ts'
import { revokeLinksOf } from '#support/links.queries.ts'
import { deleteChallenges } from '#features/identity/challenges.queries.ts'
import { proveFactors } from '#features/identity/confirm-owner/prove-owner.ts'
import { updateUser } from '#features/identity/users.queries.ts'

/** Sets a new password and ends every other session of the person. */
export async function changePassword(
  context: SignedInContext,
  { current_password, password, ...step }: PasswordChangeBody,
): Promise<void> {
  // Before the proof: a code counts once.
  await refuseWeakPassword(context, password, context.actor)
  await proveFactors(context, { password: current_password, ...step }, 'current_password')
  const password_hash = await hashPassword(password)
  const { scope, actor, request } = context
  await context.inTenant(async (db) => {
    await updateUser(db, scope, actor.id, { password_hash })
    await deleteChallenges(db, scope, actor.id)
    await revokeOtherSessions(db, scope, actor.id, actor.sessionId)
    await revokeLinksOf(db, scope, ['reset'], actor.id)
    await recordEvent(db, scope, {
      action: 'password changed',
      actorId: actor.id,
      requestId: request.id,
    })
  })
}
