import type { ContentExport, ExportFormat } from 'contract/content-exports'
import { sql } from 'kysely'
import type { PlatformScope, Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** All attempts of a job have ended by then. */
const RUNNING_MS = 10 * MINUTE_MS
/** Files that are kept for each user. */
const MOST = 10

type NewExport = {
  setId: number
  format: ExportFormat
  name: string
  authorId: number
  now: Date
}

export async function insertExport(
  db: Db,
  { tenantId }: Scope,
  { setId, format, name, authorId, now }: NewExport,
  file?: Buffer,
): Promise<ContentExport> {
  return await db
    .insertInto('content_exports')
    .values({
      tenant_id: tenantId,
      content_set_id: setId,
      format,
      name,
      created_by: authorId,
      created_at: now.toISOString(),
      ...(file && { file, status: 'ready' }),
    })
    .returning(['id', 'name', sql<ContentExport['status']>`status`.as('status')])
    .executeTakeFirstOrThrow()
}

/** An edition never changes, so its file is created once. */
export async function findSameExport(
  db: Db,
  { tenantId }: Scope,
  { setId, format, now }: NewExport,
) {
  const { rows } = await sql<ContentExport>`select id, name, status from content_exports
    where tenant_id = ${tenantId} and content_set_id = ${setId} and format = ${format}
      and (status = 'ready' or status = 'making' and created_at > ${before(now, RUNNING_MS)})
    order by id desc limit 1`.execute(db)
  return rows[0]
}

export async function getExport(db: Db, { tenantIds }: PlatformScope, id: number, now: Date) {
  const { rows } = await sql<ContentExport>`select id, name, status from content_exports
    where tenant_id = any(${[...tenantIds]}::bigint[]) and id = ${id}
      and created_at >= ${before(now, DAY_MS)}`.execute(db)
  if (!rows[0]) throw notFound('export')
  return rows[0]
}

export async function getFile(db: Db, { tenantIds }: PlatformScope, id: number) {
  const { rows } = await sql<{ format: ExportFormat; file: Buffer | null }>`
    select format, file from content_exports
    where tenant_id = any(${[...tenantIds]}::bigint[]) and id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('export')
  return rows[0]
}

export async function findUnfinishedExport(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<{ content_set_id: number; format: ExportFormat }>`
    select content_set_id, format from content_exports
    where tenant_id = ${tenantId} and id = ${id} and status = 'making'`.execute(db)
  return rows[0]
}

/** Does nothing if another attempt of the job was first. No file means that the job has failed. */
export async function settleExport(db: Db, { tenantId }: Scope, id: number, file: Buffer | null) {
  await sql`update content_exports set status = ${file ? 'ready' : 'failed'}, file = ${file}
    where tenant_id = ${tenantId} and id = ${id} and status = 'making'`.execute(db)
}

/** Exports are kept for a day, and only the newest of each user. */
export async function deleteOldExports(db: Db, { tenantId }: Scope, authorId: number, now: Date) {
  await sql`delete from content_exports where tenant_id = ${tenantId}
    and (created_at < ${before(now, DAY_MS)} or created_by = ${authorId} and id not in (
      select id from content_exports where tenant_id = ${tenantId} and created_by = ${authorId}
      order by id desc limit ${MOST - 1}))`.execute(db)
}

function before(now: Date, ms: number) {
  return new Date(now.getTime() - ms).toISOString()
}
