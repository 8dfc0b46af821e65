import { isAuditor, isGodLevel } from 'contract/permissions'
import type { Customer } from 'contract/tenants'
import { type SignedInContext, platformScopeOf } from '#core/context.ts'
import { yearOf } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { listAuditedOrganisations } from '#features/users/users.queries.ts'
import {
  getPlatformId,
  listAuditors,
  listCustomers,
  listOrganisationIds,
} from './tenants.queries.ts'

/** All organisations for god-admins, the assigned ones for auditors of the platform, otherwise the own. */
export async function organisationsInView(context: SignedInContext): Promise<Customer[]> {
  const ids = await idsInView(context)
  const year = yearOf(context.tenant, context.app.adapters.now())
  const platformId = await context.inTenant(getPlatformId)
  // The assignments lie in the platform's tenant, so it joins the scope of the look-up, not of the answer.
  return await withTenants(context.app.pools, [...ids, platformId], async (db) => {
    const customers = await listCustomers(db, platformScopeOf(ids), year)
    const auditors = await listAuditors(db, platformId, ids)
    return customers.map((customer) => ({
      ...customer,
      status: customer.status === 'active' ? ('active' as const) : ('suspended' as const),
      auditor: auditors
        .filter((auditor) => auditor.organisation_id === customer.id)
        .map(({ id, name }) => ({ id, name })),
    }))
  })
}

async function idsInView({ tenant, scope, actor, inTenant }: SignedInContext): Promise<number[]> {
  if (tenant.kind !== 'platform') return [tenant.id]
  if (isGodLevel(actor.roles)) return await inTenant((db) => listOrganisationIds(db))
  if (isAuditor(actor.roles))
    return await inTenant((db) => listAuditedOrganisations(db, scope, actor.id))
  return []
}
