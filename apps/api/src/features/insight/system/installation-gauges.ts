import type * as PromClient from 'prom-client'
import type { App } from '#core/context.ts'
import { inEveryTenant } from '#support/every-tenant.ts'
import { countSessions } from '#features/identity/sessions.queries.ts'
import { getForwarding } from '#features/insight/audit/forwarding/forwarding.queries.ts'
import { queues } from '#queues.ts'
import { findLastBackup } from '#support/backups.queries.ts'
import { checksOf, resultsOf } from './checks.ts'
import { diskFolders, diskOf } from './disks.ts'
import { getDatabaseSize, getWaiting, listQueues } from './system.queries.ts'

/** Milliseconds. Several collectors share one reading. */
const FRESH = 10_000

type Prom = Pick<typeof PromClient, 'Gauge'>

/**
 * What the database and the connection pools say, read when a collector asks. Every node reports the same for the
 * installation. Without the database, its gauges have no values, and `waymark_part_ok` says so.
 */
export function installationGauges(app: App, { Gauge }: Prom, registers: PromClient.Registry[]) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `waymark_${name}`, help, labelNames, registers })
  const connections = gauge(
    'database_connections',
    'Connections of this node to the database, by pool.',
    ['pool', 'state'],
  )
  const limits = gauge('database_connections_max', 'Maximum connections of each pool.', ['pool'])
  const waiting = gauge('database_waiting_requests', 'Calls waiting for a connection, by pool.', [
    'pool',
  ])
  const waitAge = gauge(
    'database_waiting_oldest_seconds',
    'How long the oldest call has been waiting for a connection.',
    ['pool'],
  )
  const jobs = gauge('jobs', 'Jobs by queue and state.', ['queue', 'state'])
  const jobAge = gauge('job_oldest_seconds', 'How long the oldest due job has been waiting.', [
    'queue',
  ])
  const mails = gauge('mails', 'Emails that are waiting or have failed.', ['state'])
  const sessions = gauge('sessions', 'Active sessions.')
  const scanning = gauge('files_scanning', 'Files waiting for the virus scanner.')
  const scanAge = gauge(
    'files_scanning_oldest_seconds',
    'How long the oldest file has been waiting for the virus scanner.',
  )
  const forwarding = gauge('audit_events_waiting', 'Audit events waiting to be forwarded.')
  const stored = gauge('attachments_bytes', 'Bytes of all attachments.')
  const database = gauge('database_bytes', 'Bytes of the database.')
  const backup = gauge('last_backup_timestamp_seconds', 'When the last complete backup started.')
  const closed = gauge('maintenance', '1 while Waymark is closed for maintenance.')
  const free = gauge('disk_free_bytes', 'Free bytes on the disk of a folder.', ['folder'])
  const size = gauge('disk_size_bytes', 'Size of the disk of a folder in bytes.', ['folder'])
  const parts = gauge(
    'part_ok',
    '1 if the part works, 0 if it doesn’t. Parts that are off are left out.',
    ['part'],
  )
  const ofDatabase = [
    jobs,
    jobAge,
    mails,
    sessions,
    scanning,
    scanAge,
    forwarding,
    stored,
    database,
    backup,
  ]
  const checks = checksOf(app)
  let until = 0
  let reading: Promise<void> | undefined

  const readDatabase = async () => {
    await inEveryTenant(app.pools, async (db, scope) => {
      const found = await getWaiting(db, scope)
      mails.set({ state: 'queued' }, found.mails.queued)
      mails.set({ state: 'failed' }, found.mails.failed)
      scanning.set(found.scanning.files)
      scanAge.set(secondsSince(found.scanning.since))
      stored.set(found.attachments_size)
      const state = await getForwarding(db, scope)
      if (state) forwarding.set(state.waiting)
      database.set(await getDatabaseSize(db))
      sessions.set(await countSessions(db, scope))
      const last = await findLastBackup(db)
      if (last !== undefined) backup.set(Date.parse(last) / 1000)
      const known = new Map((await listQueues(db)).map((queue) => [queue.name, queue]))
      for (const queue of Object.keys(queues)) {
        const { waiting = 0, running = 0, failed = 0, oldest = 0 } = known.get(queue) ?? {}
        jobs.set({ queue, state: 'waiting' }, waiting)
        jobs.set({ queue, state: 'running' }, running)
        jobs.set({ queue, state: 'failed' }, failed)
        jobAge.set({ queue }, oldest)
      }
    })
  }

  const readInstallation = async () => {
    for (const one of ofDatabase) {
      one.reset()
      // Without labels, a reset leaves a 0.
      one.remove({})
    }
    const results = await resultsOf({ ...checks.own, ...checks.outside })
    for (const [part, result] of Object.entries(results))
      if (result !== 'off') parts.set({ part }, result === 'ok' ? 1 : 0)
    if (results.database === 'ok') await readDatabase()
  }

  return async () => {
    closed.set(app.maintenance.state() ? 1 : 0)
    for (const [folder, path] of diskFolders(app.env)) {
      // Scheduled backups create their folder.
      const disk = await diskOf(path).catch(() => undefined)
      if (disk) free.set({ folder }, disk.free)
      if (disk) size.set({ folder }, disk.size)
    }
    for (const { name: pool, most, busy, idle, waiting: calls, oldestMs } of app.pools.usage()) {
      connections.set({ pool, state: 'busy' }, busy)
      connections.set({ pool, state: 'idle' }, idle)
      limits.set({ pool }, most)
      waiting.set({ pool }, calls)
      waitAge.set({ pool }, oldestMs / 1000)
    }
    if (performance.now() >= until) {
      until = performance.now() + FRESH
      reading = readInstallation()
    }
    await reading
  }
}

function secondsSince(time: string | null): number {
  return time === null ? 0 : (Date.now() - Date.parse(time)) / 1000
}
