import { sql } from 'kysely'
import type { Db } from './scope.ts'

/** Any number, the same on every node. Held by a backup while it reads. */
export const BACKUP_LOCK = 4004

/**
 * Whether no backup is running. Then none starts before this transaction ends. Ask after reading what to remove: a
 * later backup doesn't refer to it.
 */
export async function isWithoutBackup(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as "isFree"`.execute(db)
  return rows[0]?.isFree ?? false
}
