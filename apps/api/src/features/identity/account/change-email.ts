import type { EmailChangeBody } from 'contract/account'
import type { SignedInContext, Db } from '#core/context.ts'
import type { Limit } from '#db/rate-limits.ts'
import { proveOwner } from '#features/identity/confirm-owner/prove-owner.ts'
import { confirmEmailMail, emailChangedMail } from '#features/identity/mail-texts.ts'
import { clearPendingEmail, emailTaken, updateUser } from '#features/identity/users.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { limitAttempts } from '#support/limit-attempts.ts'
import { PER_TARGET } from '#support/request-link.ts'
import { insertLink, revokeLinksOf } from '#support/links.queries.ts'
import { queueMail } from '#support/queue-mail.ts'
import { useLink } from '#support/use-link.ts'

const PER_ACCOUNT: Limit = { name: 'e-mail change', most: 10, windowSeconds: 3600 }

/** The address changes when the link mailed to the new address is opened. */
export async function requestEmailChange(
  context: SignedInContext,
  { email, back_to = '/settings', ...proof }: EmailChangeBody,
): Promise<void> {
  await proveOwner(context, proof)
  const { scope, tenant, actor } = context
  const subject = () => ({ actor })
  // The account comes first, so that its requests don't use up the limit of an address.
  await limitAttempts(context, PER_ACCOUNT, String(actor.id), subject)
  const target = `email-change\n${tenant.id}\n${email.toLowerCase()}`
  await limitAttempts(context, PER_TARGET, target, subject)
  await context.inTenant(async (db) => {
    await revokeLinksOf(db, scope, ['email-change'], actor.id)
    const link = { kind: 'email-change', email, userId: actor.id } as const
    const { signature } = await insertLink(db, scope, link)
    await updateUser(db, scope, actor.id, { pending_email: email })
    await recordEvent(db, context, 'email_change.requested')
    const mail = confirmEmailMail(context, actor.name, `${back_to}?confirm=${signature}`)
    await queueMail(db, context, { to: email, ...mail })
  })
}

export async function confirmEmailChange(db: Db, context: SignedInContext, signature: string) {
  const { scope, actor } = context
  const { email } = await useLink(db, scope, { kind: 'email-change', signature, userId: actor.id })
  await updateUser(db, scope, actor.id, { email, pending_email: null }).catch((error: unknown) => {
    throw emailTaken(error)
  })
  // Links in mails to the old address must no longer open the account.
  await revokeLinksOf(db, scope, ['reset'], actor.id)
  await recordEvent(db, context, 'email.changed')
  await queueMail(db, context, { to: actor.email, ...emailChangedMail(email) })
}

export async function cancelEmailChange(db: Db, context: SignedInContext): Promise<void> {
  const { scope, actor } = context
  await revokeLinksOf(db, scope, ['email-change'], actor.id)
  if (await clearPendingEmail(db, scope, actor.id))
    await recordEvent(db, context, 'email_change.withdrawn')
}
