import type { Download } from 'contract/downloads'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'

const HOUR_MS = 3_600_000
/** How long a file is kept. */
const KEPT_MS = 7 * 24 * HOUR_MS
/** All attempts of a job have ended by then. */
const RUNNING_MS = 12 * HOUR_MS

export type Whose = { userId: number; isWhole: boolean }

/** The user's last one, unless its file has expired or its job has died. */
export async function findDownload(
  db: Db,
  { tenantId }: Scope,
  { userId, isWhole }: Whose,
  now: Date,
) {
  const row = await db
    .selectFrom('downloads')
    .select(['id', 'bytes', 'created_at', 'ready_at', 'file_id', 'pieces', 'missing_files'])
    .select(sql<Download['status']>`status`.as('status'))
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('is_whole', '=', isWhole)
    .where('created_at', '>', before(now, KEPT_MS))
    .executeTakeFirst()
  const isLost = row?.status === 'making' && row.created_at < before(now, RUNNING_MS)
  return row && { ...row, status: isLost ? 'failed' : row.status }
}

/** Replaces the one before, whose folder the sweep empties. */
export async function insertDownload(
  db: Db,
  { tenantId }: Scope,
  { userId, isWhole }: Whose,
  now: Date,
): Promise<number> {
  await sql`delete from downloads where tenant_id = ${tenantId} and user_id = ${userId}
    and is_whole = ${isWhole}`.execute(db)
  const { id } = await db
    .insertInto('downloads')
    .values({
      tenant_id: tenantId,
      user_id: userId,
      is_whole: isWhole,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives the file a new folder. Undefined if the download was replaced or is settled. */
export async function startFile(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<Whose & { fileId: string; roles: string[] }>`
    with folder as (insert into stored_files (tenant_id) select ${tenantId}::bigint
      where exists (select from downloads where tenant_id = ${tenantId} and id = ${id} and status = 'making') returning id)
    update downloads d set file_id = folder.id from folder, users u
    where d.tenant_id = ${tenantId} and d.id = ${id} and u.tenant_id = ${tenantId} and u.id = d.user_id
    returning folder.id as "fileId", d.user_id as "userId", d.is_whole as "isWhole", u.roles`.execute(
    db,
  )
  return rows[0]
}

type File = { fileId: string; pieces: string[]; bytes: number; missing: number }

/** True if this attempt's file is the one that counts. */
export async function settleFile(
  db: Db,
  { tenantId }: Scope,
  id: number,
  { fileId, pieces, bytes, missing }: File,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update downloads
    set status = 'ready', pieces = ${pieces}::uuid[], bytes = ${bytes}, missing_files = ${missing},
      ready_at = ${now.toISOString()}
    where tenant_id = ${tenantId} and id = ${id} and file_id = ${fileId} and status = 'making'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function failDownload(db: Db, { tenantId }: Scope, id: number): Promise<void> {
  await sql`update downloads set status = 'failed'
    where tenant_id = ${tenantId} and id = ${id} and status = 'making'`.execute(db)
}

/** The sweep empties their folders. */
export async function deleteOldDownloads(db: Db, ids: readonly number[], now: Date) {
  await sql`delete from downloads where tenant_id = any(${[...ids]}::bigint[])
    and created_at <= ${before(now, KEPT_MS)}`.execute(db)
}

export function expiryOf({ created_at }: { created_at: string }): string {
  return new Date(Date.parse(created_at) + KEPT_MS).toISOString()
}

function before(now: Date, ms: number) {
  return new Date(now.getTime() - ms).toISOString()
}
