import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMail } from '#adapters/mail.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { type MailServer, type Verdict, startMailServer } from '#testing/mail-server.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { type NewMail, queueMail } from '#support/queue-mail.ts'
import { sendQueuedMail } from './send-mail.ts'

const UNKNOWN = 'unknown@example.org'
const FIRST_VERDICTS: Record<string, Verdict> = {
  'later@example.org': 'later',
  'never@example.org': 'never',
  'vanish@example.org': 'vanish',
}

let server: MailServer
let mail: ReturnType<typeof openMail>
let t: TestApp
let tenant: HostTenant

beforeAll(async () => {
  server = await startMailServer({
    unknown: UNKNOWN,
    verdict: (recipient, triesBefore) =>
      (triesBefore === 0 ? FIRST_VERDICTS[recipient] : undefined) ?? 'accept',
  })
  mail = openMail(server.url)
  t = await startTestApp({ sendMail: mail.send })
  const found = await t.app.hosts('localhost')
  if (!found) throw new Error('The public tenant is missing.')
  tenant = found
})

afterAll(async () => {
  await t.close()
  mail.close()
  await server.close()
})

const SOON = { timeout: 15_000, interval: 100 }

async function queue(to: string, changes: Partial<NewMail> = {}): Promise<void> {
  await t.inTenant(tenant.id, (db) => queueIn(db, to, changes))
}

function queueIn(
  db: Parameters<typeof queueMail>[0],
  to: string,
  changes: Partial<NewMail> = {},
): Promise<void> {
  return queueMail(
    db,
    { app: t.app, tenant, scope: t.scope(tenant.id) },
    {
      to,
      subject: 'Welcome',
      paragraphs: ['It is good to have you here.'],
      ...changes,
    },
  )
}

async function rowOf(recipient: string) {
  return await t.inTenant(tenant.id, (db) =>
    db
      .selectFrom('mails')
      .select(['id', 'status', 'attempts', 'last_error', 'message_id', 'sent_at'])
      .where('recipient', '=', recipient)
      .executeTakeFirst(),
  )
}

describe.concurrent('a queued mail', () => {
  test('is sent once, in two parts, from the address of the installation', async ({ expect }) => {
    await queue('amelia@example.org')
    await expect
      .poll(() => rowOf('amelia@example.org'), SOON)
      .toMatchObject({ status: 'sent', attempts: 1, last_error: null })
    const [arrived, ...others] = server.triesFor('amelia@example.org')
    expect(others).toEqual([])
    expect(arrived).toMatchObject({
      subject: 'Welcome',
      messageId: (await rowOf('amelia@example.org'))?.message_id,
      from: { value: [{ name: 'Waymark', address: 'waymark@localhost' }] },
    })
    expect(arrived?.text).toContain('Sent by Waymark')
    expect(arrived?.html).toContain('It is good to have you here.')
  })

  test('is never sent when its transaction is rolled back', async ({ expect }) => {
    const broken = t.inTenant(tenant.id, async (db) => {
      await queueIn(db, 'nobody@example.org')
      throw new Error('the request failed')
    })
    await expect(broken).rejects.toThrow('the request failed')
    await queue('after@example.org')
    await expect.poll(() => rowOf('after@example.org'), SOON).toMatchObject({ status: 'sent' })
    expect(await rowOf('nobody@example.org')).toBeUndefined()
    expect(server.triesFor('nobody@example.org')).toEqual([])
  })

  test('is tried again when the mail server says later, and sent once with one Message-ID', async ({
    expect,
  }) => {
    await queue('later@example.org')
    await expect
      .poll(() => rowOf('later@example.org'), SOON)
      .toMatchObject({
        status: 'queued',
        attempts: 1,
        last_error: expect.stringContaining('451 Try again later'),
      })
    await expect
      .poll(() => rowOf('later@example.org'), SOON)
      .toMatchObject({ status: 'sent', attempts: 2, last_error: null })
    expect(idsFor('later@example.org')).toEqual({ tries: 2, ids: 1 })
  })

  test('carries the same Message-ID again when the mail server dies after the text', async ({
    expect,
  }) => {
    await queue('vanish@example.org')
    await expect.poll(() => rowOf('vanish@example.org'), SOON).toMatchObject({ status: 'sent' })
    expect(idsFor('vanish@example.org')).toEqual({ tries: 2, ids: 1 })
  })

  test.each([
    ['never@example.org', 'The mail server refused: 554 We do not take such mail'],
    [UNKNOWN, 'The mail server refused: 550 No such mailbox'],
  ])('that the mail server refuses for good is visible as failed: %s', async (to, last_error) => {
    await queue(to)
    await expect
      .poll(() => rowOf(to), SOON)
      .toMatchObject({ status: 'failed', attempts: 1, last_error, sent_at: null })
  })

  test('with a line break in its subject is refused', async ({ expect }) => {
    await queue('break@example.org', { subject: 'Hello\r\nBcc: everybody@example.org' })
    await expect
      .poll(() => rowOf('break@example.org'), SOON)
      .toMatchObject({
        status: 'failed',
        last_error: 'A header of this mail contains a line break.',
      })
    expect(server.triesFor('break@example.org')).toEqual([])
  })

  test('that fails at its last try is visible as failed', async ({ expect }) => {
    const unreachable = openMail('smtp://127.0.0.1:1')
    await t.inTenant(tenant.id, (db) => insertUnqueued(db))
    const id = (await rowOf('last@example.org'))?.id ?? 0
    const adapters = { sendMail: unreachable.send }
    const attempt = { number: 21, isLast: true }
    await expect(
      sendQueuedMail({ ...t.app, adapters }, { tenantId: tenant.id, id }, attempt),
    ).rejects.toThrow('The mail server could not be used')
    expect(await rowOf('last@example.org')).toMatchObject({ status: 'failed', attempts: 1 })
  })
})

function idsFor(recipient: string) {
  const tries = server.triesFor(recipient)
  return { tries: tries.length, ids: new Set(tries.map(({ messageId }) => messageId)).size }
}

async function insertUnqueued(db: Parameters<typeof queueMail>[0]) {
  await db
    .insertInto('mails')
    .values({
      tenant_id: tenant.id,
      message_id: '<last@localhost>',
      recipient: 'last@example.org',
      subject: 'Welcome',
      text: 'Welcome',
      html: '<p>Welcome</p>',
    })
    .execute()
}
