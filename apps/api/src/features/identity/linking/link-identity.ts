import type { PublicContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { findByIdentity, insertIdentity } from '#features/identity/sso/identities.queries.ts'
import { getUser } from '#features/identity/users.queries.ts'
import { linkedMail } from '#features/identity/mail-texts.ts'
import { queueMail } from '#support/queue-mail.ts'

/** Answers false when the identity is somebody else's, or the account has another one of this issuer. */
export async function linkIdentity(
  db: Db,
  context: PublicContext,
  userId: number,
  { name, issuer, subject }: { name: string; issuer: string; subject: string },
): Promise<boolean> {
  const { scope, request } = context
  const known = await findByIdentity(db, scope, issuer, subject)
  if (known) return known.id === userId
  if (!(await insertIdentity(db, scope, { issuer, subject, user_id: userId }))) return false
  await recordEvent(db, { scope, actor: { id: userId }, request }, 'identity.linked', {
    subject: `user ${userId}`,
    details: { issuer, by_hand: true },
  })
  const { email } = await getUser(db, scope, userId, context.app.adapters.now())
  await queueMail(db, context, { to: email, ...linkedMail(name) })
  return true
}
