import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openBucket } from '#adapters/bucket.ts'
import { withTenants } from '#db/pools.ts'
import { readEnv } from '#read-env.ts'
import { listBackups } from '#support/backups.queries.ts'
import { anAttachmentSomewhere } from '#testing/attached.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { testApp } from '#testing/test-app.ts'
import { holdFiles, openSnapshot } from './reading.ts'
import { makeScheduledBackup, refuseOldBackup } from './scheduled-backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-scheduled-'))
afterAll(() => rm(folder, { recursive: true }))
const BACKUP_TARGET = join(folder, 'backups')
const t = await testApp({ env: { BACKUP_SCHEDULE: '0 2 * * *', BACKUP_TARGET, BACKUP_KEEP: '2' } })
const start = Date.parse('2026-11-24T02:00:00Z')
const at = (hours: number) => (t.clock.now = () => new Date(start + hours * 3_600_000))
const make = () => makeScheduledBackup(t.app, t.ownerUrl)
const state = async () =>
  (await t.call({ host: 'localhost', url: '/api/ready' })).json<{ details: { backup: string } }>()
    .details.backup

test('the schedule is set for all nodes', async () => {
  const schedules = await t.sql`select name, cron, timezone from pgboss.schedule`
  expect(schedules).toEqual([{ name: 'backup', cron: '0 2 * * *', timezone: 'UTC' }])
})

test('monitoring sees that there is no backup, and that two times of the schedule brought none', async () => {
  expect(await state()).toBe('There is no backup yet.')
  at(0)
  await make()
  await t.sql`update backups set started_at = ${t.clock.now().toISOString()}`
  at(48)
  expect(await state()).toBe('ok')
  at(49)
  expect(await state()).toBe('No backup since 2026-11-24 02:00 UTC.')
})

test.each([
  ['on Monday before the time', '2026-11-30T01:00:00Z', 'ok'],
  ['on Monday after the time', '2026-11-30T03:00:00Z', 'ok'],
  ['on Tuesday after the time', '2026-12-01T03:00:00Z', 'No backup since 2026-11-27 02:00 UTC.'],
])('a schedule of weekdays, last kept on Friday, is seen %s', async (_, now, said) => {
  const env = { ...t.app.env, BACKUP_SCHEDULE: '0 2 * * 1-5' }
  await t.sql`update backups set started_at = '2026-11-27T02:00:00Z'`
  const adapters = { ...t.app.adapters, now: () => new Date(now) }
  const seen = await refuseOldBackup({ ...t.app, env, adapters }).then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )
  expect(seen).toBe(said)
})

test('the newest are kept, and other files stay', async () => {
  await writeFile(join(BACKUP_TARGET, 'mine.tar.gz'), 'mine')
  await writeFile(join(BACKUP_TARGET, 'waymark-2026-11-01T02-00-00Z.tar.gz.part'), 'interrupted')
  for (const hours of [24, 48]) {
    at(hours)
    await make()
  }
  const kept = ['waymark-2026-11-25T02-00-00Z.tar.gz', 'waymark-2026-11-26T02-00-00Z.tar.gz']
  expect((await readdir(BACKUP_TARGET)).sort()).toEqual(['mine.tar.gz', ...kept])
  const [last] = await withTenants(t.app.pools, [], (db) => listBackups(db, 1))
  const place = join(BACKUP_TARGET, kept[1] ?? '')
  const { size } = await stat(place)
  expect(last).toMatchObject({ is_scheduled: true, place, bytes: size, error: null })
})

test('a backup that loses its connections to the database fails, and the process goes on', async () => {
  const held = await holdFiles({ ownerUrl: t.ownerUrl, rolePrefix: 'wm' })
  const { client, close } = await openSnapshot(held)
  await t.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = 'wm_backup'`
  // Without a listener, the loss of an idle connection ends the process, here the test's.
  await expect.poll(() => client.query('select 1').catch(String)).toMatch(/not queryable|ended/)
  close()
  await held.release()
})

test('in a bucket too, the newest below the prefix are kept, and other objects stay', async () => {
  const s3 = await startS3Server()
  try {
    const { S3_BUCKET, ...access } = s3.env
    const env = { ...t.app.env, ...access, BACKUP_TARGET: `s3://${S3_BUCKET}/backups` }
    const disk = openBucket({ ...env, S3_BUCKET })
    const others = ['backups/mine.tar.gz', 'waymark-2026-11-01T02-00-00Z.tar.gz']
    for (const key of others) await disk.put(key, 'mine')
    for (const hours of [100, 101, 102]) {
      at(hours)
      await makeScheduledBackup({ ...t.app, env }, t.ownerUrl)
    }
    const { objects } = await disk.listAll('', { recursive: true })
    const keys = [...objects].map((one) => (one.isFile ? one.key : one.prefix))
    const kept = ['07', '08'].map((hour) => `backups/waymark-2026-11-28T${hour}-00-00Z.tar.gz`)
    expect(keys.sort()).toEqual([...others, ...kept].sort())
  } finally {
    await s3.close()
  }
})

test('the job of the schedule makes a backup', async () => {
  at(72)
  await t.sql`insert into pgboss.job (name) values ('backup')`
  await expect.poll(() => readdir(BACKUP_TARGET)).toContain('waymark-2026-11-27T02-00-00Z.tar.gz')
  // Until then no other backup can start.
  await expect.poll(() => t.app.jobs.unfinished('backup')).toEqual([])
})

test('a failed backup is recorded with its reason, and leaves nothing in the target', async () => {
  at(96)
  const target = join(folder, 'file')
  await writeFile(target, '')
  const env = { ...t.app.env, BACKUP_TARGET: target }
  await expect(makeScheduledBackup({ ...t.app, env }, t.ownerUrl)).rejects.toThrow(/EEXIST|ENOTDIR/)
  const [last] = await withTenants(t.app.pools, [], (db) => listBackups(db, 1))
  expect(last).toMatchObject({ bytes: null, error: expect.stringMatching(/EEXIST|ENOTDIR/) })
  expect(await state()).toMatch(/^The latest backup failed: .*(EEXIST|ENOTDIR)/)
})

test('a backup without a file that the store has lost says so on the system page', async () => {
  await t.app.adapters.files.remove(await anAttachmentSomewhere(t))
  at(120)
  await make()
  const [last] = await withTenants(t.app.pools, [], (db) => listBackups(db, 1))
  expect(last?.bytes).toBeGreaterThan(0)
  expect(last?.error).toMatch(/^1 file part was missing from the file store/)
  expect(await state()).not.toMatch(/failed/)
})

test.each([
  [{ BACKUP_SCHEDULE: 'nightly' }, 'BACKUP_SCHEDULE must be a cron schedule with five fields'],
  [{ BACKUP_SCHEDULE: '0 0 2 * * *' }, 'BACKUP_SCHEDULE must be a cron schedule with five fields'],
  [{ BACKUP_SCHEDULE: '0 2 * * *' }, 'BACKUP_TARGET must be set when BACKUP_SCHEDULE is'],
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be at least 1'],
  [{ BACKUP_RECIPIENT: 'ssh-ed25519 A' }, 'BACKUP_RECIPIENT must be a public key'],
])('the configuration %o is refused', (variables, reason) => {
  expect(() => readEnv(variables)).toThrow(reason)
})
