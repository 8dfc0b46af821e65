import type { App } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { addressOf } from './address-of.ts'
import { queueMail } from './queue-mail.ts'
import { findActiveEmail } from './active-users.queries.ts'
import { findActiveTenant } from './tenants.queries.ts'

type News = { subject: string; paragraphs: string[]; label: string; path: string }

/** Mails an active respondent about their assessment. */
export async function notifyRespondent(
  db: Db,
  app: App,
  scope: Scope,
  userId: number,
  newsOf: (tenant: HostTenant) => News,
): Promise<void> {
  const email = await findActiveEmail(db, scope, userId)
  await notifyByMail(db, app, scope, email === undefined ? [] : [email], newsOf)
}

/** A suspended organisation sends no mails. */
export async function notifyByMail(
  db: Db,
  app: App,
  scope: Scope,
  emails: readonly string[],
  newsOf: (tenant: HostTenant) => News,
): Promise<void> {
  const tenant = await findActiveTenant(db, scope.tenantId)
  if (!tenant) return
  const { subject, paragraphs, label, path } = newsOf(tenant)
  const action = { label, href: addressOf({ app, tenant }, path) }
  for (const to of emails)
    await queueMail(db, { app, tenant, scope }, { to, subject, paragraphs, action })
}
