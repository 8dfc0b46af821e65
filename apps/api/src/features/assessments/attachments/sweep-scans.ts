import { sql } from 'kysely'
import { type App, type PlatformScope, platformScopeOf, scopeOf } from '#core/context.ts'
import { withTenant, withTenants } from '#db/pools.ts'
import { findLastEvent, recordEvent } from '#support/audit.queries.ts'
import { getPlatformId, listOrganisationIds } from '#support/tenants.queries.ts'
import {
  type DelayedScans,
  findDelayedScans,
  listDelayedScans,
} from '#features/assessments/scanning.queries.ts'

const BATCH = 500

/** Enqueues scans whose jobs gave up, and records the start and the end of a delay in the platform's audit log. */
export async function sweepScans(app: App): Promise<void> {
  const scope = platformScopeOf(await withTenants(app.pools, [], (db) => listOrganisationIds(db)))
  const delayed = await withTenants(app.pools, scope.tenantIds, (db) =>
    findDelayedScans(db, scope, app.adapters.now()),
  )
  await noteDelay(app, delayed)
  if (delayed) await enqueueAgain(app, scope)
}

async function enqueueAgain({ pools, adapters, jobs }: App, scope: PlatformScope) {
  const except = (await jobs.unfinished('scan')).map(({ id }) => id)
  const files = await withTenants(pools, scope.tenantIds, (db) =>
    listDelayedScans(db, scope, adapters.now(), { except, limit: BATCH }),
  )
  for (const { tenant_id: tenantId, id } of files)
    await withTenant(pools, tenantId, (db) => jobs.enqueue(db, 'scan', { tenantId, id }))
}

async function noteDelay({ pools }: App, delayed: DelayedScans | null) {
  const platform = scopeOf(await withTenants(pools, [], getPlatformId))
  await withTenant(pools, platform.tenantId, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('virus check', ${platform.tenantId}))`.execute(
      db,
    )
    const delays = await findLastEvent(db, platform, 'virus_scan.delayed')
    const ends = await findLastEvent(db, platform, 'virus_scan.resumed')
    const isNoted = (delays ?? 0) > (ends ?? 0)
    if (isNoted === (delayed !== null)) return
    await recordEvent(
      db,
      { scope: platform },
      delayed ? 'virus_scan.delayed' : 'virus_scan.resumed',
      { ...(delayed && { details: delayed }) },
    )
  })
}
