import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ExportFormat } from 'contract/content-exports'
import { type App, scopeOf } from '#core/context.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { readUnchecked } from '#features/content/read-draft.ts'
import { findMaking, settleExport } from './exports.queries.ts'

/** The job of a large set's file. Running it twice keeps one file. */
export async function makeExport(app: App, { tenantId, id }: JobData, attempt: Attempt) {
  const scope = scopeOf(tenantId)
  const settle = (file: Buffer | null) =>
    withTenant(app.pools, tenantId, (db) => settleExport(db, scope, id, file))
  try {
    const waiting = await withTenant(app.pools, tenantId, async (db) => {
      const row = await findMaking(db, scope, id)
      return row && { ...row, content: await readUnchecked(db, scope, row.content_set_id) }
    })
    if (waiting) await settle(await writeInThread(waiting.format, waiting.content))
  } catch (error) {
    if (attempt.isLast) await settle(null)
    throw error
  }
}

export type WorkerData = { format: ExportFormat; json: string }

/** Writes a file in its own thread, because a large set takes seconds. Throws if it is no content set. */
export async function writeInThread(format: ExportFormat, set: unknown): Promise<Buffer> {
  const workerData: WorkerData = { format, json: JSON.stringify(set) }
  const worker = new Worker(new URL('../files/export-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  try {
    const [bytes] = (await once(worker, 'message')) as [Uint8Array]
    return Buffer.from(bytes)
  } finally {
    await worker.terminate()
  }
}
