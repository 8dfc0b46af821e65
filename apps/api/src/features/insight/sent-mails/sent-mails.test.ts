import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SentMail } from 'contract/sent-mails'
import { afterAll, expect, test } from 'vitest'
import { waymark } from '#cli/waymark.ts'
import { deleteOldMails } from '#features/organisations/retention/delete-old-mails.ts'
import { sendQueuedMail } from '#support/mails/send-mail.ts'
import { aTenant, aUser, theTenant } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { startTestApp, testApp } from '#testing/test-app.ts'

const ANSWER = '250 2.0.0 Ok: queued as 4F2\r\nand more'
const t = await testApp({ works: false, sendMail: async () => ANSWER })
t.app.env = { ...t.app.env, SMTP_URL: 'smtp://localhost' }
const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
const other = await aTenant(t.db, { domain: 'other', name: 'Other' })
const platform = await theTenant(t.db, 'admin')
const admin = t.as(await aUser(t.db, { tenant: acme, roles: ['admin'] }))
const god = t.as(await aUser(t.db, { tenant: platform, roles: ['god-admin'] }))
const folder = await mkdtemp(join(tmpdir(), 'waymark-sent-'))
afterAll(() => rm(folder, { recursive: true }))

type Change = { tenant?: { id: number }; status?: string; subject?: string; daysAgo?: number }
async function aMail(recipient: string, { tenant = acme, ...change }: Change = {}) {
  const { status = 'queued', subject = 'Reset your password', daysAgo = 0 } = change
  const [row] = await t.sql<{ id: number }>`
    insert into mails (tenant_id, message_id, recipient, subject, text, html, status, created_at, sent_at)
    values (${tenant.id}, gen_random_uuid(), ${recipient}, ${subject}, 'a link', '<a>', ${status},
      now() - make_interval(days => ${daysAgo}),
      case when ${status} = 'sent' then now() - make_interval(days => ${daysAgo}) end) returning id`
  return row?.id ?? 0
}
const send = (id: number, app = t.app) =>
  sendQueuedMail(app, { tenantId: acme.id, id }, { number: 1, isLast: false })
const rowOf = async (id: number) =>
  (
    await t.sql`select status, recipient, subject, text, html, response from mails where id = ${id}`
  )[0]
const recipients = async (by: typeof admin, query = {}) => {
  const { body } = await by.get('/sent-mails', { query })
  return (body as { rows: SentMail[] }).rows.map(({ recipient }) => recipient)
}

test('once a mail server has accepted a mail, its texts are deleted, and its answer stays', async () => {
  const id = await aMail('amelia@example.org')
  await send(id)
  expect(await rowOf(id)).toEqual({
    status: 'sent',
    recipient: 'amelia@example.org',
    subject: 'Reset your password',
    text: '',
    html: '',
    response: '250 2.0.0 Ok: queued as 4F2 and more',
  })
  await t.sql`delete from mails`
})

test('without a mail server the texts stay, for the outbox', async () => {
  const id = await aMail('amelia@example.org')
  const alone = await startTestApp({ works: false, besides: t })
  await send(id, alone.app)
  await t.sql`update mails set sent_at = now() - interval '40 days'`
  await deleteOldMails(alone.app)
  expect(await rowOf(id)).toMatchObject({ status: 'sent', text: 'a link', html: '<a>' })
  await alone.close()
  await t.sql`delete from mails`
})

test('a discarded mail loses its texts, and a failed one keeps them to be sent again', async () => {
  const [discarded, failed] = [
    await aMail('a@x.example'),
    await aMail('b@x.example', { status: 'failed' }),
  ]
  await god.delete(`/system/jobs/mail/${discarded}`)
  await deleteOldMails(t.app)
  expect(await rowOf(discarded)).toMatchObject({ status: 'discarded', text: '', html: '' })
  expect(await rowOf(failed)).toMatchObject({ status: 'failed', text: 'a link' })
  await t.sql`delete from mails`
})

test('sent and discarded mails are deleted after 30 days, and texts of an earlier version straight away', async () => {
  for (const status of ['sent', 'discarded', 'failed', 'queued'])
    for (const daysAgo of [29, 31])
      await aMail(`${status}-${daysAgo}@x.example`, { status, daysAgo })
  await deleteOldMails(t.app)
  expect(await t.sql`select recipient, text from mails order by id`).toEqual([
    { recipient: 'sent-29@x.example', text: '' },
    { recipient: 'discarded-29@x.example', text: '' },
    { recipient: 'failed-29@x.example', text: 'a link' },
    { recipient: 'failed-31@x.example', text: 'a link' },
    { recipient: 'queued-29@x.example', text: 'a link' },
    { recipient: 'queued-31@x.example', text: 'a link' },
  ])
  await t.sql`delete from mails`
})

test('admins see what their organisation sent, and god-admins what all sent, without texts', async () => {
  await aMail('old@acme.example', { status: 'sent', daysAgo: 2 })
  await aMail('new@acme.example', { status: 'sent', subject: 'Your report is ready' })
  await aMail('waits@acme.example')
  await aMail('one@other.example', { tenant: other, status: 'sent', daysAgo: 1 })
  await aMail('god@platform.example', { tenant: platform, status: 'sent', daysAgo: 3 })
  const { body } = await admin.get('/sent-mails')
  expect(body).toMatchObject({
    rows: [
      { recipient: 'new@acme.example', tenant: { id: acme.id, name: 'Acme' }, response: null },
      {},
    ],
    total: 2,
  })
  expect(JSON.stringify(body)).not.toContain('a link')
  expect(await recipients(god)).toEqual([
    'new@acme.example',
    'one@other.example',
    'old@acme.example',
    'god@platform.example',
  ])
  expect(await recipients(admin, { tenant_id: other.id })).toEqual([])
  expect(await recipients(god, { tenant_id: other.id })).toEqual(['one@other.example'])
})

test('the list is filtered by recipient, subject and day, and comes in pages', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const [yesterday] = await t.sql<{
    day: string
  }>`select (now() - interval '25 hours')::date::text as day`
  expect(await recipients(god, { search: 'OTHER.ex' })).toEqual(['one@other.example'])
  expect(await recipients(god, { search: 'your report' })).toEqual(['new@acme.example'])
  expect(await recipients(god, { search: 'a_me' })).toEqual([])
  expect(await recipients(god, { from: today })).toContain('new@acme.example')
  expect(await recipients(god, { to: yesterday?.day })).not.toContain('new@acme.example')
  expect(await recipients(god, { limit: 1, page: 3 })).toEqual(['old@acme.example'])
})

test('the command lists them, as a table or JSON, of all organisations or one', async () => {
  const variables = { DATABASE_URL: t.ownerUrl, WAYMARK_SECRET: TEST_SECRET, DATA_DIR: folder }
  const run = (...args: string[]) => waymark(['sent-mails', ...args], variables)
  expect(String(await run()).split('\n')).toHaveLength(5)
  expect(await run('--tenant', 'other')).toMatch(
    /^sent \(UTC\) .+\n\d{4}-\S+ \d\d:\d\d {2}Other {9}one@other\.example {2}Reset your password {2}no answer recorded$/,
  )
  const lines = String(await run('--json', '--search', 'new@')).split('\n')
  expect(lines.map((line) => JSON.parse(line) as SentMail)).toMatchObject([
    { recipient: 'new@acme.example', subject: 'Your report is ready' },
  ])
  expect(await run('--search', 'nobody')).toBe('No emails were found.')
  await expect(run('others')).rejects.toThrow(/^Too many arguments/)
})
