import type { LogoSize, SignInMode } from 'contract/tenants'
import type pg from 'pg'
import { openTurns } from '#db/turns.ts'

export type HostTenant = {
  id: number
  name: string
  domain: string
  kind: 'organisation' | 'public' | 'platform'
  signInMode: SignInMode
  brandColour: string
  hasLogo: boolean
  /** Of the logo, at the place where a PNG has its width and height. */
  logoHead: Buffer | null
  timeZone: string
}

export type FoundTenant = HostTenant & { isSuspended: boolean; removalAt: string | null }

export type FindTenant = (
  hostname: string,
  options?: { isFresh?: boolean },
) => Promise<FoundTenant | undefined>

/** The longest time that another node shows an old name or brand. Suspension applies immediately. */
const FRESH_MS = 5000

const MOST_KNOWN = 10_000

/** Anyone can make up hosts, so they take few connections, and beyond some that wait they are refused. Milliseconds. */
const MADE_UP = { most: 2, mostWaiting: 100, patience: 900, tolerance: 900 }

const SQL = `select id, name, domain, kind, sign_in_mode as "signInMode", brand_colour as "brandColour",
  logo is not null as "hasLogo", substring(logo from 17 for 8) as "logoHead", time_zone as "timeZone", status <> 'active' and moving_at is null as "isSuspended",
  removal_at as "removalAt"
  from tenants where case when $1 = '' then kind = 'public' else domain = $1 and kind <> 'public' end`

/** Maps a host name to its tenant. An unknown host has none. */
export function createTenantLookup(pool: pg.Pool, baseDomain: string): FindTenant {
  const known = new Map<string, { tenant: FoundTenant | undefined; until: number }>()
  const turns = openTurns(MADE_UP)
  const find = (label: string) =>
    pool.query<FoundTenant>({ name: 'host-tenant', text: SQL, values: [label] })
  /** Calls to a host that isn't known yet wait for one look-up together. */
  const started = new Map<string, Promise<FoundTenant | undefined>>()

  async function lookUp(label: string) {
    const { rows } = known.get(label)?.tenant
      ? await find(label)
      : await turns.run({ group: '', user: '' }, () => find(label))
    if (known.size >= MOST_KNOWN)
      for (const [other, { tenant }] of known) if (!tenant) known.delete(other)
    const [tenant] = rows
    // Not cached, so that a reactivated organisation opens immediately.
    if (tenant?.isSuspended) known.delete(label)
    else known.set(label, { tenant, until: Date.now() + FRESH_MS })
    return tenant
  }

  return async function tenantOf(hostname, { isFresh = false } = {}) {
    const label = labelOf(hostname, baseDomain)
    if (label === undefined) return undefined
    if (isFresh) return await lookUp(label)
    const cached = known.get(label)
    if (cached && cached.until > Date.now()) return cached.tenant
    const same = started.get(label) ?? lookUp(label).finally(() => started.delete(label))
    started.set(label, same)
    return await same
  }
}

/** '' for the base domain, the label of a direct subdomain, otherwise undefined. */
export function labelOf(hostname: string, baseDomain: string): string | undefined {
  const host = hostname.toLowerCase()
  if (host === baseDomain) return ''
  const suffix = `.${baseDomain}`
  if (!host.endsWith(suffix)) return undefined
  const label = host.slice(0, -suffix.length)
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) ? label : undefined
}

export function hostnameOf(tenant: Pick<HostTenant, 'kind' | 'domain'>, baseDomain: string) {
  return tenant.kind === 'public' ? baseDomain : `${tenant.domain}.${baseDomain}`
}

/** Every stored logo is a PNG that `drawLogo` made. */
export function logoSizeOf({ logoHead }: Pick<HostTenant, 'logoHead'>): LogoSize | null {
  if (logoHead?.length !== 8) return null
  return { width: logoHead.readUInt32BE(0), height: logoHead.readUInt32BE(4) }
}

/** The current day in the tenant's time zone, such as 2026-11-21. */
export function dayOf({ timeZone }: Pick<HostTenant, 'timeZone'>, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
}

// Formats are expensive to create.
const formats = new Map<string, Intl.DateTimeFormat>()

/** The current year in the tenant's time zone. */
export function yearOf({ timeZone }: Pick<HostTenant, 'timeZone'>, now: Date): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone })
  formats.set(timeZone, format)
  return Number(format.format(now))
}
