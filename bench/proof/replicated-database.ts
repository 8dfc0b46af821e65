import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findBinaries } from 'api/db/embedded-binaries'
import { type Cluster, initCluster, pathFor, userForPostgres } from 'api/db/embedded-init'
import { freePort } from 'api/testing/free-port'
import { asOwner, readRows, untilAccepts } from './database.ts'

const TIMEOUT_MS = 60_000
const run = promisify(execFile)
/** What a copy of a running server leaves out, as pg_basebackup does. */
const NOT_COPIED = ['postmaster.*', 'pg_wal/*', 'pg_replslot/*', 'pg_notify/*', 'pg_subtrans/*']

type Server = { cluster: Cluster; url: string; child: ChildProcess }

/** A durable primary with a streaming replica that has every commit before it is acknowledged. */
export async function startReplicated() {
  const home = await mkdtemp(join(tmpdir(), 'waymark-replicated-'))
  const runAs = await userForPostgres(home)
  if (runAs) own(home, runAs)
  const binaries = await findBinaries(runAs !== undefined)
  const clusterAt = (name: string) => ({ folder: join(home, name), runAs, binaries, durable: true })
  // The two places, each with its port, which HAProxy knows.
  const ports = [await freePort(), await freePort()] as const
  const cluster = clusterAt('0')
  const password = await initCluster(cluster)
  const urlAt = (place: number, database = 'waymark') =>
    `postgres://postgres:${password}@127.0.0.1:${ports[place]}/${database}`
  const servers: (Server | undefined)[] = []
  const primaryUrl = urlAt(0)
  servers[0] = { cluster, url: primaryUrl, child: launch(cluster, ports[0]) }
  await untilAccepts(urlAt(0, 'postgres'))
  await asOwner(urlAt(0, 'postgres'), (owner) => owner.query('create database waymark'))
  let copies = 0
  let primary = 0

  return {
    urls: [urlAt(0), urlAt(1)] as const,
    url: () => urlAt(primary),
    /** Copies the running primary to the other place, and lets commits wait for it from now on. */
    replicate: async () => {
      const from = servers[primary]
      if (!from) throw new Error('There is no primary.')
      const place = 1 - primary
      copies += 1
      const copy = clusterAt(`copy-${copies}`)
      await copyRunning(from, copy)
      const upstream = new URL(from.url)
      const connection = `host=127.0.0.1 port=${upstream.port} user=postgres password=${password} application_name=replica`
      const child = launch(copy, Number(ports[place]), [`primary_conninfo=${connection}`])
      servers[place] = { cluster: copy, url: urlAt(place), child }
      await asOwner(from.url, async (owner) => {
        await owner.query(`alter system set synchronous_standby_names = 'replica'`)
        await owner.query('select pg_reload_conf()')
      })
      await untilSynchronous(from.url)
    },
    /** Kills the primary with all its processes and promotes the replica. */
    failOver: async () => {
      const lost = servers[primary]
      if (!lost) throw new Error('There is no primary.')
      const killed = performance.now()
      await killAll(lost.child)
      servers[primary] = undefined
      primary = 1 - primary
      await asOwner(urlAt(primary), (owner) => owner.query('select pg_promote()'))
      return { killed, promoted: performance.now() }
    },
    close: async () => {
      for (const server of servers) if (server) await killAll(server.child)
      await rm(home, { recursive: true })
    },
  }
}

function launch({ folder, runAs, binaries }: Cluster, port: number, more: string[] = []) {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    // Until a new replica has caught up.
    'wal_keep_size=512MB',
    'log_min_messages=fatal',
    ...more,
  ]
  const flags = settings.flatMap((setting) => ['-c', setting])
  return spawn(binaries.postgres, ['-D', pathFor(runAs, folder), ...flags], {
    ...runAs,
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: 'ignore',
  })
}

/** A base backup. The packages of npm have no pg_basebackup. */
async function copyRunning({ cluster: from, url }: Server, to: Cluster) {
  await asOwner(url, async (owner) => {
    await owner.query(`select pg_backup_start('replica', true)`)
    await mkdir(to.folder, { mode: 0o700 })
    const excluded = NOT_COPIED.map((names) => `--exclude=./${names}`)
    // The first tar warns of files that change, which the log makes good.
    const copy = 'from="$1"; to="$2"; shift 2; tar -C "$from" "$@" -cf - . | tar -C "$to" -xf -'
    await run('sh', ['-c', copy, 'sh', from.folder, to.folder, ...excluded])
    const { rows } = await owner.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop()',
    )
    await writeFile(join(to.folder, 'backup_label'), rows[0]?.labelfile ?? '')
  })
  await writeFile(join(to.folder, 'standby.signal'), '')
  // The copy waits for no replica when it becomes the primary.
  await writeFile(join(to.folder, 'postgresql.auto.conf'), '')
  if (to.runAs) own(to.folder, to.runAs)
}

function own(folder: string, { uid, gid }: { uid: number; gid: number }) {
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
}

async function untilSynchronous(url: string) {
  const until = performance.now() + TIMEOUT_MS
  while (performance.now() < until) {
    const rows = await readRows(url, `select from pg_stat_replication where sync_state = 'sync'`)
    if (rows.length === 1) return
    await sleep(50)
  }
  throw new Error('The replica did not catch up.')
}

/** As when the machine is lost: the server's processes don't outlive it. */
async function killAll(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const list = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  child.kill('SIGKILL')
  for (const pid of list.trim().split(' ').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  await exited
}
