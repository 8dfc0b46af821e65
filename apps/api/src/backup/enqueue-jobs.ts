import { type Db as Database, PgBoss } from 'pg-boss'
import type { Jobs } from './contents.ts'
import type { Queues } from '#db/queue-schema.ts'

/** Enqueues jobs without a server, in the transaction that restores or writes the rows they are about. */
export async function enqueueJobs(db: Database, queues: Queues, jobs: Jobs): Promise<void> {
  const boss = new PgBoss({
    db,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    migrate: false,
  })
  // An error of the connection is also that of the call.
  boss.on('error', () => {})
  try {
    await boss.start()
    for (const { name, data } of jobs) if (Object.hasOwn(queues, name)) await boss.send(name, data)
  } finally {
    // Otherwise its timers would keep the process from ending.
    await boss.stop({ graceful: false })
  }
}
