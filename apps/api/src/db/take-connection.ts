import type pg from 'pg'
import { Busy } from './turns.ts'

/** A connection of the pool. `Busy` if all are in use for too long, so that no one takes it for an outage. */
export async function takeConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    const { totalCount, idleCount, waitingCount, options } = pool
    if (totalCount - idleCount >= options.max) throw new Busy(waitingCount)
    throw error
  }
}
