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

const AT_ONCE = 500

/**
 * Has files checked whose job gave up: a virus scanner may be away for longer than jobs are tried. That it is away, and
 * when it is back, is written in the platform's audit log. Two nodes may do so at once: a file is settled once.
 */
export async function sweepScans(app: App): Promise<void> {
  const scope = platformScopeOf(await withTenants(app.pools, [], (db) => listOrganisationIds(db)))
  const delayed = await withTenants(app.pools, scope.tenantIds, (db) =>
    findDelayedScans(db, scope, app.adapters.now()),
  )
  await noteDelay(app, delayed)
  if (delayed) await enqueueAnew(app, scope)
}

async function enqueueAnew({ pools, adapters, jobs }: App, scope: PlatformScope) {
  const except = (await jobs.unfinished('scan')).map(({ id }) => id)
  const given = await withTenants(pools, scope.tenantIds, (db) =>
    listDelayedScans(db, scope, adapters.now(), { except, limit: AT_ONCE }),
  )
  for (const { tenant_id: tenantId, id } of given)
    await withTenant(pools, tenantId, (db) => jobs.enqueue(db, 'scan', { tenantId, id }))
}

/** Once when it begins and once when it has ended, whichever nodes see it. */
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
