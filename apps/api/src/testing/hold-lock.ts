import { sql } from 'kysely'
import type { Db } from '#db/scope.ts'

/** Holds a turn until the returned function is called. A user's turn is the negative of their id. */
export async function holdLock(db: Db, key: number): Promise<() => Promise<void>> {
  await sql`select pg_advisory_lock(${key})`.execute(db)
  return async () => {
    await sql`select pg_advisory_unlock(${key})`.execute(db)
  }
}
