import { isGodLevel } from 'contract/roles'
import type { SignedInContext } from '#core/context.ts'
import { type Db, platformScopeOf } from '#db/scope.ts'
import { refuseRole, signedOut } from '#core/errors.ts'
import { knownRoles, mayCall } from '#core/permissions.ts'
import { withTenants } from '#db/pools.ts'
import { type LockedUser, lockUsers } from './account.queries.ts'

/** Runs `work` in one transaction of these organisations, with the caller and these users locked. */
export async function withLockedCaller<T>(
  context: SignedInContext,
  tenantIds: readonly number[],
  ids: readonly number[],
  work: (db: Db, users: LockedUser[]) => Promise<T>,
): Promise<T> {
  return await withCallerAnd(context, tenantIds, async (db) =>
    work(db, await lockWithCaller(db, context, tenantIds, ids)),
  )
}

/** Runs `work` in one transaction of these organisations and the caller's own. */
export async function withCallerAnd<T>(
  { app, actor }: SignedInContext,
  tenantIds: readonly number[],
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return await withTenants(app.pools, [...new Set([...tenantIds, actor.tenantId])], work)
}

/**
 * Locks the caller and these users in one order, and reads the caller again, who may have lost the role while waiting.
 * Otherwise two admins could demote each other at the same moment. Returns the users.
 */
export async function lockWithCaller(
  db: Db,
  context: SignedInContext,
  tenantIds: readonly number[],
  ids: readonly number[] = [],
): Promise<LockedUser[]> {
  const { actor, request } = context
  const scope = platformScopeOf([...tenantIds, actor.tenantId])
  const users = await lockUsers(db, scope, [...ids, actor.id])
  const caller = users.find(({ id }) => id === actor.id)
  if (!caller?.is_active) throw signedOut()
  const roles = knownRoles(caller.roles)
  const access = request.routeOptions.config.endpoint?.access ?? 'god-level'
  const isStillGod = !isGodLevel(actor.roles) || isGodLevel(roles)
  if (!mayCall(roles, access) || !isStillGod) throw refuseRole()
  return users.filter(({ id, tenant_id }) => ids.includes(id) && tenantIds.includes(tenant_id))
}
