import { type App, scopeOf } from '#core/context.ts'
import type { JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { lockAssessment } from '#features/assessments/assessments.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { findScanning, settleScan } from '#features/assessments/attachments.queries.ts'
import { readPieces } from './stored-pieces.ts'
import { tellOfVirus } from './tell-of-virus.ts'

/** The job behind an upload where a virus scanner is configured: nobody opens the file before it has said clean. */
export async function scanAttachment(app: App, { tenantId, id }: JobData): Promise<void> {
  const { files, scanForViruses } = app.adapters
  const scope = scopeOf(tenantId)
  const stored = await withTenant(app.pools, tenantId, (db) => findScanning(db, scope, id))
  if (!stored) return
  const virus = await scanForViruses?.(readPieces(files, stored))
  await withTenant(app.pools, tenantId, async (db) => {
    // Nobody submits in between: whoever has just done so is told what they can do now.
    await lockAssessment(db, scope, stored.assessment_id)
    const isFirst = await settleScan(db, scope, id, virus === undefined ? 'clean' : 'quarantined')
    if (!isFirst || virus === undefined) return
    await recordEvent(db, { scope, actor: { id: stored.uploaded_by } }, 'virus_scan.found', {
      subject: `attachment ${id}`,
      details: { virus },
    })
    await tellOfVirus(db, app, scope, id)
  })
}
