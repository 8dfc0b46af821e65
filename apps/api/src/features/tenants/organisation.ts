import type { CustomerDetails } from 'contract/tenants'
import { type Scope, type SignedInContext, scopeOf } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { withTenants } from '#db/pools.ts'
import { idsInView } from './in-view.ts'
import { readCustomers } from './organisations-in-view.ts'
import { getPlatformId, getSettings } from './tenants.queries.ts'

export async function showOrganisation(
  context: SignedInContext,
  id: number,
): Promise<CustomerDetails> {
  if (!(await idsInView(context)).includes(id)) throw notFound('organisation')
  return await withOrganisation(context, id, ({ read }) => read())
}

type Organisation = {
  db: Db
  scope: Scope
  /** The platform's own rows are in reach too: the assignments of auditors lie there. */
  platform: Scope
  /** The organisation as it stands in this transaction. */
  read: () => Promise<CustomerDetails>
}

/** One transaction of an organisation; who may come here is asked before. */
export async function withOrganisation<T>(
  context: SignedInContext,
  id: number,
  work: (organisation: Organisation) => Promise<T>,
): Promise<T> {
  const platformId = await context.inTenant(getPlatformId)
  return await withTenants(context.app.pools, [id, platformId], (db) => {
    const scope = scopeOf(id)
    const read = async () => {
      const [customer] = await readCustomers(db, context, [id], platformId)
      if (!customer) throw notFound('organisation')
      return { ...customer, ...(await getSettings(db, scope)) }
    }
    return work({ db, scope, platform: scopeOf(platformId), read })
  })
}
