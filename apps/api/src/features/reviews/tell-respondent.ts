import type { App, Scope } from '#core/context.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { addressOf } from '#features/mails/address-of.ts'
import { queueMail } from '#features/mails/queue-mail.ts'
import { findActiveTenant } from '#features/tenants/tenants.queries.ts'

type News = { subject: string; paragraphs: string[]; label: string; path: string }

/** Tells a respondent what became of their assessment; whoever is gone, and a suspended organisation, gets no mail. */
export async function tellRespondent(
  db: Db,
  app: App,
  scope: Scope,
  userId: number,
  newsOf: (tenant: HostTenant) => News,
): Promise<void> {
  const tenant = await findActiveTenant(db, scope.tenantId)
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!tenant || !user) return
  const { subject, paragraphs, label, path } = newsOf(tenant)
  await queueMail(
    db,
    { app, tenant, scope },
    {
      to: user.email,
      subject,
      heading: subject,
      paragraphs,
      action: { label, href: addressOf({ app, tenant }, path) },
    },
  )
}
