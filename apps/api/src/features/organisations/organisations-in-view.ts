import { counted } from 'contract/list'
import type { Customer, CustomerListQuery } from 'contract/tenants'
import { type SignedInContext, platformScopeOf } from '#core/context.ts'
import { yearOf } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { withTenants } from '#db/pools.ts'
import { isInView } from '#support/tenant-scope.ts'
import {
  countOrganisations,
  findOrganisations,
  listAuditorNames,
  listOrganisationNames,
} from '#features/organisations/tenants/organisations.queries.ts'
import { getPlatformId } from '#support/tenants.queries.ts'
import { listAuditors, listCustomers } from '#features/organisations/tenants/tenants.queries.ts'

/** A page of the organisations in view with their auditors, as the list of them asks. */
export async function listOrganisations(
  context: SignedInContext,
  { name, auditor, ...part }: CustomerListQuery,
) {
  const { pools } = context.app
  const platformId = await context.inTenant(getPlatformId)
  const wish = { isInView: isInView(context), platformId, name, auditor }
  const { ids, count } = await withTenants(pools, [platformId], async (db) => ({
    ids: await findOrganisations(db, wish, part),
    count: await countOrganisations(db, wish),
  }))
  // Only now is it known whose rows are needed, beside the platform's, where the assignments of auditors lie.
  const rows = await withTenants(pools, [...ids, platformId], (db) =>
    readCustomers(db, context, ids, platformId),
  )
  return { rows, ...counted(count) }
}

/** The organisations in view and who audits any of them, by name. */
export async function listChoices(context: SignedInContext) {
  const platformId = await context.inTenant(getPlatformId)
  return await withTenants(context.app.pools, [platformId], async (db) => ({
    organisations: await listOrganisationNames(db, isInView(context)),
    auditors: await listAuditorNames(db, platformId, isInView(context)),
  }))
}

/** These organisations with their auditors, from a transaction that sees the platform's rows too. */
export async function readCustomers(
  db: Db,
  { tenant, app }: SignedInContext,
  ids: readonly number[],
  platformId: number,
): Promise<Customer[]> {
  const year = yearOf(tenant, app.adapters.now())
  const customers = await listCustomers(db, platformScopeOf(ids), year)
  const auditors = await listAuditors(db, platformId, ids)
  return customers.map((customer) => ({
    ...customer,
    status: customer.status === 'active' ? ('active' as const) : ('suspended' as const),
    auditor: auditors
      .filter((auditor) => auditor.organisation_id === customer.id)
      .map(({ id, name }) => ({ id, name })),
  }))
}
