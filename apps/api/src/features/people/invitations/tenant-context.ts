import { isGodLevel } from 'contract/roles'
import type { SignedInContext } from '#core/context.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { withTenant } from '#db/pools.ts'
import { visibleTenantIds } from '#support/tenant-scope.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'

/**
 * The context of another organisation, for a god-admin of the platform who invites there; without an id, your own.
 * It has the rights of that organisation only. A suspended one is refused unless `find` returns it.
 */
export async function tenantContextOf(
  context: SignedInContext,
  id = context.tenant.id,
  find: (db: Db, id: number) => Promise<HostTenant | undefined> = findActiveTenant,
): Promise<SignedInContext> {
  if (id === context.tenant.id) return context
  if (!isGodLevel(context.actor.roles) || !(await visibleTenantIds(context)).includes(id))
    throw notFound('organisation')
  const tenant = await context.inTenant((db) => find(db, id))
  if (!tenant)
    throw new ApiError('conflict', 'This organisation is suspended. Reactivate it first.')
  return {
    ...context,
    tenant,
    scope: scopeOf(id),
    inTenant: (work) =>
      withTenant(context.app.pools, id, work, { hasLeft: () => context.request.socket.destroyed }),
  }
}
