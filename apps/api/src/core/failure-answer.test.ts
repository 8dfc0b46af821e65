import { onTestFinished, expect, test } from 'vitest'
import { aTenant, theTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** As browsers open an address: by https and on localhost, and by http elsewhere. */
const NAVIGATIONS = [{ accept: HTML, 'sec-fetch-mode': 'navigate' }, { accept: HTML }]
const FETCHES = [{ accept: HTML, 'sec-fetch-mode': 'cors' }, { accept: '*/*' }, {}]

/** Every address of ours that a browser opens by itself. */
const ADDRESSES = [
  ['GET', '/api/auth/sso/harbour.example/start?redirect=/settings'],
  ['GET', '/api/auth/sso/callback?state=a'],
  ['GET', '/api/auth/sso/harbour.example/callback?state=a'],
  ['POST', '/api/auth/sso/acs'],
  ['GET', '/api/auth/sso/acs?SAMLResponse=a'],
  ['GET', '/api/auth/sso/finish?id=a'],
  ['GET', '/api/auth/handover/start?h=a'],
  ['GET', '/api/auth/handover/approve?h=a&c=b'],
  ['GET', '/api/auth/handover/finish?code=a'],
  ['GET', '/api/user/download/1/file?token=a'],
  ['GET', '/api/organisation/download/1/file?token=a'],
  ['GET', '/api/tenant/logo'],
] as const

type Opened = (typeof ADDRESSES)[number]

async function open([method, url]: Opened, headers: Record<string, string>, host = tenant.host) {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  if (method === 'GET') return await t.call({ host, url, headers })
  return await t.call({ host, method, url, headers: form, payload: 'SAMLResponse=a' })
}

async function expectStartPage(host = tenant.host) {
  for (const headers of NAVIGATIONS)
    for (const address of ADDRESSES) {
      const { statusCode, headers: answered } = await open(address, headers, host)
      expect([address, statusCode, answered.location]).toEqual([address, 303, '/'])
    }
  for (const headers of FETCHES) {
    const answer = await open(ADDRESSES[0], headers, host)
    expect(answer.headers['content-type']).toContain('application/json')
  }
}

test('a browser that opens an address of an unknown host, a suspended organisation or in maintenance gets the start page, which explains it', async () => {
  await expectStartPage('nobody.localhost')
  await t.sql`update tenants set status = 'suspended' where id = ${tenant.id}`
  await t.app.hosts(tenant.host, { isFresh: true })
  await expectStartPage()
  await t.sql`update tenants set status = 'active' where id = ${tenant.id}`
  await t.app.hosts(tenant.host, { isFresh: true })
  await t.sql`insert into maintenance default values`
  await t.app.maintenance.refresh()
  await expectStartPage()
  await t.sql`delete from maintenance`
  await t.app.maintenance.refresh()
})

test('a browser that opens an address of an organisation that moves gets a page with the reason and a way on', async () => {
  await t.sql`update tenants set moving_at = now(), status = 'suspended' where id = ${tenant.id}`
  onTestFinished(async () => {
    await t.sql`update tenants set moving_at = null, status = 'active' where id = ${tenant.id}`
  })
  const answer = await open(ADDRESSES[0], { accept: HTML })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.body).toContain('<p>This organisation is moving to another server.')
  expect(answer.body).toContain(
    '<a href="/api/auth/sso/harbour.example/start?redirect=/settings">Try again</a>',
  )
  expect(answer.body).toContain('<a href="/login">Go to sign in</a>')
  const posted = await open(ADDRESSES[3], { accept: HTML })
  expect(posted.body).toContain('<a href="/login">Go to sign in</a>')
  expect(posted.body).not.toContain('Try again</a>')
})

test.each([
  ['/api/user', 401, 'Sign in to continue.'],
  ['/api/user/download/1/file?token=a', 401, 'Sign in to continue.'],
  ['/api/nothing?<script>', 404, 'This endpoint doesn’t exist.'],
  ['/missing.pdf', 404, 'This page doesn’t exist.'],
  ['/api/%', 404, 'This endpoint doesn’t exist.'],
])(
  'a browser that opens %s gets a page with the start page as the way on',
  async (url, status, text) => {
    for (const headers of NAVIGATIONS) {
      const answer = await t.call({ host: tenant.host, url, headers })
      expect(answer.statusCode).toBe(status)
      expect(answer.body).toContain(text)
      expect(answer.body).toContain('<a href="/">Go to the start page</a>')
      expect(answer.body).not.toContain('<script')
    }
    const { body } = await t.call({ host: tenant.host, url })
    expect(JSON.parse(body)).toMatchObject({ message: expect.stringContaining(text) })
  },
)

test('the platform’s own host stays open in maintenance, also for single sign-on', async () => {
  const { host } = await theTenant(t.db, 'admin')
  await t.sql`insert into maintenance default values`
  await t.app.maintenance.refresh()
  const { headers } = await open(ADDRESSES[0], { accept: HTML }, host)
  expect(headers.location).toMatch(/^\/auth\/sso\/callback\?reason=/)
})
