import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from 'api/db/embedded'

const PATIENCE_MS = 30_000

export type OwnDatabase = Awaited<ReturnType<typeof startOwnDatabase>>

/** A durable server of one's own, as people's answers live on one, to be crashed and stopped. */
export async function startOwnDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'waymark-faults-'))
  const start = () => startEmbedded({ dataDir, log: { debug() {}, error() {} } })
  let running = await start()
  return {
    url: () => running.url,
    port: () => portOf(running.url),
    /** SIGKILL of the postmaster, which is started again by itself; the moment at which it accepts connections. */
    crash: async () => {
      process.kill(await postmasterOf(dataDir), 'SIGKILL')
      await untilAccepts(running.url)
      return performance.now()
    },
    stop: () => running.stop(),
    /** Starts after a stop, at another port. */
    start: async () => {
      running = await start()
    },
    close: async () => {
      await running.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

function portOf(url: string) {
  return Number(new URL(url).port)
}

async function postmasterOf(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

async function untilAccepts(url: string) {
  const until = performance.now() + PATIENCE_MS
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
