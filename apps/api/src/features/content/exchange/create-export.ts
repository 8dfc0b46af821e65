import type { ExportFormat } from 'contract/content-exports'
import type { Threads, ThreadWork } from '#adapters/threads.ts'
import { type App, scopeOf } from '#core/context.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import type { run } from '#features/content/files/export-worker.ts'
import { readUnchecked } from '#features/content/read-draft.ts'
import { findUnfinishedExport, settleExport } from './exports.queries.ts'

/** The job of a large set's file. Running it twice keeps one file. */
export async function createExport(app: App, { tenantId, id }: JobData, attempt: Attempt) {
  const scope = scopeOf(tenantId)
  const settle = (file: Buffer | null) =>
    withTenant(app.pools, tenantId, (db) => settleExport(db, scope, id, file))
  try {
    const waiting = await withTenant(app.pools, tenantId, async (db) => {
      const row = await findUnfinishedExport(db, scope, id)
      return row && { ...row, content: await readUnchecked(db, scope, row.content_set_id) }
    })
    if (waiting)
      await settle(await writeInThread(app.adapters.threads, waiting.format, waiting.content))
  } catch (error) {
    if (attempt.isLast) await settle(null)
    throw error
  }
}

const WRITE: ThreadWork<typeof run> = {
  module: new URL('../files/export-worker.ts', import.meta.url),
  megabytes: 512,
  milliseconds: 120_000,
}

/** Writes a file in a thread, because a large set takes seconds. Throws if it is no content set. */
export async function writeInThread(
  threads: Threads,
  format: ExportFormat,
  set: unknown,
): Promise<Buffer> {
  return Buffer.from(await threads.run(WRITE, { format, json: JSON.stringify(set) }))
}
