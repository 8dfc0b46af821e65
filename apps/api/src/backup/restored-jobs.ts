import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Jobs } from './contents.ts'
import type { Queues } from '#db/queue-schema.ts'

/** Enqueues the jobs that were waiting or running, in the transaction that restores the rows they are about. */
export async function enqueueRestored(
  client: pg.Client,
  queues: Queues,
  jobs: Jobs,
): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  const boss = new PgBoss({
    db,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    migrate: false,
  })
  await boss.start()
  for (const { name, data } of jobs) if (name in queues) await boss.send(name, data)
  await boss.stop({ graceful: false })
}
