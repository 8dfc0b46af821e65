import { expect, test } from 'vitest'
import { scopeOf } from '#db/scope.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { beat } from '#features/insight/system/nodes.ts'
import { upload } from '#testing/attached.ts'
import { aContentSet, aTenant, aUser, anAssessment, theTenant } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { testApp, startTestApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const ENV = {
  AUDIT_FORWARD: 'https://logs.example.org/waymark',
  BACKUP_SCHEDULE: '0 2 * * *',
  BACKUP_TARGET: '/nowhere',
  // A scanner that is away.
  CLAMAV_URL: 'tcp://127.0.0.1:1',
}
const t = await testApp({ env: ENV })
const tenant = await aTenant(t.db)
await recordEvent(t.db, { scope: scopeOf(tenant.id) }, 'logo.changed')
/** Starts after the first one, and has none of its settings. */
const bare = await testApp({ besides: t, works: true })

const variables = { DATABASE_URL: t.ownerUrl, WAYMARK_SECRET: TEST_SECRET }
const command = (line: string) =>
  waymark(['shared-work', ...line.split(' ').filter(Boolean)], variables)
const queued = () => t.sql`select from audit_queue`
const schedules = () => t.sql`select cron from pgboss.schedule`
const detailsOf = async (node: Pick<typeof t, 'call'>) =>
  (await node.call({ host: 'localhost:4003', url: '/api/ready' })).json<{
    details: Record<string, string>
  }>().details

const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
async function uploadAt(node: typeof t) {
  const user = await aUser(t.db, { tenant })
  const assessment = await anAssessment(t.db, { user, contentSetId })
  const [statement] = await t.sql<{ id: number }>`
    select id from statements where content_set_id = ${contentSetId} limit 1`
  const file = { name: 'minutes.txt', bytes: Buffer.from('Agreed in May.') }
  const { body } = await upload(aRespondent(node, user), assessment, statement?.id ?? 0, file)
  return (body as { status: string }).status
}

test('a node that starts without AUDIT_FORWARD, BACKUP_SCHEDULE and CLAMAV_URL ends none of them', async () => {
  expect(await queued()).toHaveLength(1)
  expect(await schedules()).toEqual([{ cron: '0 2 * * *' }])
  expect(await uploadAt(bare)).toBe('scanning')
})

test('such a node says what it lacks and what to do, and stays ready', async () => {
  const lacks = (name: string, work: string) =>
    `${name} is not set on this node, but the installation uses it. Set it on every node. To stop using it, remove the setting from every node, then run npm run shared-work -- end ${work}.`
  expect(await detailsOf(bare)).toMatchObject({
    forwarding: lacks('AUDIT_FORWARD', 'forwarding'),
    backup: lacks('BACKUP_SCHEDULE', 'backup'),
    scanner: lacks('CLAMAV_URL', 'scanner'),
  })
})

test('the command lists the shared work, and refuses to end it while a running node has its setting', async () => {
  expect(await command('')).toBe(
    'work        state\nforwarding  on\nbackup      on\nscanner     on',
  )
  expect(String(await command('--json')).split('\n')[1]).toBe('{"work":"backup","is_on":true}')
  await beat(t.app)
  await expect(command('end scanner --yes')).rejects.toThrow(
    /^CLAMAV_URL is still set on .+\. Remove it from every node, restart them, and try again\.$/,
  )
  await t.sql`delete from nodes`
})

test('the command ends each, with an entry in the platform’s audit log', async () => {
  for (const work of ['forwarding', 'backup', 'scanner'])
    expect(await command(`end ${work} --yes --json`)).toBe(`{"work":"${work}","is_on":false}`)
  expect(await queued()).toEqual([])
  expect(await schedules()).toEqual([])
  expect(await t.sql`select count(*)::int from attachments where status = 'scanning'`).toEqual([
    { count: 0 },
  ])
  expect(await uploadAt(bare)).toBe('clean')
  expect(await detailsOf(bare)).toMatchObject({ forwarding: 'off', backup: 'off', scanner: 'off' })
  const platform = await theTenant(t.db, 'admin')
  expect(
    await t.sql`select tenant_id, details from audit_events where action = 'shared_work.ended' order by id`,
  ).toEqual(
    ['forwarding', 'backup', 'scanner'].map((work) => ({
      tenant_id: platform.id,
      details: { work },
    })),
  )
  await expect(command('end backup --yes')).rejects.toThrow('The work “backup” is already off')
  await expect(command('end mail --yes')).rejects.toThrow(
    /Allowed choices are forwarding, backup, scanner/,
  )
})

test('a scheduled backup is not taken by a node that has no place for it', async () => {
  const alone = await startTestApp()
  await alone.sql`insert into pgboss.job (name, data) values ('backup', null)`
  // Two others of the same pace are taken, one after the other.
  for (const state of ['first', 'second']) {
    await alone.sql`insert into pgboss.job (name, data) values ('move', ${{ tenantId: 1, id: 0, state }})`
    await expect
      .poll(() => alone.sql`select from pgboss.job where name = 'move' and state = 'created'`)
      .toEqual([])
  }
  const [backup] = await alone.sql`select state from pgboss.job where name = 'backup'`
  expect(backup).toEqual({ state: 'created' })
  await alone.close()
})
