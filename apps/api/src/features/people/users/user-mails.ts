import type { PublicContext, SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { addressOf } from '#support/address-of.ts'
import { type NewMail, queueMail } from '#support/queue-mail.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'

type TenantContext = Pick<PublicContext, 'app' | 'tenant'>
type Text = Omit<NewMail, 'to'>

/** Mails both addresses, so that the owner of the old one learns about the change. */
export async function notifyEmailChanged(
  db: Db,
  { app }: SignedInContext,
  scope: Scope,
  { before, email }: { before: string; email: string },
): Promise<void> {
  const tenant = await findActiveTenant(db, scope.tenantId)
  if (!tenant) return
  const mail = {
    subject: 'Your email address was changed',
    paragraphs: [
      `An administrator at ${tenant.name} has changed your email address. From now on, sign in with ${email}.`,
      'If you didn’t expect this, tell your administrator straight away.',
    ],
  }
  for (const to of [before, email]) await queueMail(db, { app, tenant, scope }, { to, ...mail })
}

/** For a new user, or one who was moved here. */
export function welcomeMail(tenantContext: TenantContext, signature: string): Text {
  const { name } = tenantContext.tenant
  return {
    subject: `Your account at ${name}`,
    paragraphs: [
      `An administrator has created an account for you at ${name} in Waymark. Open the link to choose a password. Then sign in with this email address.`,
    ],
    action: {
      label: 'Choose a password',
      href: addressOf(tenantContext, `/forgot-password/${signature}`),
    },
    footnote:
      'The link works once and expires in 7 days. If you didn’t expect this email, ignore it or ask your administrator.',
  }
}

/** For a user who was moved to an organisation with single sign-on only. */
export function movedMail(tenantContext: TenantContext): Text {
  const { name } = tenantContext.tenant
  return {
    subject: `Your account has moved to ${name}`,
    paragraphs: [
      `An administrator has moved your account to ${name} in Waymark. Sign in there with your organisation’s single sign-on.`,
    ],
    action: { label: 'Sign in', href: addressOf(tenantContext, '/login') },
  }
}
