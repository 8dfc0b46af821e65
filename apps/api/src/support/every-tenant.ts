import { type Db, type PlatformScope, platformScopeOf } from '#db/scope.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import { getPlatformId, listTenantIds } from './tenants.queries.ts'

/** The ids of all tenants, the platform's included. */
export async function everyTenantId(pools: Pools): Promise<number[]> {
  return await withTenants(pools, [], listTenantIds)
}

/** Runs `work` in one transaction that sees the rows of every tenant. For jobs: no request has this right. */
export async function inEveryTenant<T>(
  pools: Pools,
  work: (db: Db, scope: PlatformScope) => Promise<T>,
): Promise<T> {
  const ids = await everyTenantId(pools)
  return await withTenants(pools, ids, (db) => work(db, platformScopeOf(ids)))
}

export async function platformIdOf(pools: Pools): Promise<number> {
  return await withTenants(pools, [], getPlatformId)
}
