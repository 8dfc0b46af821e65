import type { ExportFormat } from 'contract/content-exports'
import type { Threads, ThreadWork } from '#adapters/threads.ts'
import type { App } from '#core/context.ts'
import { scopeOf } from '#db/scope.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import type { run } from './export-worker.ts'
import { type ContentText, incomplete, readContentText } from '#features/content/read-draft.ts'
import { findUnfinishedExport, settleExport } from './exports.queries.ts'

/** The job of a large set's file. Running it twice keeps one file. */
export async function createExport(app: App, { tenantId, id }: JobData, attempt: Attempt) {
  const scope = scopeOf(tenantId)
  const settle = (file: Buffer | null) =>
    withTenant(app.pools, tenantId, (db) => settleExport(db, scope, id, file))
  try {
    const waiting = await withTenant(app.pools, tenantId, async (db) => {
      const row = await findUnfinishedExport(db, scope, id)
      return row && { ...row, content: await readContentText(db, scope, row.content_set_id) }
    })
    if (waiting) {
      const { file } = await writeInThread(app.adapters.threads, waiting)
      await settle(file ?? null)
    }
  } catch (error) {
    if (attempt.isLast) await settle(null)
    throw error
  }
}

const WRITE: ThreadWork<typeof run> = {
  module: new URL('export-worker.ts', import.meta.url),
  megabytes: 512,
  milliseconds: 120_000,
}

type Export = { format: ExportFormat; content: ContentText; maxResponses?: number }

/** Writes a file in a thread, because a large set takes seconds. A set with more responses is only checked. */
export async function writeInThread(
  threads: Threads,
  { format, content, maxResponses = Infinity }: Export,
) {
  const written = await threads.run(WRITE, { format, content, maxResponses })
  if ('faults' in written) throw incomplete(written.faults)
  return { ...written, file: written.file && Buffer.from(written.file) }
}
