import type pg from 'pg'
import { StartError } from '#start-error.ts'

/**
 * Refuses a pooler that gives each transaction or statement another session, such as PgBouncer in transaction mode.
 * Waymark needs sessions: for locks, named statements and settings. Needs two connections to the same address.
 */
export async function refusePooler(one: pg.ClientBase, other: pg.ClientBase): Promise<void> {
  if (await haveSessions(one, other)) return
  throw new StartError(
    'DATABASE_URL points to a pooler in transaction or statement mode, such as PgBouncer. Waymark can’t use one. Set its pool_mode to session, or connect to PostgreSQL directly.',
  )
}

/** As `refusePooler`. Both connections stay open for the first requests. */
export async function refusePoolerOf(pool: pg.Pool): Promise<void> {
  const one = await pool.connect()
  try {
    const other = await pool.connect()
    await refusePooler(one, other).finally(() => other.release())
  } finally {
    one.release()
  }
}

async function haveSessions(one: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  const first = await sessionOf(one)
  // A pooler that uses its connections by turns gives another one now.
  if ((await sessionOf(one)) !== first) return false
  if (!(await begin(other))) return false
  // While the other holds a connection, it is the first one's, or the first one gets another.
  const areTwo = (await sessionOf(other)) !== first && (await sessionOf(one)) === first
  await other.query('rollback')
  return areTwo
}

async function begin(client: pg.ClientBase): Promise<boolean> {
  try {
    await client.query('begin')
    return true
  } catch (error) {
    if (isProtocolViolation(error)) return false
    throw error
  }
}

/** PgBouncer's in statement mode, which has no transactions. PostgreSQL never refuses `begin` so. */
function isProtocolViolation(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === '08P01'
}

async function sessionOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
