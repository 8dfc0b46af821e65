import type pg from 'pg'

export type HostTenant = {
  id: number
  name: string
  domain: string
  kind: 'organisation' | 'public' | 'platform'
  signInMode: 'credentials' | 'sso' | 'combined'
  brandColour: string
  hasLogo: boolean
  timeZone: string
}

/** Names and brands may be this old on another node; whether a tenant is suspended is asked at every request. */
const FRESH_MS = 5000

/** The label of the platform's host (domain.md, tenancy). */
export const PLATFORM_LABEL = 'admin'

const SQL = `select id, name, domain, kind, sign_in_mode as "signInMode", brand_colour as "brandColour",
  logo is not null as "hasLogo", time_zone as "timeZone"
  from tenants where status = 'active' and case when $1 = '' then kind = 'public' else domain = $1 and kind <> 'public' end`

/** Host name → tenant, by exact look-up below the base domain: an unknown host is nobody, never another tenant. */
export function makeHosts(pool: pg.Pool, baseDomain: string) {
  const known = new Map<string, { tenant: HostTenant | undefined; until: number }>()
  return async function tenantOf(hostname: string): Promise<HostTenant | undefined> {
    const label = labelOf(hostname, baseDomain)
    if (label === undefined) return undefined
    const cached = known.get(label)
    if (cached && cached.until > Date.now()) return cached.tenant
    const { rows } = await pool.query<HostTenant>({
      name: 'host-tenant',
      text: SQL,
      values: [label],
    })
    if (known.size >= 10_000) known.clear()
    known.set(label, { tenant: rows[0], until: Date.now() + FRESH_MS })
    return rows[0]
  }
}

/** '' for the base domain itself, the label of a direct subdomain, undefined for anything else. */
export function labelOf(hostname: string, baseDomain: string): string | undefined {
  const host = hostname.toLowerCase()
  if (host === baseDomain) return ''
  const suffix = `.${baseDomain}`
  if (!host.endsWith(suffix)) return undefined
  const label = host.slice(0, -suffix.length)
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) ? label : undefined
}

/** The host name that people type to reach a tenant. */
export function hostnameOf(
  tenant: Pick<HostTenant, 'kind' | 'domain'>,
  baseDomain: string,
): string {
  return tenant.kind === 'public' ? baseDomain : `${tenant.domain}.${baseDomain}`
}

// A format is costly to make: one is kept for each time zone.
const formats = new Map<string, Intl.DateTimeFormat>()

/** Years follow the tenant's own clock (quality.md, row 44). */
export function yearOf({ timeZone }: Pick<HostTenant, 'timeZone'>, now: Date): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone })
  formats.set(timeZone, format)
  return Number(format.format(now))
}
