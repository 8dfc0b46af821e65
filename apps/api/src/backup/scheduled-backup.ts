import packageJson from '#package.json' with { type: 'json' }
import { CronExpressionParser } from 'cron-parser'
import type { App } from '#core/context.ts'
import { withTenants } from '#db/pools.ts'
import { findLastBackup, listBackups } from '#support/backups.queries.ts'
import { openArchives } from './archive-store.ts'
import { createBackup } from './create-backup.ts'

/** Only archives of the schedule are removed, and what an interrupted one has left. */
const OURS = /^waymark-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz(\.age)?(\.part)?$/

/** The job of BACKUP_SCHEDULE. Removes the oldest archives when the new one is complete. */
export async function makeScheduledBackup(app: App, ownerUrl: string): Promise<void> {
  const { env, pools, secret, adapters } = app
  if (env.BACKUP_TARGET === undefined) return
  const { BACKUP_RECIPIENT: recipient, BACKUP_KEEP: keep } = env
  const store = await openArchives(env.BACKUP_TARGET, env)
  const time = adapters.now().toISOString().slice(0, 19).replaceAll(':', '-')
  const name = `waymark-${time}Z.tar.gz${recipient === undefined ? '' : '.age'}`
  const { version } = packageJson
  const rolePrefix = env.DATABASE_ROLE_PREFIX
  const source = { ownerUrl, rolePrefix, secret, version, files: adapters.files, pools }
  await createBackup({ ...source, store, name, recipient, isScheduled: true })
  const names = (await store.list()).filter((one) => OURS.test(one)).sort()
  const partial = names.filter((one) => one.endsWith('.part'))
  const complete = names.filter((one) => !one.endsWith('.part'))
  for (const old of [...partial, ...complete.slice(0, -keep)]) await store.remove(old)
}

/** Seconds by which clocks may differ. */
const LEEWAY = 300

/** Throws if the latest backup failed, or if there is none since the last but one time of the schedule. */
export async function refuseOldBackup({
  env,
  pools,
  adapters,
}: Pick<App, 'env' | 'pools'> & { adapters: Pick<App['adapters'], 'now'> }): Promise<void> {
  if (env.BACKUP_SCHEDULE === undefined) return
  const [latest] = await withTenants(pools, [], (db) => listBackups(db, 1, { scheduledOnly: true }))
  if (latest && latest.bytes === null && latest.error !== null)
    throw new Error(`The latest backup failed: ${latest.error}`)
  const last = await withTenants(pools, [], findLastBackup)
  if (last === undefined) throw new Error('There is no backup yet.')
  const now = adapters.now()
  const times = CronExpressionParser.parse(env.BACKUP_SCHEDULE, { currentDate: now, tz: 'UTC' })
  times.prev()
  if (Date.parse(last) < times.prev().getTime() - LEEWAY * 1000)
    throw new Error(`No backup since ${last.slice(0, 16).replace('T', ' ')} UTC.`)
}
