import type { ContentSetFile } from 'contract/content-format'
import { type App, scopeOf } from '#core/context.ts'
import type { JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { exportContentSet } from '#features/content/export-content-set.ts'
import { readContentFile } from '#features/content/files/read-content-file.ts'
import { NO_CHANGES, changesOf } from './import-preview.ts'
import { type Outcome, changeImport, findFile, keepOutcome } from './imports.queries.ts'

/** Reads a file that was too long to be waited for. Reading it twice comes to the same. */
export async function readImport({ pools }: App, { tenantId, id }: JobData): Promise<void> {
  const scope = scopeOf(tenantId)
  const wish = await withTenant(pools, tenantId, async (db) => {
    const row = await findFile(db, scope, id)
    const before = row?.content_set_of
    return (
      row?.file && {
        name: row.name,
        file: row.file,
        before: before ? await exportContentSet(db, scope, before) : undefined,
      }
    )
  })
  if (!wish) return
  const told: Promise<unknown>[] = []
  const outcome = await outcomeOf(wish, wish.before, (progress) => {
    const tell = withTenant(pools, tenantId, (db) =>
      changeImport(db, scope, id, 'reading', { progress }),
    )
    told.push(tell.catch(() => undefined))
  })
  await Promise.all(told)
  await withTenant(pools, tenantId, (db) => keepOutcome(db, scope, id, outcome))
}

export async function outcomeOf(
  { name, file }: { name: string; file: Uint8Array },
  before: ContentSetFile | undefined,
  onProgress?: (percent: number) => void,
): Promise<Outcome> {
  const read = await readContentFile(name, file, onProgress)
  if ('faults' in read) return { status: 'faulty', faults: read.faults, faultCount: read.count }
  const { json, summary } = read
  const changes = before ? changesOf(before, JSON.parse(json) as ContentSetFile) : NO_CHANGES
  return { status: 'ready', json, preview: { ...summary, ...changes } }
}
