import type { PublicContext, Scope, SignedInContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { addressOf } from '#support/address-of.ts'
import { type NewMail, queueMail } from '#support/queue-mail.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'

type Place = Pick<PublicContext, 'app' | 'tenant'>
type Text = Omit<NewMail, 'to'>

/** To both addresses: whoever had the old one learns of it. A suspended organisation writes to nobody. */
export async function tellEmailChanged(
  db: Db,
  { app }: SignedInContext,
  scope: Scope,
  { before, email }: { before: string; email: string },
): Promise<void> {
  const tenant = await findActiveTenant(db, scope.tenantId)
  if (!tenant) return
  for (const to of [before, email])
    await queueMail(
      db,
      { app, tenant, scope },
      {
        to,
        subject: 'Your e-mail address was changed',
        paragraphs: [
          `An administrator of ${tenant.name} changed the address of your account. From now on you sign in with ${email}.`,
          'If you did not expect this, tell your administrator at once.',
        ],
      },
    )
}

/** To somebody who was added, or moved here: the first thing is a password. */
export function welcomeMail(place: Place, signature: string): Text {
  const { name } = place.tenant
  return {
    subject: `Your account at ${name}`,
    paragraphs: [
      `An administrator made an account for you at ${name} in Waymark. Open the link to choose a password, then sign in with this e-mail address.`,
    ],
    action: {
      label: 'Choose a password',
      href: addressOf(place, `/forgot-password/${signature}`),
    },
    footnote:
      'The link works once, for 7 days. If you did not expect it, ignore this mail, or ask your administrator.',
  }
}

/** To somebody who was moved to an organisation where nobody has a password. */
export function movedMail(place: Place): Text {
  const { name } = place.tenant
  return {
    subject: `Your account moved to ${name}`,
    paragraphs: [
      `An administrator moved your account to ${name} in Waymark. Sign in there with your organisation’s own account.`,
    ],
    action: { label: 'Sign in', href: addressOf(place, '/login') },
  }
}
