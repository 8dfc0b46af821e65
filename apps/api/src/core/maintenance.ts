import type pg from 'pg'
import { hostnameOf } from './host-tenant.ts'
import { type PlatformBrand, maintenancePage } from './maintenance-page.ts'

/** How often a node looks whether Waymark is closed. Milliseconds. */
export const MAINTENANCE_PACE = 2000

/** Seconds after which browsers and programs try again. */
export const MAINTENANCE_RETRY = 30

export const MAINTENANCE_REASON =
  'We’re carrying out maintenance. Everything that you saved is safe. Please come back in a few minutes.'

/** What users are told, and the page that says so. */
export type Closed = { since: string; reason: string; page: string }

export type Maintenance = ReturnType<typeof watchMaintenance>

type Row = PlatformBrand & { since: string; reason: string | null; domain: string }

const SQL = `select m.since, m.reason, t.domain, t.name, t.brand_colour as "brandColour", t.logo
  from maintenance m, tenants t where t.kind = 'platform'`

/**
 * Whether the operator has closed Waymark, as this node saw it last. So it stays closed while the database is away,
 * which may be what the maintenance is about.
 */
export function watchMaintenance(pool: pg.Pool, baseDomain: string) {
  let closed: Closed | undefined
  let open = ''
  return {
    refresh: async () => {
      const { rows } = await pool.query<Row>({ name: 'maintenance', text: SQL })
      const [row] = rows
      const reason = row?.reason ?? MAINTENANCE_REASON
      if (!row) closed = undefined
      else if (row.since !== closed?.since || reason !== closed.reason) {
        open = hostnameOf({ kind: 'platform', domain: row.domain }, baseDomain)
        closed = { since: row.since, reason, page: maintenancePage(row, reason) }
      }
    },
    state: () => closed,
    /** The platform's own host stays open, so that god-admins can look before everyone returns. */
    at: (hostname: string) => (hostname.toLowerCase() === open ? undefined : closed),
  }
}
