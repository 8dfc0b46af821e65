import type { ExportFormat } from 'contract/content-exports'
import type { Threads, ThreadWork } from '#adapters/threads.ts'
import type { App } from '#core/context.ts'
import type { Scope } from '#db/scope.ts'
import { withTenant } from '#db/pools.ts'
import type { MadeFile } from '#support/create-file.ts'
import type { WaitingFile } from '#support/generated-files.queries.ts'
import type { run } from './export-worker.ts'
import { type ContentText, incomplete, readContentText } from '#features/content/read-draft.ts'

/** The file of a large set. */
export async function makeExport(
  { pools, adapters }: App,
  scope: Scope,
  { content_set_id: setId, format }: WaitingFile,
): Promise<MadeFile | undefined> {
  if (setId === null || format === null) return undefined
  const content = await withTenant(pools, scope.tenantId, (db) => readContentText(db, scope, setId))
  const { file } = await writeInThread(adapters.threads, { format, content })
  return file && { content: { file } }
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
