import type { ContentExport, ExportFormat } from 'contract/content-exports'
import { sql } from 'kysely'
import type { PlatformScope, Scope } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A job that was tried to the end has said so by then. */
const UNDER_WAY_MS = 10 * MINUTE_MS
/** Of one person: files are large, and whoever takes more has taken the first of them. */
const MOST = 10

const SHOWN = ['id', 'name', sql<ContentExport['status']>`status`.as('status')] as const

type NewExport = {
  setId: number
  format: ExportFormat
  name: string
  authorId: number
  now: Date
}

/** With its file, or to be made by a job. */
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
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
}

/** The same file of an edition, which never changes: it is there already, or under way. */
export async function findSame(
  db: Db,
  { tenantId }: Scope,
  { setId, format, now }: Pick<NewExport, 'setId' | 'format' | 'now'>,
): Promise<ContentExport | undefined> {
  return await db
    .selectFrom('content_exports')
    .select(SHOWN)
    .where('tenant_id', '=', tenantId)
    .where('content_set_id', '=', setId)
    .where('format', '=', format)
    .where((is) =>
      is.or([
        is('status', '=', 'ready'),
        is.and([is('status', '=', 'making'), is('created_at', '>', before(now, UNDER_WAY_MS))]),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export async function getExport(db: Db, { tenantIds }: PlatformScope, id: number, now: Date) {
  const row = await db
    .selectFrom('content_exports')
    .select(SHOWN)
    .where('tenant_id', '=', sql<number>`any(${[...tenantIds]}::bigint[])`)
    .where('id', '=', id)
    .where('created_at', '>=', before(now, DAY_MS))
    .executeTakeFirst()
  if (!row) throw notFound('export')
  return row
}

export async function getFile(db: Db, { tenantIds }: PlatformScope, id: number) {
  return await db
    .selectFrom('content_exports')
    .select([sql<ExportFormat>`format`.as('format'), 'file'])
    .where('tenant_id', '=', sql<number>`any(${[...tenantIds]}::bigint[])`)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** What is still to be made. */
export async function findMaking(db: Db, { tenantId }: Scope, id: number) {
  return await db
    .selectFrom('content_exports')
    .select(['content_set_id', sql<ExportFormat>`format`.as('format')])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'making')
    .executeTakeFirst()
}

/** Unless another try of the job was first. */
export async function settleExport(
  db: Db,
  { tenantId }: Scope,
  id: number,
  outcome: { status: 'ready'; file: Buffer } | { status: 'failed' },
): Promise<void> {
  await db
    .updateTable('content_exports')
    .set(outcome)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'making')
    .execute()
}

/** Files are there to be taken now: they stay for a day, and of one person only the newest. */
export async function deleteOldExports(
  db: Db,
  { tenantId }: Scope,
  authorId: number,
  now: Date,
): Promise<void> {
  const newest = db
    .selectFrom('content_exports')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('created_by', '=', authorId)
    .orderBy('id', 'desc')
    .limit(MOST - 1)
  await db
    .deleteFrom('content_exports')
    .where('tenant_id', '=', tenantId)
    .where((is) =>
      is.or([
        is('created_at', '<', before(now, DAY_MS)),
        is.and([is('created_by', '=', authorId), is('id', 'not in', newest)]),
      ]),
    )
    .execute()
}

function before(now: Date, ms: number) {
  return new Date(now.getTime() - ms).toISOString()
}
