import { afterAll, describe, expect, test, vi } from 'vitest'
import { openMail } from '#adapters/mail.ts'
import { eventsAbout } from '#testing/events.ts'
import { type Verdict, startMailServer } from '#testing/mail-server.ts'
import { testApp } from '#testing/test-app.ts'
import { type NewMail, queueMail } from '#support/queue-mail.ts'
import { sendQueuedMail } from './send-mail.ts'

const UNKNOWN = 'unknown@example.org'
const FIRST_VERDICTS: Record<string, Verdict> = {
  'later@example.org': 'later',
  'never@example.org': 'never',
  'vanish@example.org': 'vanish',
}

const server = await startMailServer({
  unknown: UNKNOWN,
  verdict: (recipient, attemptsBefore) =>
    (attemptsBefore === 0 ? FIRST_VERDICTS[recipient] : undefined) ?? 'accept',
})
const mail = openMail(server.url)
afterAll(async () => {
  mail.close()
  await server.close()
})
const t = await testApp({ sendMail: mail.send })
const found = await t.app.hosts('localhost')
if (!found) throw new Error('The public tenant is missing.')
const tenant = found

const SOON = { timeout: 30_000, interval: 100 }

type Db = Parameters<typeof queueMail>[0]
const queueIn = (db: Db, to: string, changes: Partial<NewMail> = {}) => {
  const text = { subject: 'Welcome', paragraphs: ['It is good to have you here.'] }
  const sender = { app: t.app, tenant, scope: t.scope(tenant.id) }
  return queueMail(db, sender, { to, ...text, ...changes })
}
const queue = (to: string, changes: Partial<NewMail> = {}) =>
  t.inTenant(tenant.id, (db) => queueIn(db, to, changes))

async function rowOf(recipient: string) {
  return await t.inTenant(tenant.id, (db) =>
    db
      .selectFrom('mails')
      .select(['id', 'status', 'attempts', 'last_error', 'message_id', 'sent_at'])
      .where('recipient', '=', recipient)
      .executeTakeFirst(),
  )
}

/** Waits until the row of a mail looks like this. */
const becomes = (to: string, row: object) =>
  vi.waitFor(async () => expect(await rowOf(to)).toMatchObject(row), SOON)

