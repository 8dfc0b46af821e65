import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#start-error.ts'
import { pathFor, reason, type Cluster } from './embedded-init.ts'
import { inUse } from './embedded-lock.ts'

export type ServerLog = { debug: (message: string) => void; error: (message: string) => void }
export type Server = {
  port: number
  socketFolder: string | undefined
  stop: () => Promise<void>
}

const PATIENCE_MS = 10_000
// Statements contain answers, so they stay out of the log.
const QUIET = ['log_min_messages=log', 'log_min_error_statement=panic']
// The shortest limit for a socket's path on any Unix (macOS). Windows has no sockets.
const LONGEST_SOCKET = 103
// For tests, which also run many nodes in parallel and make hundreds of databases: a checkpoint writes the pages of each,
// and autovacuum starts a process for each every minute.
const NOT_DURABLE = [
  'autovacuum=off',
  'fsync=off',
  'full_page_writes=off',
  'max_connections=400',
  'checkpoint_timeout=1h',
  'max_wal_size=4GB',
]

/** Runs the server until `stop`. Restarts it at the same port if it dies. */
export async function runServer(cluster: Cluster, log: ServerLog): Promise<Server> {
  let stopping = false
  await removeSockets(cluster)
  let { child, port } = await launch(cluster, log)
  watch()
  function watch() {
    child.once('exit', (code, signal) => {
      if (stopping) return
      log.error(`PostgreSQL stopped unexpectedly (${signal ?? code}). Restarting it.`)
      void restart()
    })
  }
  async function restart() {
    try {
      child = (await launch(cluster, log, port)).child
      if (stopping) await end(child)
      else watch()
    } catch (error) {
      log.error(error instanceof Error ? error.message : String(error))
    }
  }
  async function stop() {
    stopping = true
    await end(child)
  }
  return { port, socketFolder: hasSocket(cluster) ? cluster.folder : undefined, stop }
}

function hasSocket({ folder }: Cluster) {
  return process.platform !== 'win32' && socketPath(folder, 65_535).length <= LONGEST_SOCKET
}

function socketPath(folder: string, port: number) {
  return join(folder, `.s.PGSQL.${port}`)
}

// A killed server leaves its socket behind, and the next one uses another port.
async function removeSockets({ folder }: Cluster) {
  for (const name of await readdir(folder))
    if (name.startsWith('.s.PGSQL.')) await rm(join(folder, name))
}

async function launch(cluster: Cluster, log: ServerLog, fixedPort?: number) {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const port = fixedPort ?? (await freePort())
    const started = await launchOnce(cluster, port, log)
    if (typeof started !== 'string') return { child: started, port }
    if (/lock file .* already exists/.test(started)) throw inUse(dirname(cluster.folder))
    // Both are temporary: shared memory of a killed server, and a port in use.
    const mayPass = /shared memory block|could not (bind|create any)/.test(started)
    if (!mayPass || Date.now() > deadline)
      throw new StartError(`PostgreSQL did not start: ${reason(started)}`)
    await sleep(200)
  }
}

/** Returns the server once it accepts connections, or its messages if it ends before. */
async function launchOnce(
  cluster: Cluster,
  port: number,
  log: ServerLog,
): Promise<ChildProcess | string> {
  const settings = [
    'listen_addresses=127.0.0.1',
    // Relative to the data folder.
    `unix_socket_directories=${hasSocket(cluster) ? '.' : ''}`,
    `port=${port}`,
    ...QUIET,
  ]
  if (!cluster.durable) settings.push(...NOT_DURABLE)
  const flags = settings.flatMap((setting) => ['-c', setting])
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', pathFor(cluster.runAs, cluster.folder), ...flags],
    {
      ...cluster.runAs,
      cwd: cluster.folder,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its own process group, so that Ctrl-C stops Waymark first and the database last.
      detached: true,
    },
  )
  // From its start on, because this process may be stopped while it waits.
  stopWithUs(child, cluster)
  const said: string[] = []
  return await new Promise((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      log.debug(line)
      said.push(line)
      if (said.length > 50) said.shift()
      if (line.includes('ready to accept connections')) resolve(child)
    })
    child.once('error', reject)
    child.once('close', () => resolve(said.join('\n')))
  })
}

/** Even if this process is killed: then the pipe to the shell ends without a line. */
function stopWithUs(child: ChildProcess, { runAs }: Cluster) {
  const stop = () => child.kill('SIGINT')
  process.once('exit', stop)
  child.once('exit', () => process.off('exit', stop))
  if (process.platform === 'win32') return
  const watch = spawn('sh', ['-c', 'read -r line || kill -INT "$1"', 'sh', String(child.pid)], {
    ...runAs,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watch.on('error', () => {})
  watch.stdin.on('error', () => {})
  child.once('exit', () => watch.stdin.end('\n'))
  watch.unref()
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Fast shutdown: open transactions are rolled back. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGINT')
  const slow = setTimeout(() => child.kill('SIGQUIT'), PATIENCE_MS * 0.8)
  await gone
  clearTimeout(slow)
}
