import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Pools } from './pools.ts'

/** Milliseconds. Longer than a request may take. */
const LONGEST = 60_000
const PAUSE = 20

/** Whether all transactions of requests and jobs that started before this moment have ended, on all nodes. Waits for it. */
export async function haveEarlierEnded({ app, platform }: Pools): Promise<boolean> {
  const { rows } = await app.query<{ now: string }>('select clock_timestamp()::text as now')
  const until = performance.now() + LONGEST
  for (const pool of [app, platform])
    while (await hasEarlier(pool, rows[0]?.now)) {
      if (performance.now() > until) return false
      await sleep(PAUSE)
    }
  return true
}

/** Each role sees what its own sessions do. */
async function hasEarlier(pool: pg.Pool, moment: string | undefined): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
    where datname = current_database() and usename = current_user and xact_start < $1::timestamptz`,
    [moment],
  )
  return rowCount !== 0
}
