import type { App } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import type { Cache } from '#core/cache.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { updateAssessment } from '#features/assessments/assessments.queries.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { readSnapshotInput } from '#features/reports/read-snapshot-input.ts'
import { findLatestReport, insertReport } from '#features/reports/reports.queries.ts'
import { contentText } from '#features/reports/stored-snapshot.ts'
import { hashOf } from '#core/random-token.ts'
import { isReopened } from '#features/assessments/completions.queries.ts'

/**
 * The job of a completed assessment: creates the report's next version. If the last attempt fails, the report is no
 * longer pending, and completing an element again starts a new job.
 */
export async function createReport(app: App, job: JobData, attempt: Attempt): Promise<void> {
  try {
    await freezeNow(app, job)
  } catch (error) {
    if (attempt.isLast) await giveUp(app, job)
    throw error
  }
}

async function giveUp(app: App, { tenantId, id }: JobData) {
  const scope = scopeOf(tenantId)
  await withTenant(app.pools, tenantId, async (db) => {
    await updateAssessment(db, scope, id, { is_report_pending: false })
    await recordEvent(db, { scope }, 'report.failed', { subject: `assessment ${id}` })
  })
}

async function freezeNow(app: App, { tenantId, id }: JobData) {
  await withTenant(app.pools, tenantId, async (db) => {
    const scope = scopeOf(tenantId)
    // A second worker waits here, then finds the same content and creates no version.
    await lockAssessment(db, scope, { id })
    // If it was reopened, completing it again starts the next job.
    if (!(await isReopened(db, scope, id)))
      await freezeReport(db, scope, app.cache, id, app.adapters.now())
    await updateAssessment(db, scope, id, { is_report_pending: false })
  })
}

/** Creates the report's next version unless its content equals the last one's. */
export async function freezeReport(
  db: Db,
  scope: Scope,
  cache: Cache,
  assessmentId: number,
  createdAt: Date,
) {
  const latest = await findLatestReport(db, scope, assessmentId)
  const { userId, ...input } = await readSnapshotInput(db, scope, cache, assessmentId)
  const snapshot = buildSnapshot({ ...input, version: (latest?.version ?? 0) + 1, createdAt })
  const hash = contentHash(snapshot)
  if (latest?.content_hash.equals(hash)) return
  await insertReport(db, scope, { assessmentId, userId }, snapshot, () => hash)
}

function contentHash({
  version: _version,
  created_at: _createdAt,
  ...content
}: ReturnType<typeof buildSnapshot>) {
  return hashOf(contentText(content))
}
