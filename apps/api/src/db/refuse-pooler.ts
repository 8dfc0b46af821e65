import type pg from 'pg'
import { StartError } from '#start-error.ts'
import { connect } from './connect.ts'

/**
 * Refuses a pooler that gives each transaction or statement another session, such as PgBouncer in transaction mode.
 * Waymark needs sessions: for locks, named statements and settings.
 */
export async function refusePooler(url: string): Promise<void> {
  const one = await connect(url)
  try {
    const other = await connect(url)
    const areSessions = await haveSessions(one, other).finally(() => other.end())
    if (!areSessions)
      throw new StartError(
        'DATABASE_URL points to a pooler in transaction or statement mode, such as PgBouncer. Waymark can’t use one. Set its pool_mode to session, or connect to PostgreSQL directly.',
      )
  } finally {
    await one.end()
  }
}

async function haveSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const first = await sessionOf(one)
  // A pooler that uses its connections by turns gives another one now.
  if ((await sessionOf(one)) !== first) return false
  if (!(await begin(other))) return false
  // While the other holds a connection, it is the first one's, or the first one gets another.
  return (await sessionOf(other)) !== first && (await sessionOf(one)) === first
}

async function begin(client: pg.Client): Promise<boolean> {
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

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
