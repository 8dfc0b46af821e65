import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbedded } from 'api/db/embedded'
import { freePort } from 'api/testing/free-port'
import pg from 'pg'
import { cpuSeconds, peakMemory } from './cpu.ts'

export const SECRET = 'a secret for measuring only, long enough'
const ROOT = resolve(import.meta.dirname, '../..')

/** A data folder to keep and use again, because filling a large database takes long. */
const KEPT = process.env.BENCH_DATA

export type Product = Awaited<ReturnType<typeof startProduct>>

/** Starts the API in its own process, with a durable database and the demo. */
export async function startProduct(onDatabaseLine: (line: string) => void = () => {}) {
  if (KEPT) await mkdir(KEPT, { recursive: true })
  const dataDir = KEPT ? resolve(KEPT) : await mkdtemp(join(tmpdir(), 'waymark-bench-'))
  const log = { debug: onDatabaseLine, error: console.error }
  const database = await startEmbedded({ dataDir, log })
  const port = await freePort()
  // At the level of an installation, because lines cost time.
  const lines = await open(join(dataDir, 'log'), 'a')
  // The same option as in `npm start`.
  const api = spawn(
    process.execPath,
    ['--max-semi-space-size=8', 'scripts/start.ts', '--api-only'],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(port),
        DATABASE_URL: database.localUrl,
        DEMO: 'true',
        DATA_DIR: dataDir,
        WAYMARK_SECRET: SECRET,
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', 'ignore', lines.fd],
    },
  )
  await lines.close()
  const fail = (code: number | null, signal: string | null) => {
    throw new Error(`The API ended by itself (${signal ?? code}).`)
  }
  api.once('exit', fail)
  await untilReady(port)
  const owner = new pg.Pool({ connectionString: database.localUrl, max: 2 })
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  const apiPid = api.pid ?? 0
  const postgresPid = Number(pidFile.split('\n')[0])
  return {
    port,
    url: database.localUrl,
    owner,
    /** CPU seconds that the server's processes have used so far. */
    cpu: () => ({ api: cpuSeconds(apiPid), database: cpuSeconds(postgresPid) }),
    /** Waits until the jobs of the start are done. With ten thousand organisations they take half a core for minutes. */
    untilIdle: async () => {
      const used = () => cpuSeconds(apiPid) + cpuSeconds(postgresPid)
      for (let before = used(); ; before = used()) {
        await new Promise((done) => setTimeout(done, 3000))
        if (used() - before < 0.2) return
      }
    },
    /** The API's peak memory in megabytes. */
    memory: () => peakMemory(apiPid),
    stop: async () => {
      await owner.end()
      api.off('exit', fail)
      await ended(api)
      await database.stop()
      if (!KEPT) await rm(dataDir, { recursive: true })
    },
  }
}

async function untilReady(port: number) {
  for (let attempts = 0; attempts < 1200; attempts += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('The product did not get ready within two minutes.')
}

async function ended(child: ChildProcess) {
  const exit = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await exit
}
