import type pg from 'pg'
import { StartError } from '#core/start-error.ts'

/**
 * Refuses a pooler that gives each transaction another session, such as PgBouncer in transaction mode. Waymark needs
 * sessions: for locks, named statements and settings. `one` and `other` are two open connections.
 */
export async function refuseTransactionPooling(one: pg.ClientBase, other: pg.ClientBase) {
  const first = await sessionOf(one)
  await other.query('begin')
  // While the other holds a session, a pooler would give away the first one's, or move it to another.
  const held = await sessionOf(other)
  const later = await sessionOf(one)
  await other.query('rollback')
  if (held === first || later !== first)
    throw new StartError(
      'DATABASE_URL points to a pooler in transaction mode, such as PgBouncer. Waymark can’t use one. Set its pool_mode to session, or connect to PostgreSQL directly.',
    )
}

async function sessionOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
