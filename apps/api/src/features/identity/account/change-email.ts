import type { EmailChangeBody } from 'contract/account'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import type { Limit } from '#db/rate-limits.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { limitAttempts } from '#support/limit-attempts.ts'
import { PER_TARGET } from '#support/request-link.ts'
import { insertLink, revokeLinksOf } from '#support/links.queries.ts'
import { useLink } from '#support/use-link.ts'
import { addressOf } from '#support/address-of.ts'
import { queueMail } from '#support/queue-mail.ts'
import { proveOwner } from '#features/identity/confirm-owner/prove-owner.ts'
import { emailTaken } from '#features/identity/email-taken.ts'
import { clearPendingEmail, updateUser } from '#features/identity/users.queries.ts'

const PER_ACCOUNT: Limit = { name: 'e-mail change', most: 10, windowSeconds: 3600 }

/** The address changes only when the link that goes to the new one is opened. */
export async function requestEmailChange(
  context: SignedInContext,
  { email, back_to = '/settings', ...proof }: EmailChangeBody,
): Promise<void> {
  await proveOwner(context, proof)
  await limitMails(context, email)
  const { scope, actor } = context
  await context.inTenant(async (db) => {
    await revokeLinksOf(db, scope, ['email-change'], actor.id)
    const { signature } = await insertLink(db, scope, {
      kind: 'email-change',
      email,
      userId: actor.id,
    })
    await updateUser(db, scope, actor.id, { pending_email: email })
    await recordEvent(db, context, 'email_change.requested')
    await queueMail(db, context, {
      to: email,
      subject: 'Confirm your new e-mail address',
      paragraphs: [
        `${actor.name} asked to sign in with this address from now on. Open the link while you are signed in to confirm it.`,
      ],
      action: {
        label: 'Confirm the address',
        href: addressOf(context, `${back_to}?confirm=${signature}`),
      },
      footnote:
        'The link works once, for 7 days. If you did not ask for it, ignore this mail: nothing changes.',
    })
  })
}

async function limitMails(context: SignedInContext, email: string) {
  const { tenant, actor } = context
  const whose = () => ({ actor })
  // An account beyond its own limit uses up nobody else's.
  await limitAttempts(context, PER_ACCOUNT, String(actor.id), whose)
  const target = `email-change\n${tenant.id}\n${email.toLowerCase()}`
  await limitAttempts(context, PER_TARGET, target, whose)
}

export async function confirmEmailChange(
  db: Db,
  context: SignedInContext,
  signature: string,
): Promise<void> {
  const { scope, actor } = context
  const { email } = await useLink(db, scope, {
    kind: 'email-change',
    signature,
    userId: actor.id,
  })
  await updateUser(db, scope, actor.id, { email, pending_email: null }).catch((error: unknown) => {
    throw emailTaken(error)
  })
  // What was sent to the old address must not open the account any more.
  await revokeLinksOf(db, scope, ['reset'], actor.id)
  await recordEvent(db, context, 'email.changed')
  await queueMail(db, context, {
    to: actor.email,
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `From now on you sign in with ${email}. If this was not you, tell your administrator at once.`,
    ],
  })
}

export async function cancelEmailChange(
  db: Db,
  { scope, actor, request }: SignedInContext,
): Promise<void> {
  await revokeLinksOf(db, scope, ['email-change'], actor.id)
  if (!(await clearPendingEmail(db, scope, actor.id))) return
  await recordEvent(db, { scope, actor, request }, 'email_change.withdrawn')
}
