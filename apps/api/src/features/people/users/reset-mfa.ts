import { isGodLevel } from 'contract/permissions'
import type { SignedInContext, Db } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { knownRoles } from '#core/permissions.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { revokeAllSessions } from '#features/identity/sessions.queries.ts'
import { withLockedUser, requireActive } from '#features/people/locked-users.ts'
import { getUser, hasUser } from '#features/identity/users.queries.ts'
import { MFA_RESET } from '#features/identity/mail-texts.ts'
import { queueMail } from '#support/queue-mail.ts'
import { removeMfa } from '#features/identity/turn-off-mfa.ts'

/** For a lost device of a colleague at this host, or of a user in a visible organisation. */
export async function resetMfaOf(context: SignedInContext, userId: number): Promise<void> {
  const { scope, inTenant } = context
  const isColleague = await inTenant((db) => hasUser(db, scope, userId))
  if (isColleague) return await inTenant((db) => resetMfa(db, context, userId))
  await withLockedUser(context, userId, async (db, elsewhere) => {
    const tenant = await requireActive(db, elsewhere)
    await resetMfa(db, { ...context, tenant, scope: elsewhere }, userId)
  })
}

/** Ends all sessions too, because the lost device may be signed in. */
async function resetMfa(db: Db, context: SignedInContext, userId: number): Promise<void> {
  const { app, scope, actor } = context
  const user = await getUser(db, scope, userId, app.adapters.now())
  if (user.id === actor.id)
    throw new ApiError('forbidden', 'Turn off your own two-step verification in your settings.')
  if (isGodLevel(knownRoles(user.roles)) && !isGodLevel(actor.roles))
    throw new ApiError('forbidden', 'Your role does not allow this.')
  if (!(await removeMfa(db, context, userId))) return
  await revokeAllSessions(db, scope, userId)
  await recordEvent(db, context, 'mfa.reset', { subject: `user ${userId}` })
  await queueMail(db, context, { to: user.email, ...MFA_RESET })
}
