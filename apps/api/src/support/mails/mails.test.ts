import { describe, expect, test } from 'vitest'
import { readEnv } from '#read-env.ts'
import { testApp } from '#testing/test-app.ts'
import { queueMail } from '#support/queue-mail.ts'

const t = await testApp()

async function queue(host: string, subject: string, heading = subject) {
  const tenant = await t.app.hosts(host)
  if (!tenant) throw new Error(`There is no tenant at ${host}.`)
  const scope = t.scope(tenant.id)
  const mail = { to: 'amelia@example.org', subject, heading, paragraphs: ['Good to have you.'] }
  await t.inTenant(tenant.id, (db) => queueMail(db, { app: t.app, tenant, scope }, mail))
}

function outbox(host = 'localhost') {
  return t.call({ host, url: '/api/outbox' })
}

describe('the outbox page', () => {
  test('lists the mails of its own host as sent, newest first and open', async () => {
    await queue('localhost', 'The first mail')
    await queue('localhost', 'The second mail')
    await queue('admin.localhost', 'A mail of another host')
    await expect.poll(async () => (await outbox()).body.split('>sent<').length).toBe(3)
    const { body, headers, statusCode } = await outbox()
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(body.indexOf('The second mail')).toBeLessThan(body.indexOf('The first mail'))
    expect(body.match(/<details open=""/g)).toHaveLength(1)
    expect(body.indexOf('<details open=""')).toBeLessThan(body.indexOf('The second mail'))
    expect(body).not.toContain('A mail of another host')
    expect((await outbox('admin.localhost')).body).toContain('A mail of another host')
  })

  test('shows hostile text literally', async () => {
    await queue('localhost', '<script>alert(1)</script>', '"><script>alert(2)</script>')
    const { body } = await outbox()
    expect(body).toContain('&lt;script&gt;alert(1)')
    expect(body).not.toContain('<script')
  })

  test.each([
    { SMTP_URL: 'smtp://localhost:2525' },
    { MAIL: 'off' },
    {
      NODE_ENV: 'production',
      WAYMARK_SECRET: 'x'.repeat(32),
      PUBLIC_URL: 'https://localhost',
      SMTP_URL: 'smtp://localhost:2525',
    },
  ])('is not found with %j', async (variables) => {
    const { env } = t.app
    // The server has named its cookies for the address of its start.
    const { PUBLIC_URL } = env
    t.app.env = { ...readEnv({ NODE_ENV: 'test', WEB_DIST: '/nowhere', ...variables }), PUBLIC_URL }
    expect((await outbox()).statusCode).toBe(404)
    t.app.env = env
  })
})
