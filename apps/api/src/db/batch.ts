import pg from 'pg'
import { takeConnection } from './take-connection.ts'
import { Busy } from './turns.ts'

/**
 * A statement for many calls. $1 is the tenant; each other parameter is an array with one value per call. The column
 * `n` numbers the calls from 1.
 */
export type BatchStatement = { name: string; text: string }

/** Adds a call to the batch of its statement and tenant. Returns the call's rows. Calls of one user run in series. */
export type Batch = <Row extends pg.QueryResultRow>(
  statement: BatchStatement,
  caller: { tenantId: number; userId: number },
  values: readonly unknown[],
) => Promise<Row[]>

type Call = {
  since: number
  userId: number
  values: readonly unknown[]
  done: (rows: pg.QueryResultRow[]) => void
  failed: (error: unknown) => void
}
type Queue = {
  statement: BatchStatement
  tenantId: number
  calls: Call[]
  /** Batches sent to the database and not finished. */ sent: number
  /** Whose calls are in them. */ running: Set<number>
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

  const batch: Batch = (statement, { tenantId, userId }, values) =>
    new Promise((done, failed) => {
      const key = `${tenantId} ${statement.name}`
      const known = queues.get(key)
      const queue = known ?? { statement, tenantId, calls: [], sent: 0, running: new Set() }
      queues.set(key, queue)
      if (ageOf(queue) > tolerance) throw new Busy(queue.calls.length)
      const since = performance.now()
      queue.calls.push({ since, userId, values, done: done as Call['done'], failed })
      sendNext(key, queue)
    })

  const state = () => ({
    waiting: [...queues.values()].reduce((sum, { calls }) => sum + calls.length, 0),
    oldestMs: Math.max(0, ...[...queues.values()].map(ageOf)),
  })
  return { batch, state }

  function sendNext(key: string, queue: Queue) {
    const { sent } = queue
    const isReady = nextOf(queue).length >= (sent === 0 ? 1 : ENOUGH_FOR_SECOND)
    if (isReady && sent < 2) void send(key, queue)
    else if (sent === 0) queues.delete(key)
  }

  async function send(key: string, queue: Queue) {
    queue.sent += 1
    let batch: Call[] | undefined
    try {
      const client = await takeConnection(pool)
      // Taken after connecting, to include calls that arrived in between.
      batch = take(queue)
      try {
        if (batch.length > 0) await run(client, queue, batch)
      } catch (error) {
        // A connection in an unknown state is closed.
        client.release(!isRefusal(error))
        throw error
      }
      client.release()
    } catch (error) {
      batch ??= take(queue)
      for (const { failed } of batch) failed(error)
    }
    for (const { userId } of batch) queue.running.delete(userId)
    queue.sent -= 1
    sendNext(key, queue)
  }
}

/** The calls of the next batch: one of each user, because the database refuses a second one beside it. */
function nextOf({ calls, running }: Queue): Call[] {
  const next = new Map<number, Call>()
  for (const call of calls) {
    if (next.size === MAX_BATCH) break
    if (!running.has(call.userId) && !next.has(call.userId)) next.set(call.userId, call)
  }
  return [...next.values()]
}

function take(queue: Queue): Call[] {
  const next = nextOf(queue)
  const taken = new Set(next)
  queue.calls = queue.calls.filter((call) => !taken.has(call))
  for (const { userId } of next) queue.running.add(userId)
  return next
}

/** Calls that wait for others of the same user don't count. */
function ageOf(queue: Queue): number {
  const [first] = nextOf(queue)
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
