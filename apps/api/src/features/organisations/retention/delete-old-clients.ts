import { sql } from 'kysely'
import type { App } from '#core/context.ts'
import { type Db, type Scope, scopeOf } from '#db/scope.ts'
import { yearOf } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'

type Organisation = { id: number; timeZone: string; years: number | null }

/**
 * Deletes the addresses and browsers of audit events past the organisation's retention, and the addresses of sessions
 * that have ended. The events stay.
 */
export async function deleteOldClients(app: App): Promise<void> {
  const organisations = await withTenants(app.pools, [], listActive)
  for (const { id, timeZone, years } of organisations)
    await withTenants(app.pools, [id], async (db) => {
      const scope = scopeOf(id)
      await forgetEndedSessions(db, scope)
      if (years === null) return
      const year = yearOf({ timeZone }, app.adapters.now()) - years
      await sql`delete from audit_clients
        where tenant_id = ${id} and at < make_timestamptz(${year}::int, 1, 1, 0, 0, 0, ${timeZone})`.execute(
        db,
      )
    })
}

async function forgetEndedSessions(db: Db, { tenantId }: Scope): Promise<void> {
  await sql`update sessions set address = null
    where tenant_id = ${tenantId} and address is not null
      and (revoked_at is not null or expires_at < now() or last_used_at < now() - interval '1 day')`.execute(
    db,
  )
}

/** Without suspended organisations, which keep everything. */
async function listActive(db: Db): Promise<Organisation[]> {
  return await db
    .selectFrom('tenants')
    .select(['id', 'time_zone as timeZone', 'retention_years as years'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
}
