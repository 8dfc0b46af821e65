import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from 'api/db/embedded'

const TIMEOUT_MS = 30_000

/** A durable database server that can be crashed and stopped. */
export async function startOwnDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'waymark-faults-'))
  const start = () => startEmbedded({ dataDir, log: { debug() {}, error() {} } })
  let running = await start()
  return {
    url: () => running.url,
    port: () => Number(new URL(running.url).port),
    /** Kills the postmaster, which is started again; returns when it accepts connections. */
    crash: async () => {
      const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await untilAccepts(running.url)
      return performance.now()
    },
    stop: () => running.stop(),
    /** Starts again, at another port. */
    start: async () => {
      running = await start()
    },
    close: async () => {
      await running.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

export async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>) {
  const owner = new pg.Client(ownerUrl)
  // An error after connecting also fails the statement.
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** The rows of a query as the owner of the database. */
export async function readRows<Row extends pg.QueryResultRow>(
  ownerUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return await asOwner(ownerUrl, async (owner) => (await owner.query<Row>(text, values)).rows)
}

/** Returns when the server accepts connections. */
export async function untilAccepts(url: string) {
  const until = performance.now() + TIMEOUT_MS
  while (performance.now() < until) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    const accepts = await client.connect().then(
      () => true,
      () => false,
    )
    if (accepts) return await client.end()
    await sleep(20)
  }
  throw new Error('PostgreSQL did not come back.')
}
