import { allows } from 'rules/assessment-status'
import { SCAN_DELAYED_MS } from 'rules/scan-delay'
import type { App } from '#core/context.ts'
import { type Scope, type Db, type PlatformScope, scopeOf, platformScopeOf } from '#db/scope.ts'
import type { JobData } from '#core/jobs.ts'
import { withTenant, withTenants } from '#db/pools.ts'
import { findSetToName } from '#features/assessments/assessments.queries.ts'
import { joinAssessment } from '#features/assessments/locks.queries.ts'
import { recordEvent, findLastEvent } from '#support/audit.queries.ts'
import { findScanning, settleAttachment } from '#features/assessments/attachments.queries.ts'
import { readPieces } from '#features/assessments/stored-pieces.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { notifyRespondent } from '#support/notify-respondent.ts'
import { everyTenantId } from '#support/every-tenant.ts'
import { getPlatformId } from '#support/tenants.queries.ts'
import {
  type DelayedScans,
  findDelayedScans,
  listDelayedScans,
  findWithAssessment,
  lockScanDelay,
} from '#features/assessments/scanning.queries.ts'

/** The job after an upload where a virus scanner is configured. No one can open the file before it is clean. */
export async function scanAttachment(app: App, { tenantId, id }: JobData): Promise<void> {
  const { files, scanForViruses } = app.adapters
  const scope = scopeOf(tenantId)
  const stored = await withTenant(app.pools, tenantId, (db) => findScanning(db, scope, id))
  if (!stored) return
  const virus = await scanForViruses?.(readPieces(files, stored))
  await withTenant(app.pools, tenantId, async (db) => {
    // No one submits it in between, so the mail says what they can do now.
    await joinAssessment(db, scope, { id: stored.assessment_id })
    const status = virus === undefined ? 'clean' : 'quarantined'
    const isFirst = await settleAttachment(db, scope, id, 'scanning', { status })
    if (!isFirst || virus === undefined) return
    await recordEvent(db, { scope, actor: { id: stored.uploaded_by } }, 'virus_scan.found', {
      subject: `attachment ${id}`,
      details: { virus },
    })
    await mailVirusNotice(db, app, scope, id)
  })
}

/** A respondent who is likely to be on the page sees the virus there and gets no mail. */
async function mailVirusNotice(db: Db, app: App, scope: Scope, id: number): Promise<void> {
  const file = await findWithAssessment(db, scope, id)
  if (!file) return
  const waited = app.adapters.now().getTime() - Date.parse(file.scanning_since)
  if (allows(file.status, 'answer') && waited < SCAN_DELAYED_MS) return
  const set = await findSetToName(db, scope, file.assessment_id)
  await notifyRespondent(db, app, scope, file.owner_id, (place) =>
    MAILS.virus.text(place, { ...file, set }),
  )
}

const BATCH = 500

/** Enqueues scans whose jobs gave up, and records the start and the end of a delay in the platform's audit log. */
export async function sweepScans(app: App): Promise<void> {
  const scope = platformScopeOf(await everyTenantId(app.pools))
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
    await lockScanDelay(db, platform)
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
