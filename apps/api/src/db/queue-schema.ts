import type pg from 'pg'
import { PgBoss } from 'pg-boss'

/** Seconds. A user waits for the result. */
const RETRY = {
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
}

/** Retries for an hour. */
export const queues = {
  mail: { ...RETRY, retryLimit: 240, retryDelayMax: 15 },
  report: RETRY,
  link: RETRY,
  import: { ...RETRY, retryLimit: 3 },
  export: { ...RETRY, retryLimit: 3 },
  pdf: { ...RETRY, retryLimit: 3 },
  move: RETRY,
  submission: RETRY,
  /** Retries for a day. */
  scan: { ...RETRY, retryLimit: 1440, retryDelayMax: 60 },
} as const

export type QueueName = keyof typeof queues

/** Creates or upgrades the schema of pg-boss as the owner. The serving roles only change rows. */
export async function installQueue(client: pg.Client): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  const boss = new PgBoss({ db, schema: 'pgboss', supervise: false, schedule: false })
  await boss.start()
  for (const [name, options] of Object.entries(queues)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
  await boss.stop({ graceful: false })
  await client.query('grant usage on schema pgboss to wm_app, wm_platform')
  await client.query(
    'grant select, insert, update, delete on all tables in schema pgboss to wm_app, wm_platform',
  )
  await client.query('grant execute on all functions in schema pgboss to wm_app, wm_platform')
}
