import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '#env.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { queueMail } from '#support/queue-mail.ts'

let t: TestApp
beforeAll(async () => void (t = await startTestApp()))
afterAll(() => t.close())

async function queue(host: string, subject: string, heading = subject) {
  const tenant = await t.app.hosts(host)
  if (!tenant) throw new Error(`Nobody is at ${host}.`)
  const scope = t.scope(tenant.id)
  const mail = { to: 'amelia@example.org', subject, heading, paragraphs: ['Good to have you.'] }
  await t.inTenant(tenant.id, (db) => queueMail(db, { app: t.app, tenant, scope }, mail))
}

function outbox(host = 'localhost') {
  return t.call({ host, url: '/api/outbox' })
}

describe('without a mail server', () => {
  test('mails stand on the outbox page of their own host, newest first, and count as sent', async () => {
    await queue('localhost', 'The first mail')
    await queue('localhost', 'The second mail')
    await queue('admin.localhost', 'A mail of another host')
    await expect
      .poll(async () => (await outbox()).body.split('>sent<').length, { timeout: 5000 })
      .toBe(3)
    const { body, headers, statusCode } = await outbox()
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(body.indexOf('The second mail')).toBeLessThan(body.indexOf('The first mail'))
    expect(body).not.toContain('A mail of another host')
    expect((await outbox('admin.localhost')).body).toContain('A mail of another host')
  })

  test('hostile text is literal on the outbox page', async () => {
    await queue('localhost', '<script>alert(1)</script>', '"><script>alert(2)</script>')
    const { body } = await outbox()
    expect(body).toContain('&lt;script&gt;alert(1)')
    expect(body).not.toContain('<script')
  })
})

describe('where mails leave or people work', () => {
  test.each([
    ['a mail server is set', { SMTP_URL: 'smtp://localhost:2525' }],
    [
      'it is production',
      { NODE_ENV: 'production', WAYMARK_SECRET: 'a secret for tests only, long enough' },
    ],
  ])('there is no outbox page: %s', async (_, variables) => {
    const { env } = t.app
    t.app.env = readEnv({ NODE_ENV: 'test', WEB_DIST: '/nowhere', ...variables })
    const { statusCode } = await outbox()
    t.app.env = env
    expect(statusCode).toBe(404)
  })
})
