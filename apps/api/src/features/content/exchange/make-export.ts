import { type App, scopeOf } from '#core/context.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { readUnchecked } from '#features/content/export-content-set.ts'
import { writeInThread } from '#features/content/files/write-in-thread.ts'
import { findMaking, settleExport } from './exports.queries.ts'

/** The job of a large set's file. Made twice it is kept once; after the last try whoever waits is told. */
export async function makeExport(app: App, job: JobData, attempt: Attempt): Promise<void> {
  try {
    await makeNow(app, job)
  } catch (error) {
    if (attempt.isLast) await settle(app, job, { status: 'failed' })
    throw error
  }
}

async function makeNow(app: App, job: JobData) {
  const scope = scopeOf(job.tenantId)
  const wish = await withTenant(app.pools, job.tenantId, async (db) => {
    const row = await findMaking(db, scope, job.id)
    return (
      row && { format: row.format, content: await readUnchecked(db, scope, row.content_set_id) }
    )
  })
  if (!wish) return
  const file = await writeInThread(wish.format, wish.content)
  await settle(app, job, { status: 'ready', file })
}

async function settle(
  { pools }: App,
  { tenantId, id }: JobData,
  outcome: Parameters<typeof settleExport>[3],
) {
  await withTenant(pools, tenantId, (db) => settleExport(db, scopeOf(tenantId), id, outcome))
}
