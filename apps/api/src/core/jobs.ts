import { type JobWithMetadata, PgBoss, fromKysely } from 'pg-boss'
import type { Logger } from 'pino'
import type { Pools } from '#db/pools.ts'
import type { Db } from '#db/scope.ts'
import type { Tracing } from './tracing.ts'
import type { QueueName } from '#queues.ts'

export type JobData = { tenantId: number; id: number }

export type Jobs = {
  /** Enqueues in the caller's transaction. */
  enqueue: (db: Db, queue: QueueName, data: JobData) => Promise<void>
  work: (queue: QueueName, run: (data: JobData, attempt: Attempt) => Promise<void>) => Promise<void>
  /** From now on enqueues a job without data at these times (cron, UTC), once for all nodes. */
  schedule: (queue: QueueName, cron: string) => Promise<void>
  /** All jobs that haven't completed or failed. */
  unfinished: (queue: QueueName) => Promise<JobData[]>
  /** Throws if the queue can't be reached. */
  check: () => Promise<void>
  stop: () => Promise<void>
}

/** How long jobs of an organisation wait that moves to another installation. */
const MOVING_SECONDS = 60

/** Starts at 1. `isLast`: a failure is final. */
export type Attempt = { number: number; isLast: boolean }

/** Starts pg-boss on its own pool, so that a busy queue doesn't take requests' connections. */
export async function startJobs(
  { queue: pool, report }: Pick<Pools, 'queue' | 'report'>,
  log: Logger,
  { hasSchedule, tracing }: { hasSchedule: boolean; tracing?: Tracing | undefined },
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'pgboss',
    migrate: false,
    schedule: hasSchedule,
    // A killed worker's job restarts within half a minute.
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
    // How soon a worker notices several waiting jobs and works without pauses.
    queueCacheIntervalSeconds: 5,
  })
  const isMoving = async (tenantId: number | undefined) =>
    tenantId !== undefined &&
    (await pool.query('select from tenants where id = $1 and moving_at is not null', [tenantId]))
      .rowCount === 1
  boss.on('error', (error) => report(error, () => log.error({ err: error }, 'queue')))
  await boss.start()
  return {
    enqueue: async (db, queue, data) => void (await boss.send(queue, data, { db: fromKysely(db) })),
    work: async (queue, run) => {
      await boss.work(
        queue,
        { pollingIntervalSeconds: 0.5, burstWhenReadyExceeds: 1, includeMetadata: true },
        async ([job]: JobWithMetadata<JobData>[]) => {
          if (!job) return
          const attempt = { number: job.retryCount + 1, isLast: job.retryCount >= job.retryLimit }
          try {
            const work = () => run(job.data, attempt)
            // A job of a schedule has no data.
            const tenantId = (job.data as JobData | null)?.tenantId
            if (await isMoving(tenantId)) {
              await boss.send(queue, job.data, { startAfter: MOVING_SECONDS })
              return
            }
            await (tracing ? tracing.watchJob(queue, tenantId, work) : work())
          } catch (error) {
            report(error, () =>
              log.error({ err: error, queue, job: job.data, attempt }, 'a job failed'),
            )
            throw error
          }
        },
      )
    },
    schedule: (queue, cron) => boss.schedule(queue, cron, null, { tz: 'UTC' }),
    unfinished: async (queue) => {
      const { rows } = await pool.query<{ data: JobData }>(
        `select data from pgboss.job where name = $1 and state < 'completed'`,
        [queue],
      )
      return rows.map(({ data }) => data)
    },
    check: async () => void (await pool.query('select 1 from pgboss.queue limit 1')),
    stop: () => boss.stop({ graceful: true, timeout: 8000 }),
  }
}
