import type { CustomerBody, CustomerDetails } from 'contract/tenants'
import { type SignedInContext, scopeOf } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { withTenant, withTenants } from '#db/pools.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { inviteOne } from '#features/invitations/invite.ts'
import { requirePlatformGod } from './in-view.ts'
import { withOrganisation } from './organisation.ts'
import { findActiveTenant, insertTenant, nextId } from './tenants.queries.ts'

/** Makes an organisation, which answers at its own host from then on, and invites its first administrator. */
export async function createOrganisation(
  context: SignedInContext,
  { admin_email, ...wish }: CustomerBody,
): Promise<CustomerDetails> {
  requirePlatformGod(context)
  const { app, actor, request, inTenant } = context
  const id = await inTenant(nextId)
  await withTenants(app.pools, [id], async (db) => {
    const by = { actorId: actor.id, requestId: request.id }
    if (!(await addOrganisation(db, { id, ...wish }, by)))
      throw new ApiError('invalid-input', 'Some of what was sent is not valid.', {
        fields: { domain: 'Another organisation has this domain' },
      })
  })
  if (admin_email !== undefined) await inviteAdmin(context, id, admin_email)
  return await withOrganisation(context, id, ({ read }) => read())
}

type NewOrganisation = Parameters<typeof insertTenant>[1]

/** Answers whether it was added: a domain names one organisation. */
export async function addOrganisation(
  db: Db,
  tenant: NewOrganisation,
  by: { actorId?: number; requestId?: string } = {},
): Promise<boolean> {
  if (!(await insertTenant(db, tenant))) return false
  await recordEvent(db, scopeOf(tenant.id), { action: 'organisation added', ...by })
  return true
}

// Mails are queued with the rights of the organisation they come from, so this is a transaction of its own: should it
// fail, the organisation is there and the invitation can be sent from it.
async function inviteAdmin(context: SignedInContext, id: number, email: string) {
  await withTenant(context.app.pools, id, async (db) => {
    const tenant = await findActiveTenant(db, id)
    if (!tenant) return
    await inviteOne(db, { ...context, tenant, scope: scopeOf(id) }, email, ['admin'])
  })
}
