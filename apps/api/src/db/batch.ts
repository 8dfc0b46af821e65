import pg from 'pg'
import { takeConnection } from './take-connection.ts'
import { Busy } from './turns.ts'

/**
 * A statement for many calls. $1 is the tenant; each other parameter is an array with one value per call. The column
 * `n` numbers the calls from 1.
 */
export type BatchStatement = { name: string; text: string }

/** Adds a call to the batch of its statement and tenant. Returns the call's rows. */
export type Batch = <Row extends pg.QueryResultRow>(
  statement: BatchStatement,
  tenantId: number,
  values: readonly unknown[],
) => Promise<Row[]>

type Call = {
  since: number
  values: readonly unknown[]
  done: (rows: pg.QueryResultRow[]) => void
  failed: (error: unknown) => void
}
type Queue = {
  statement: BatchStatement
  tenantId: number
  calls: Call[]
  /** Batches sent to the database and not finished. */ sent: number
}

/** Limits what one failure repeats and how long the first call waits. */
const MAX_BATCH = 16
/** From this number on, a second batch starts while the first commits. */
const ENOUGH_FOR_SECOND = 4

/**
 * Calls that arrive while a batch runs share the next statement and commit (docs/decisions/011). If the database
 * refuses a batch, its calls are repeated in series. While calls of a tenant have waited for longer than `tolerance`
 * milliseconds, its new calls are refused as `Busy`.
 */
export function openBatch(pool: pg.Pool, tolerance: number) {
  const queues = new Map<string, Queue>()

  const batch: Batch = (statement, tenantId, values) =>
    new Promise((done, failed) => {
      const key = `${tenantId} ${statement.name}`
      const queue = queues.get(key) ?? { statement, tenantId, calls: [], sent: 0 }
      queues.set(key, queue)
      if (ageOf(queue) > tolerance) throw new Busy(queue.calls.length)
      queue.calls.push({ since: performance.now(), values, done: done as Call['done'], failed })
      sendNext(key, queue)
    })

  const state = () => ({
    waiting: [...queues.values()].reduce((sum, { calls }) => sum + calls.length, 0),
    oldestMs: Math.max(0, ...[...queues.values()].map(ageOf)),
  })
  return { batch, state }

  function sendNext(key: string, queue: Queue) {
    const { sent, calls } = queue
    const isReady = sent === 0 ? calls.length > 0 : calls.length >= ENOUGH_FOR_SECOND
    if (isReady && sent < 2) void send(key, queue)
    else if (sent === 0) queues.delete(key)
  }

  async function send(key: string, queue: Queue) {
    queue.sent += 1
    let batch: Call[] | undefined
    try {
      const client = await takeConnection(pool)
      // Taken after connecting, to include calls that arrived in between.
      batch = queue.calls.splice(0, MAX_BATCH)
      try {
        if (batch.length > 0) await run(client, queue, batch)
      } catch (error) {
        // A connection in an unknown state is closed.
        client.release(!isRefusal(error))
        throw error
      }
      client.release()
    } catch (error) {
      for (const { failed } of batch ?? queue.calls.splice(0, MAX_BATCH)) failed(error)
    }
    queue.sent -= 1
    sendNext(key, queue)
  }
}

function ageOf({ calls: [first] }: Queue): number {
  return first ? performance.now() - first.since : 0
}

async function run(client: pg.PoolClient, queue: Queue, calls: Call[]): Promise<void> {
  const columns = calls[0]?.values.map((_, index) => calls.map(({ values }) => values[index])) ?? []
  const { name, text } = queue.statement
  const values = [String(queue.tenantId), ...columns]
  const result = await client
    .query<pg.QueryResultRow>({ name, text, values })
    .catch((error: unknown) => {
      if (calls.length > 1 && isRefusal(error)) return undefined
      throw error
    })
  if (result) {
    const rows = Map.groupBy(result.rows, ({ n }) => Number(n))
    calls.forEach(({ done }, index) => done(rows.get(index + 1) ?? []))
    return
  }
  for (const call of calls) {
    await run(client, queue, [call]).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      call.failed(error)
    })
  }
}

// The statement failed, not the connection. Nothing was saved.
function isRefusal(error: unknown) {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}
