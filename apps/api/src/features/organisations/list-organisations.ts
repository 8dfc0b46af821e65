import type { OrganisationListQuery } from 'contract/tenants'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { yearOf } from '#core/host-tenant.ts'
import {
  type VisibleScope,
  visibleTenantIds,
  inAllOrganisations,
  isPlatformGod,
  withPlatformRows,
} from '#support/tenant-scope.ts'
import {
  listAuditorNames,
  readOrganisations,
  listOrganisationNames,
} from '#features/organisations/tenants/organisations.queries.ts'

export async function listOrganisations(context: SignedInContext, query: OrganisationListQuery) {
  const year = yearOf(context.tenant, context.app.adapters.now())
  return await read(context, (db, scope, platformId) =>
    readOrganisations(db, { scope, platformId, year }, query),
  )
}

export async function listChoices(context: SignedInContext) {
  return await read(context, async (db, scope, platformId) => ({
    organisations: await listOrganisationNames(db, scope),
    auditors: await listAuditorNames(db, scope, platformId),
  }))
}

async function read<T>(
  context: SignedInContext,
  work: (db: Db, scope: VisibleScope, platformId: number) => Promise<T>,
): Promise<T> {
  if (isPlatformGod(context))
    return await inAllOrganisations(context, (db, scope) => work(db, scope, scope.platformId))
  return await withPlatformRows(context, await visibleTenantIds(context), work)
}
