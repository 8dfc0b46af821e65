import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from 'api/testing/free-port'
import { TEST_SECRET } from 'api/testing/names'
import { callApi } from './api-call.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const TIMEOUT_MS = 60_000

export type ApiNode = Awaited<ReturnType<typeof createApiNode>>

/** The API in a process that can be killed and started again at the same port. */
export async function createApiNode(
  databaseUrl: string,
  env: Record<string, string> = {},
  folder = ROOT,
) {
  const port = await freePort()
  let child: ChildProcess | undefined
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || hasEnded(child)) return undefined
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }
  return {
    port,
    /** Undefined while the process isn't running. */
    pid: () => (child && !hasEnded(child) ? child.pid : undefined),
    start: async () => {
      child = spawn(process.execPath, ['scripts/start.ts', '--api-only'], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          LOG_LEVEL: 'fatal',
          HOST: '127.0.0.1',
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          WAYMARK_SECRET: TEST_SECRET,
          // As a child of npm it ends by itself when the test run ends.
          npm_lifecycle_event: 'start',
          NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache/api-node'),
          ...env,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await untilReady(child, port)
    },
    kill: () => end('SIGKILL'),
    /** Ends the process gracefully. Returns its exit code. */
    stop: () => end('SIGTERM'),
  }
}

async function untilReady(child: ChildProcess, port: number) {
  const until = performance.now() + TIMEOUT_MS
  while (performance.now() < until) {
    if (hasEnded(child)) throw new Error('The API ended while it started.')
    if ((await callApi(port, { path: '/ready' }))?.status === 200) return
    await sleep(20)
  }
  throw new Error('The API was not ready in time.')
}

function hasEnded({ exitCode, signalCode }: ChildProcess) {
  return exitCode !== null || signalCode !== null
}
