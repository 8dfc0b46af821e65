import type { CustomerDetails } from 'contract/tenants'
import { type Scope, type SignedInContext, scopeOf } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import { dayOf, yearOf } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { withTenants } from '#db/pools.ts'
import { countOldAssessments } from '#features/retention/old-assessments.queries.ts'
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
      const settings = await getSettings(db, scope)
      return {
        ...customer,
        ...settings,
        old_assessments: await countOldAssessments(db, scope, removable(context, settings)),
      }
    }
    return work({ db, scope, platform: scopeOf(platformId), read })
  })
}

/** No retention is shorter than a year. */
function removable({ app }: SignedInContext, { time_zone: timeZone }: { time_zone: string }) {
  const now = app.adapters.now()
  return { upTo: yearOf({ timeZone }, now) - 2, today: dayOf({ timeZone }, now) }
}
