import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

export type Backup = {
  id: number
  is_scheduled: boolean
  place: string
  started_at: string
  finished_at: string | null
  bytes: number | null
  error: string | null
}

/** For god-admins' system page, newest first. */
export async function listBackups(db: Db, count: number): Promise<Backup[]> {
  return await db
    .selectFrom('backups')
    .select(['id', 'is_scheduled', 'place', 'started_at', 'finished_at', 'bytes', 'error'])
    .orderBy('started_at', 'desc')
    .limit(count)
    .execute()
}

/** When the newest complete backup was started, which is how old its rows are. */
export async function findLastBackup(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('backups')
    .select('started_at')
    .where('bytes', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at
}

/** An earlier one without an end was interrupted. If it is still running, its end is recorded later. */
export async function startBackup(
  db: Db,
  { isScheduled, place }: { isScheduled: boolean; place: string },
): Promise<number> {
  await db
    .updateTable('backups')
    .set({ finished_at: sql`now()`, error: 'The backup was interrupted.' })
    .where('finished_at', 'is', null)
    .execute()
  const { id } = await db
    .insertInto('backups')
    .values({ is_scheduled: isScheduled, place })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function endBackup(
  db: Db,
  id: number,
  { bytes, error }: { bytes?: number; error?: string },
): Promise<void> {
  await db
    .updateTable('backups')
    .set({ finished_at: sql`now()`, bytes: bytes ?? null, error: error ?? null })
    .where('id', '=', id)
    .execute()
}
