import { sql } from 'kysely'
import type { Db } from '#db/scope.ts'
import { BACKUP_LOCK } from '#db/backup-lock.ts'

const INTERRUPTED = 'The backup was interrupted.'

export type Backup = {
  id: number
  is_scheduled: boolean
  place: string
  started_at: string
  finished_at: string | null
  bytes: number | null
  /** Why it failed, or what a complete one doesn't have. */
  error: string | null
}

/** A backup has its lock from before its row is added until its row has an end. A process that dies has none. */
const isRunning = sql`exists (select from pg_locks where locktype = 'advisory' and granted
  and database = (select oid from pg_database where datname = current_database())
  and classid = 0 and objid = ${BACKUP_LOCK} and mode = 'ExclusiveLock')`

/** For god-admins' system page, newest first. */
export async function listBackups(
  db: Db,
  count: number,
  { scheduledOnly = false } = {},
): Promise<Backup[]> {
  return await db
    .selectFrom('backups')
    .$if(scheduledOnly, (all) => all.where('is_scheduled', '=', true))
    .select(['id', 'is_scheduled', 'place', 'started_at', 'finished_at', 'bytes'])
    .select(
      sql<string | null>`case when finished_at is null and not ${isRunning} then ${INTERRUPTED}
        else error end`.as('error'),
    )
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

/** An earlier one without an end was interrupted. */
export async function startBackup(
  db: Db,
  { isScheduled, place }: { isScheduled: boolean; place: string },
): Promise<number> {
  await db
    .updateTable('backups')
    .set({ finished_at: sql`now()`, error: INTERRUPTED })
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
  { bytes, error }: { bytes?: number; error?: string | undefined },
): Promise<void> {
  await db
    .updateTable('backups')
    .set({ finished_at: sql`now()`, bytes: bytes ?? null, error: error ?? null })
    .where('id', '=', id)
    .execute()
}
