import { everyTenantId } from '#support/every-tenant.ts'
import { sql } from 'kysely'
import type { App } from '#core/context.ts'
import { isWithoutBackup } from '#db/backup-lock.ts'
import { withTenant, withTenants } from '#db/pools.ts'
import { folderOf } from '#features/assessments/stored-pieces.ts'

const HOUR_MS = 60 * 60 * 1000
/** Longer than a request may take: a late piece has arrived in an emptied folder by then. */
const SETTLED_MS = 10 * 60 * 1000
const BATCH = 500

/** Deletes unfinished uploads, removed attachments and files without one. Nodes may run it in parallel. */
export async function sweepFiles(app: App): Promise<void> {
  const tenantIds = await everyTenantId(app.pools)
  if (tenantIds.length === 0) return
  await deleteAbandoned(app, tenantIds)
  for (const file of await listUnused(app, tenantIds)) {
    await app.adapters.files.removeFolder(folderOf({ tenant_id: file.tenant_id, file_id: file.id }))
    await forgetFile(app, file)
  }
}

async function deleteAbandoned({ pools, adapters }: App, tenantIds: number[]) {
  const anHourAgo = new Date(adapters.now().getTime() - HOUR_MS).toISOString()
  await withTenants(pools, tenantIds, (db) =>
    sql`delete from attachments where tenant_id = any(${tenantIds}::bigint[])
      and (removed_at < ${anHourAgo} or status = 'uploading'
        and created_at < ${anHourAgo})`.execute(db),
  )
}

type Unused = { tenant_id: number; id: string; emptied_at: string | null }

async function listUnused({ pools, adapters }: App, tenantIds: number[]) {
  const settled = new Date(adapters.now().getTime() - SETTLED_MS).toISOString()
  return await withTenants(pools, tenantIds, async (db) => {
    const { rows } = await sql<Unused>`select f.tenant_id, f.id, f.emptied_at from stored_files f
      where f.tenant_id = any(${tenantIds}::bigint[])
        and (f.emptied_at is null or f.emptied_at < ${settled})
        and not exists (select from attachments a where a.tenant_id = f.tenant_id and a.file_id = f.id)
        and not exists (select from downloads d where d.tenant_id = f.tenant_id and d.file_id = f.id)
      limit ${BATCH}`.execute(db)
    // A running backup may still refer to them.
    return (await isWithoutBackup(db)) ? rows : []
  })
}

/** The first sweep marks the folder as emptied; a later one forgets it. */
async function forgetFile({ pools, adapters }: App, { tenant_id, id, emptied_at }: Unused) {
  const at = adapters.now().toISOString()
  await withTenant(pools, tenant_id, (db) =>
    emptied_at === null
      ? sql`update stored_files set emptied_at = ${at} where tenant_id = ${tenant_id}
        and id = ${id}`.execute(db)
      : sql`delete from stored_files where tenant_id = ${tenant_id} and id = ${id}`.execute(db),
  )
}
