import type { App } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import type { JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { mayUsePassword } from '#features/identity/sign-in.ts'
import { findUserForSignIn } from '#features/identity/accounts.queries.ts'
import { deleteLink, lockRequestedLink, signLink } from '#support/links.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { type NewMail, queueMail } from '#support/queue-mail.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'

type RequestedLink = { id: number; kind: string; email: string }
type Text = Omit<NewMail, 'to'> | undefined
type TenantContext = { app: App; tenant: HostTenant; scope: Scope }

/** Looks the address up in a job, so that the request reveals nothing. */
export async function sendRequestedLink(app: App, { tenantId, id }: JobData): Promise<void> {
  const scope = scopeOf(tenantId)
  await withTenant(app.pools, tenantId, async (db) => {
    const link = await lockRequestedLink(db, scope, id)
    if (!link) return
    const tenant = await findActiveTenant(db, tenantId)
    const tenantContext = tenant && { app, tenant, scope }
    const text = tenantContext && (await textFor(db, tenantContext, link))
    if (text) await queueMail(db, tenantContext, { to: link.email, ...text })
    else await deleteLink(db, scope, id)
  })
}

async function textFor(
  db: Db,
  tenantContext: TenantContext,
  { id, kind, email }: RequestedLink,
): Promise<Text> {
  const { app, tenant, scope } = tenantContext
  const user = await findUserForSignIn(db, scope, email, app.env.SALESFORCE_ISSUER)
  if (kind !== 'reset') {
    if (!user)
      return MAILS.register.text(
        tenantContext,
        email,
        await signLink(db, scope, { id, kind: 'register' }),
      )
    await deleteLink(db, scope, id)
    return MAILS.knownAddress.text(tenantContext)
  }
  if (!user?.is_active) return undefined
  // An account that an admin added may still choose its first password. A linked one has none to choose.
  const isWithoutPassword = user.password_hash === null && user.is_linked
  if (isWithoutPassword || !mayUsePassword(tenant, user)) {
    await deleteLink(db, scope, id)
    return MAILS.singleSignOn.text(tenantContext)
  }
  return MAILS.reset.text(
    tenantContext,
    await signLink(db, scope, { id, kind: 'reset', userId: user.id }),
  )
}
