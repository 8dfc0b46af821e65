import { type Db, type Scope, scopeOf } from '#db/scope.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import { listAllConnections } from './sso/connections.queries.ts'

/** The other organisations whose users its connections sign in. */
export async function listPeople(db: Db, scope: Scope): Promise<number[]> {
  const connections = await listAllConnections(db, scope)
  return connections.flatMap(({ people_tenant_id }) => people_tenant_id ?? [])
}

/** Runs `work` in one transaction of the organisation and of those whose users its connections sign in. */
export async function withPeople<T>(
  pools: Pools,
  tenantId: number,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const people = await withTenants(pools, [tenantId], (db) => listPeople(db, scopeOf(tenantId)))
  return await withTenants(pools, [tenantId, ...people], work)
}
