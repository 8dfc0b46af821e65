import { expect, test } from 'vitest'
import { eventsAbout } from '#testing/events.ts'
import { aFailedJob, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { sendQueuedMail } from '#support/mails/send-mail.ts'
import { testApp } from '#testing/test-app.ts'
import { beat, endBeat } from './nodes.ts'

const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const tenant = await aTenant(t.db)
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
const asGod = t.as(god)

async function aMail(status: string, reason: string | null = null, tenantId = tenant.id) {
  const [mail] = await t.sql<{ id: number }>`
    insert into mails (tenant_id, message_id, recipient, subject, text, html, status, attempts, last_error)
    values (${tenantId}, gen_random_uuid(), 'anna@example.org', 'Your report', '', '', ${status}, 3, ${reason}) returning id`
  return mail?.id ?? 0
}

async function aRunningJob() {
  const id = await aFailedJob(t.db, tenant.id, '')
  await t.sql`update pgboss.job set state = 'active' where id = ${id}::uuid`
  return id
}

const mails = async (query = {}) => (await asGod.get('/system/mails', { query })).body
const jobsOf = (mailId: number) =>
  t.sql`select state, start_after <= now() as "isDue" from pgboss.job where name = 'mail' and data->>'id' = ${String(mailId)}`

test('god-admins see the version, migrations, nodes, checks, storage and backup', async () => {
  await beat(t.app)
  const { body } = await asGod.get('/system')
  expect(body).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    newest_migration: expect.stringMatching(/^\d{4}-.*\.sql$/),
    nodes: [{ name: expect.stringMatching(/:4003$/), version: expect.any(String) }],
    checks: { database: 'ok', migrations: 'ok', queue: 'ok', storage: 'ok', scanner: 'off' },
    attachments_size: 0,
    downloads_size: 0,
    scanning: { files: 0, since: null },
    last_backup: null,
    backup_error: null,
    audit_forwarding: null,
    mails: { queued: 0, failed: 0 },
  })
  expect((body as { database_size: number }).database_size).toBeGreaterThan(1_000_000)
})

test('storage counts the files that organisations and users have prepared to download', async () => {
  await t.sql`insert into generated_files (tenant_id, created_by, kind, name, status, bytes)
    select tenant_id, id, 'whole-data', 'everything.zip', 'ready', 500000000 from users where tenant_id in (${tenant.id}, ${platform.id}) limit 1`
  expect((await asGod.get('/system')).body).toMatchObject({ downloads_size: 500_000_000 })
  await t.sql`delete from generated_files`
})

test('a node that stops, or that was last seen more than a minute ago, isn’t listed', async () => {
  await beat(t.app)
  const nodes = async () => ((await asGod.get('/system')).body as { nodes: unknown[] }).nodes
  await t.sql`update nodes set seen_at = now() - interval '61 seconds'`
  expect(await nodes()).toEqual([])
  await beat(t.app)
  expect(await nodes()).toHaveLength(1)
  await endBeat(t.app)
  expect(await nodes()).toEqual([])
})

test('mails that wait or have failed are listed with their reason, for every organisation and the platform', async () => {
  const failed = await aMail('failed', 'The mailbox doesn’t exist.')
  const queued = await aMail('queued', null, platform.id)
  await aMail('sent')
  const row = { recipient: 'anna@example.org', subject: 'Your report', attempts: 3 }
  expect(await mails()).toMatchObject({
    rows: [
      { ...row, id: queued, status: 'queued', tenant: { id: platform.id }, reason: null },
      { ...row, id: failed, status: 'failed', reason: 'The mailbox doesn’t exist.' },
    ],
    total: 2,
  })
  expect(await mails({ status: 'failed' })).toMatchObject({ rows: [{ id: failed }], total: 1 })
  expect((await asGod.get('/system')).body).toMatchObject({ mails: { queued: 1, failed: 1 } })
})

test('a failed mail that is retried waits again, and a waiting one is due straight away', async () => {
  const id = await aMail('failed', 'Refused')
  for (const _ of ['failed', 'waiting']) {
    expect((await asGod.post(`/system/jobs/mail/${id}/retry`)).status).toBe(204)
    expect(await jobsOf(id)).toEqual([{ state: 'created', isDue: true }])
    await t.sql`update pgboss.job set start_after = now() + interval '20 minutes' where data->>'id' = ${String(id)}`
  }
  const details = { email: 'anna@example.org', email_subject: 'Your report' }
  const event = { action: 'mail.retried', actor_id: god.id, tenant_id: tenant.id, details }
  expect(await eventsAbout(t, `mail ${id}`)).toEqual([event, event])
})

test('a discarded mail isn’t listed and isn’t sent', async () => {
  const id = await aMail('queued')
  expect((await asGod.delete(`/system/jobs/mail/${id}`)).status).toBe(204)
  const { rows } = (await mails()) as { rows: { id: number }[] }
  expect(rows.map((mail) => mail.id)).not.toContain(id)
  await sendQueuedMail(t.app, { tenantId: tenant.id, id }, { number: 1, isLast: false })
  expect(await t.sql`select status from mails where id = ${id}`).toEqual([{ status: 'discarded' }])
  expect(await eventsAbout(t, `mail ${id}`)).toMatchObject([{ action: 'mail.discarded' }])
  expect(await asGod.post(`/system/jobs/mail/${id}/retry`)).toMatchObject({
    status: 404,
    body: { message: 'This email has already been sent or discarded. Reload the page.' },
  })
})

test('a failed job is listed with its reason, and waits to run when it is retried', async () => {
  const id = await aFailedJob(t.db, tenant.id, 'No space left')
  const job = { id, kind: 'report', tenant: { id: tenant.id }, state: 'failed', attempts: 8 }
  expect((await asGod.get('/system/jobs')).body).toMatchObject({
    jobs: [{ ...job, reason: 'No space left' }],
  })
  expect((await asGod.post(`/system/jobs/report/${id}/retry`)).status).toBe(204)
  const [row] = await t.sql`
    select state, retry_limit > retry_count as "mayRetry", start_after <= now() as "isDue" from pgboss.job where id = ${id}::uuid`
  expect(row).toEqual({ state: 'retry', mayRetry: true, isDue: true })
  expect((await asGod.delete(`/system/jobs/report/${id}`)).status).toBe(204)
  expect((await asGod.get('/system/jobs')).body).toEqual({ jobs: [] })
  const events = await eventsAbout(t, 'report job')
  expect(events.map(({ action }) => action)).toEqual(['job.retried', 'job.discarded'])
})

test('a running job can’t be retried or discarded', async () => {
  const id = await aRunningJob()
  const message = 'This job is running, or has already finished or been discarded. Reload the page.'
  for (const answer of [
    await asGod.post(`/system/jobs/report/${id}/retry`),
    await asGod.delete(`/system/jobs/report/${id}`),
  ])
    expect(answer).toMatchObject({ status: 404, body: { message } })
  expect(await t.sql`select state from pgboss.job where id = ${id}::uuid`).toEqual([
    { state: 'active' },
  ])
})
