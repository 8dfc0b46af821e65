import type { HostTenant } from '#core/host-tenant.ts'
import { StartError } from '#core/start-error.ts'
import type { Pools } from '#db/pools.ts'

export type NamedTenant = Pick<HostTenant, 'id' | 'name' | 'domain' | 'kind' | 'timeZone'>

/** `public` and `admin` are the labels of the two special tenants. */
export async function findTenant(pools: Pools, label: string): Promise<NamedTenant> {
  const tenants = await listTenants(pools)
  const tenant = tenants.find(({ domain }) => domain === label.toLowerCase())
  if (tenant) return tenant
  const known = tenants.map(({ domain }) => domain).join(', ')
  throw new StartError(`No organisation has the domain ${label}. Choose one of these: ${known}.`)
}

export async function listTenants(pools: Pools): Promise<NamedTenant[]> {
  const { rows } = await pools.app.query<NamedTenant>(
    'select id, name, domain, kind, time_zone as "timeZone" from tenants order by domain',
  )
  return rows
}
