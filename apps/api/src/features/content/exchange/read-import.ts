import type { ContentSetFile } from 'contract/content-format'
import { compareEditions } from 'rules/compare-editions'
import { type App, scopeOf } from '#core/context.ts'
import type { JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { draftOfFile } from '#features/content/draft-of-file.ts'
import { exportContentSet } from '#features/content/export-content-set.ts'
import { readContentFile } from '#features/content/files/read-content-file.ts'
import { otherChanges } from '#features/content/sets/other-changes.ts'
import { changeImport, findFile, keepOutcome, type Outcome } from './imports.queries.ts'

/** A file does not say what it is for: that stays as it is. */
const UNTOLD = {
  year_from: null,
  year_to: null,
  offers_self_assessment: true,
  offers_certification: true,
}

export const NO_CHANGES = { added: 0, changed: 0, removed: 0, other_changes: [] }

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

/** A statement that only moved to another element counts as changed. */
function changesOf(before: ContentSetFile, after: ContentSetFile) {
  const { added, changed, removed, moved } = compareEditions(before, after)
  const different = new Set([...changed, ...moved].map(({ key }) => key))
  return {
    added: added.length,
    changed: different.size,
    removed: removed.length,
    other_changes: otherChanges(draftOfFile(before, UNTOLD), draftOfFile(after, UNTOLD)),
  }
}
