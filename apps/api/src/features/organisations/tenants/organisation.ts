import type { OrganisationDetails } from 'contract/tenants'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, platformScopeOf, scopeOf } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { dayOf, logoSizeOf, yearOf } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { requireVisible, withPlatformRows } from '#support/tenant-scope.ts'
import { getTimeZone } from '#support/tenants.queries.ts'
import { findOrganisation } from './organisations.queries.ts'
import { getSettings } from './organisation-settings.queries.ts'
import { countOldAssessments } from '#features/organisations/retention/retention.queries.ts'

export async function showOrganisation(context: SignedInContext, id: number) {
  await requireVisible(context, id)
  return await withOrganisation(context, id, ({ read }) => read())
}

export type Organisation = {
  db: Db
  scope: Scope
  platform: Scope
  read: () => Promise<OrganisationDetails>
}

/** Runs one transaction of an organisation, and of others that it concerns. The caller checks access first. */
export async function withOrganisation<T>(
  context: SignedInContext,
  id: number,
  work: (organisation: Organisation) => Promise<T>,
  others: readonly number[] = [],
): Promise<T> {
  const year = yearOf(context.tenant, context.app.adapters.now())
  return await withPlatformRows(context, [id, ...others], (db, _, platformId) => {
    const scope = scopeOf(id)
    const own = platformScopeOf([id])
    const read = async () => {
      const organisation = await findOrganisation(db, { scope: own, platformId, year })
      if (!organisation) throw notFound('organisation')
      const { logoHead, ...settings } = await getSettings(db, scope)
      return { ...organisation, ...settings, logo_size: logoSizeOf({ logoHead }) }
    }
    return work({ db, scope, platform: scopeOf(platformId), read })
  })
}

/** The shortest retention is one year. */
export async function showOldAssessments(context: SignedInContext, id: number) {
  await requireVisible(context, id)
  const scope = scopeOf(id)
  return await withTenants(context.app.pools, [id], async (db) => {
    const timeZone = await getTimeZone(db, id)
    const now = context.app.adapters.now()
    const [upTo, today] = [yearOf({ timeZone }, now) - 2, dayOf({ timeZone }, now)]
    return { years: await countOldAssessments(db, scope, { upTo, today }) }
  })
}
