import { everyTenantId } from '#support/every-tenant.ts'
import type { App } from '#core/context.ts'
import { isWithoutBackup } from '#db/backup-lock.ts'
import { withTenant, withTenants } from '#db/pools.ts'
import { folderOf } from '#features/assessments/stored-pieces.ts'
import { deleteAbandoned, listUnused, forgetFile } from './unused-files.queries.ts'

const HOUR_MS = 60 * 60 * 1000
/** Longer than a request may take: a late piece has arrived in an emptied folder by then. */
const SETTLED_MS = 10 * 60 * 1000
const BATCH = 500

/** Deletes unfinished uploads, removed attachments and files without one. Nodes may run it in parallel. */
export async function sweepFiles(app: App): Promise<void> {
  const tenantIds = await everyTenantId(app.pools)
  if (tenantIds.length === 0) return
  const { pools, adapters } = app
  const anHourAgo = new Date(adapters.now().getTime() - HOUR_MS)
  await withTenants(pools, tenantIds, (db) => deleteAbandoned(db, tenantIds, anHourAgo))
  for (const file of await findUnused(app, tenantIds)) {
    await adapters.files.removeFolder(folderOf({ tenant_id: file.tenant_id, file_id: file.id }))
    await withTenant(pools, file.tenant_id, (db) => forgetFile(db, file, adapters.now()))
  }
}

async function findUnused({ pools, adapters }: App, tenantIds: number[]) {
  const settled = new Date(adapters.now().getTime() - SETTLED_MS)
  return await withTenants(pools, tenantIds, async (db) => {
    const files = await listUnused(db, tenantIds, settled, BATCH)
    // A running backup may still refer to them.
    return (await isWithoutBackup(db)) ? files : []
  })
}
