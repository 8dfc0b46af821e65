import { type Db, type PlatformScope, platformScopeOf } from '#db/scope.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import { getPlatformId, listChangeableIds, listTenantIds } from './tenants.queries.ts'

/** The ids of all tenants that can be changed, the platform's included. */
export async function everyTenantId(pools: Pools): Promise<number[]> {
  return await withTenants(pools, [], listChangeableIds)
}

/** Runs `work` in one transaction that sees the rows of every tenant. For jobs: no request has this right. */
export async function inEveryTenant<T>(
  pools: Pools,
  work: (db: Db, scope: PlatformScope) => Promise<T>,
): Promise<T> {
  const ids = await withTenants(pools, [], listTenantIds)
  // Such as forwarding what is in an organisation's log from before it moved.
  return await withTenants(pools, ids, (db) => work(db, platformScopeOf(ids)), { isSweep: true })
}

export async function platformIdOf(pools: Pools): Promise<number> {
  return await withTenants(pools, [], getPlatformId)
}
