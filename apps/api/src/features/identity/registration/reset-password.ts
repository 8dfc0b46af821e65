import type { PublicContext } from '#core/context.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { rememberDevice } from '#features/identity/session/known-device.ts'
import { hashPassword } from '#features/identity/session/password.ts'
import { refuseWeakPassword } from '#features/identity/session/refuse-weak-password.ts'
import { revokeAllSessions } from '#features/identity/sessions.queries.ts'
import { lockLinksTo, revokeLinksOf } from '#support/links.queries.ts'
import { requireLink, useLink } from '#support/use-link.ts'
import { queueMail } from '#support/queue-mail.ts'
import { deleteChallenges } from '#features/identity/challenges.queries.ts'
import { findName, updateUser } from '#features/identity/users.queries.ts'
import { passwordChangedMail } from '#features/identity/mail-texts.ts'

/** Ends every session. Two-step verification stays on. */
export async function resetPassword(context: PublicContext, signature: string, password: string) {
  const { scope, request, inTenant } = context
  const claim = { kind: 'reset', signature } as const
  const owner = await inTenant(async (db) => {
    const email = await requireLink(db, scope, claim)
    return { email, name: await findName(db, scope, email) }
  })
  const { email } = owner
  await refuseWeakPassword(context, password, owner)
  const password_hash = await hashPassword(password)
  await inTenant(async (db) => {
    await lockLinksTo(db, scope, ['reset'], email)
    const { user_id: userId } = await useLink(db, scope, claim)
    if (userId === null) throw new Error('The password link has no user.')
    await updateUser(db, scope, userId, { password_hash })
    await deleteChallenges(db, scope, userId)
    const ended = await revokeAllSessions(db, scope, userId)
    await revokeLinksOf(db, scope, ['reset', 'email-change'], userId)
    await recordEvent(db, { scope, actor: { id: userId }, request }, 'password.reset', {
      details: { ended },
    })
    await queueMail(db, context, { to: email, ...passwordChangedMail(context) })
  })
  // So that the attempts of strangers don't block the owner.
  rememberDevice(context, email)
}
