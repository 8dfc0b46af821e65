import { searchNorm } from 'contract/search-norm'
import type { Customer, CustomerListQuery } from 'contract/tenants'
import { type SignedInContext, platformScopeOf } from '#core/context.ts'
import { yearOf } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { withTenants } from '#db/pools.ts'
import { idsInView } from './in-view.ts'
import { getPlatformId, listAuditors, listCustomers } from './tenants.queries.ts'

/** The organisations in view with their auditors, as the list of them asks. */
export async function listOrganisations(context: SignedInContext, query: CustomerListQuery) {
  const part = searchNorm(query.name ?? '')
  const rows = (await organisationsInView(context))
    .filter(({ name, domain }) => searchNorm(name).includes(part) || domain.includes(part))
    .filter(
      ({ auditor }) => !query.auditor || auditor.some(({ id }) => query.auditor?.includes(id)),
    )
  const [column, direction] = query.sort.split('.')
  const key = column === 'domain' ? 'domain' : 'name'
  rows.sort((a, b) => a[key].localeCompare(b[key], 'en-GB'))
  if (direction === 'desc') rows.reverse()
  return { rows, total: rows.length, has_more_than_total: false }
}

export async function organisationsInView(context: SignedInContext): Promise<Customer[]> {
  const ids = await idsInView(context)
  const platformId = await context.inTenant(getPlatformId)
  // The assignments lie in the platform's tenant, so it joins the scope of the look-up, not of the answer.
  return await withTenants(context.app.pools, [...ids, platformId], (db) =>
    readCustomers(db, context, ids, platformId),
  )
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
