import { type App, scopeOf } from '#core/context.ts'
import { withTenant, withTenants } from '#db/pools.ts'
import { folderOf } from './stored-pieces.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Longer than a request may take: what was being written when a folder was emptied has arrived, or never will. */
const SETTLED_MS = 10 * 60 * 1000
const AT_ONCE = 500

/**
 * Deletes uploads that nobody finished, attachments that were removed, and then every file whose attachment is gone,
 * however it went. Each step may be repeated and be done by several nodes at once.
 */
export async function sweepFiles(app: App): Promise<void> {
  const tenantIds = await listTenants(app)
  if (tenantIds.length === 0) return
  await deleteAbandoned(app, tenantIds)
  for (const file of await listUnused(app, tenantIds)) {
    await app.adapters.files.removeFolder(folderOf({ tenant_id: file.tenant_id, file_id: file.id }))
    await forget(app, file)
  }
}

async function listTenants(app: App): Promise<number[]> {
  const rows = await withTenants(app.pools, [], (db) =>
    db.selectFrom('tenants').select('id').execute(),
  )
  return rows.map(({ id }) => id)
}

async function deleteAbandoned(app: App, tenantIds: number[]) {
  const now = app.adapters.now().getTime()
  await withTenants(app.pools, tenantIds, (db) =>
    db
      .deleteFrom('attachments')
      .where('tenant_id', 'in', tenantIds)
      .where((a) =>
        a.or([
          a('removed_at', '<', new Date(now - HOUR_MS).toISOString()),
          a.and([
            a('status', '=', 'uploading'),
            a('created_at', '<', new Date(now - DAY_MS).toISOString()),
          ]),
        ]),
      )
      .execute(),
  )
}

async function listUnused(app: App, tenantIds: number[]) {
  const settled = new Date(app.adapters.now().getTime() - SETTLED_MS).toISOString()
  return await withTenants(app.pools, tenantIds, (db) =>
    db
      .selectFrom('stored_files as f')
      .select(['f.tenant_id', 'f.id', 'f.emptied_at'])
      .where('f.tenant_id', 'in', tenantIds)
      .where((f) => f.or([f('f.emptied_at', 'is', null), f('f.emptied_at', '<', settled)]))
      .where((f) =>
        f.not(
          f.exists(
            f
              .selectFrom('attachments as a')
              .select('a.id')
              .whereRef('a.tenant_id', '=', 'f.tenant_id')
              .whereRef('a.file_id', '=', 'f.id'),
          ),
        ),
      )
      .limit(AT_ONCE)
      .execute(),
  )
}

/** The first time it is noted that the folder is empty, the second time nothing can be in it any more. */
async function forget(
  app: App,
  file: { tenant_id: number; id: string; emptied_at: string | null },
) {
  const { tenantId } = scopeOf(file.tenant_id)
  const at = app.adapters.now().toISOString()
  await withTenant(app.pools, tenantId, async (db) => {
    if (file.emptied_at === null)
      await db
        .updateTable('stored_files')
        .set({ emptied_at: at })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', file.id)
        .execute()
    else
      await db
        .deleteFrom('stored_files')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', file.id)
        .execute()
  })
}
