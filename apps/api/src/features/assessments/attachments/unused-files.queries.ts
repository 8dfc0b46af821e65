import { sql } from 'kysely'
import type { Db } from '#db/scope.ts'

export async function deleteAbandoned(
  db: Db,
  tenantIds: readonly number[],
  before: Date,
): Promise<void> {
  const moment = before.toISOString()
  await sql`delete from attachments where tenant_id = any(${[...tenantIds]}::bigint[])
    and (removed_at < ${moment} or status = 'uploading' and created_at < ${moment})`.execute(db)
}

type Unused = { tenant_id: number; id: string; emptied_at: string | null }

/** Files that no row refers to, except folders that were emptied a short while ago. */
export async function listUnused(
  db: Db,
  tenantIds: readonly number[],
  emptiedBefore: Date,
  limit: number,
): Promise<Unused[]> {
  const { rows } = await sql<Unused>`select f.tenant_id, f.id, f.emptied_at from stored_files f
    where f.tenant_id = any(${[...tenantIds]}::bigint[])
      and (f.emptied_at is null or f.emptied_at < ${emptiedBefore.toISOString()})
      and not exists (select from attachments a where a.tenant_id = f.tenant_id and a.file_id = f.id)
      and not exists (select from generated_files g where g.tenant_id = f.tenant_id and g.file_id = f.id)
    limit ${limit}`.execute(db)
  return rows
}

/** The first sweep marks the folder as emptied; a later one forgets it. */
export async function forgetFile(
  db: Db,
  { tenant_id, id, emptied_at }: Unused,
  now: Date,
): Promise<void> {
  if (emptied_at === null)
    await sql`update stored_files set emptied_at = ${now.toISOString()} where tenant_id = ${tenant_id}
      and id = ${id}`.execute(db)
  else await sql`delete from stored_files where tenant_id = ${tenant_id} and id = ${id}`.execute(db)
}