describe.concurrent('a queued mail', () => {
  test('is sent once, as text and HTML, from the configured address', async () => {
    await queue('amelia@example.org')
    await becomes('amelia@example.org', { status: 'sent', attempts: 1, last_error: null })
    const [arrived, ...others] = server.attemptsFor('amelia@example.org')
    expect(others).toEqual([])
    expect(arrived).toMatchObject({
      subject: 'Welcome (Waymark)',
      messageId: (await rowOf('amelia@example.org'))?.message_id,
      from: { value: [{ name: 'Waymark', address: 'waymark@localhost' }] },
    })
    expect(arrived?.text).toContain('Sent by Waymark')
    expect(arrived?.html).toContain('It is good to have you here.')
  })

  test('is not sent if its transaction is rolled back', async () => {
    const broken = t.inTenant(tenant.id, async (db) => {
      await queueIn(db, 'never.queued@example.org')
      throw new Error('the request failed')
    })
    await expect(broken).rejects.toThrow('the request failed')
    await queue('after@example.org')
    await becomes('after@example.org', { status: 'sent' })
    expect(await rowOf('never.queued@example.org')).toBeUndefined()
    expect(server.attemptsFor('never.queued@example.org')).toEqual([])
  })

  test('is sent again after a temporary refusal, with the same Message-ID', async () => {
    await queue('later@example.org')
    await becomes('later@example.org', {
      status: 'queued',
      attempts: 1,
      last_error: expect.stringContaining('451 Try again later'),
    })
    await becomes('later@example.org', { status: 'sent', attempts: 2, last_error: null })
    expect(idsFor('later@example.org')).toEqual({ attempts: 2, ids: 1 })
  })

  test('is sent again with the same Message-ID if the mail server dies after the text', async () => {
    await queue('vanish@example.org')
    await becomes('vanish@example.org', { status: 'sent' })
    expect(idsFor('vanish@example.org')).toEqual({ attempts: 2, ids: 1 })
  })

  test.each([
    ['never@example.org', 'The mail server refused the email: 554 We do not take such mail'],
    [UNKNOWN, 'The mail server refused the email: 550 No such mailbox'],
  ])('is marked as failed after a permanent refusal: %s', async (to, last_error) => {
    await queue(to)
    await becomes(to, { status: 'failed', attempts: 1, last_error, sent_at: null })
  })

  test('has a subject of one line, even if a name from outside has several', async () => {
    await queue('lines@example.org', {
      subject: 'Acme\r\nBcc: victim@example.org\u2028invites you',
    })
    await becomes('lines@example.org', { status: 'sent', attempts: 1 })
    expect(server.attemptsFor('lines@example.org')).toMatchObject([
      { subject: 'Acme Bcc: victim@example.org invites you (Waymark)' },
    ])
  })

  test.each([
    ['one\n@example.org', 'This email’s sender, recipient or subject contains a line break.'],
    ['', 'Waymark can’t create this email: No recipients defined.'],
  ])('that can’t be built fails straight away, and is recorded: %j', async (to, reason) => {
    await queue(to, { subject: 'Hello' })
    await becomes(to, { status: 'failed', attempts: 1, last_error: reason, sent_at: null })
    const id = (await rowOf(to))?.id
    expect(await eventsAbout(t, `mail ${id}`)).toMatchObject([
      {
        action: 'mail.failed',
        tenant_id: tenant.id,
        details: { email: to, email_subject: 'Hello (Waymark)', reason },
      },
    ])
  })

  test('is marked as failed after its last attempt', async () => {
    const unreachable = openMail('smtp://127.0.0.1:1')
    await t.sql`insert into mails (tenant_id, message_id, recipient, subject, text, html)
       values (${tenant.id}, '<last@localhost>', 'last@example.org', 'Welcome', 'Welcome', '<p>Welcome</p>')`
    const id = (await rowOf('last@example.org'))?.id ?? 0
    const adapters = { sendMail: unreachable.send }
    const attempt = { number: 21, isLast: true }
    await expect(
      sendQueuedMail({ ...t.app, adapters }, { tenantId: tenant.id, id }, attempt),
    ).rejects.toThrow('Waymark can’t use the mail server')
    expect(await rowOf('last@example.org')).toMatchObject({ status: 'failed', attempts: 1 })
  })
})

test('a node without a mail server leaves mails to the nodes that have one', async () => {
  await t.sql`insert into mails (tenant_id, message_id, recipient, subject, text, html)
     values (${tenant.id}, '<other@localhost>', 'other@example.org', 'Welcome', 'Welcome', '<p>Welcome</p>')`
  const id = (await rowOf('other@example.org'))?.id ?? 0
  const bare = { ...t.app, adapters: { sendMail: undefined } }
  const send = () => sendQueuedMail(bare, { tenantId: tenant.id, id }, { number: 1, isLast: false })
  await t.sql`insert into nodes (id, name, version, settings)
    values (gen_random_uuid(), 'other:4003', '1', '{"SMTP_URL":["x"]}')`
  await expect(send()).rejects.toThrow('SMTP_URL is not set on this node')
  expect(await rowOf('other@example.org')).toMatchObject({ status: 'queued', sent_at: null })
  await t.sql`delete from nodes`
  await send()
  expect(await rowOf('other@example.org')).toMatchObject({ status: 'sent' })
})

function idsFor(recipient: string) {
  const attempts = server.attemptsFor(recipient)
  return {
    attempts: attempts.length,
    ids: new Set(attempts.map(({ messageId }) => messageId)).size,
  }
}
