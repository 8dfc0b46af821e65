import { expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { PASSWORD, aTenant, aUser } from '#testing/factories.ts'
import { type Answer, startTestApp, testApp } from '#testing/test-app.ts'

const env = {
  NODE_ENV: 'production',
  WAYMARK_SECRET: 'a secret that is long enough, for sure',
  MAIL: 'off',
  PUBLIC_URL: 'https://localhost',
}
const t = await testApp({ works: false, env })
const northfield = await aTenant(t.db, { domain: 'northfield' })
await aTenant(t.db, { domain: 'harbour' })
const user = await aUser(t.db, { tenant: northfield })

const signIn = (headers: Record<string, string>) =>
  aBrowser(t.call, northfield.host).signIn(user.email, PASSWORD, { headers })
const outcome = (answer: Answer) =>
  answer.statusCode < 300 ? 'done' : answer.json<{ code: string }>().code

test.each([
  'https://harbour.localhost',
  'https://localhost',
  'http://northfield.localhost',
  'ftp://northfield.localhost',
  'https://someone@northfield.localhost',
  'https://northfield.localhost/',
  'https://northfield.localhost:5173',
  'https://northfield.localhost.evil.example',
  'https://evil-northfield.localhost',
  'null',
  'http://',
  'file://',
])('a write from the origin %s is refused, even with the right XSRF pair', async (origin) => {
  expect(outcome(await signIn({ origin }))).toBe('origin-refused')
  const profile = await t.as(user).patch('/user', { name: 'Changed' }, { headers: { origin } })
  expect(profile.code).toBe('origin-refused')
})

test('the scheme of PUBLIC_URL, the host and the port have to be the page’s', async () => {
  const at = { TRUSTED_PROXIES: '127.0.0.1' }
  const own = await startTestApp({ works: false, env: { ...env, ...at } })
  const tenant = await aTenant(own.db, { domain: 'northfield' })
  const someone = await aUser(own.db, { tenant })
  const from = async (origin: string, headers = {}) =>
    outcome(
      await aBrowser(own.call, tenant.host).signIn(someone.email, PASSWORD, {
        headers: { origin, ...headers },
      }),
    )
  expect(await from('https://northfield.localhost')).toBe('done')
  expect(await from('https://northfield.localhost', { host: `${tenant.host}:443` })).toBe('done')
  const proxied = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'harbour.localhost' }
  for (const origin of ['http://northfield.localhost', 'https://harbour.localhost'])
    expect(await from(origin, proxied), origin).toBe('origin-refused')
  const elsewhere = 'https://northfield.localhost:8443'
  expect(await from(elsewhere)).toBe('origin-refused')
  expect(await from(elsewhere, { host: `${tenant.host}:8443` })).toBe('done')
  await own.close()
})

test('a cookie call is accepted only if the browser marks it as same-origin', async () => {
  const own = { origin: 'https://northfield.localhost' }
  expect(outcome(await signIn({ ...own, 'sec-fetch-site': 'same-origin' }))).toBe('done')
  for (const site of ['same-site', 'cross-site', 'none'])
    expect(outcome(await signIn({ 'sec-fetch-site': site })), site).toBe('origin-refused')
})

test('another origin can’t read an answer', async () => {
  const headers = { origin: 'https://harbour.localhost' }
  const answer = await t.call({ host: northfield.host, url: '/api/tenant', headers })
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})

test('in development the page may come from another port of the same host only', async () => {
  const own = await startTestApp({ works: false })
  const tenant = await aTenant(own.db, { domain: 'northfield' })
  const someone = await aUser(own.db, { tenant })
  const from = (origin: string) =>
    aBrowser(own.call, tenant.host).signIn(someone.email, PASSWORD, { headers: { origin } })
  const vite = await from('http://northfield.localhost:5173')
  expect(outcome(vite)).toBe('done')
  expect(vite.headers).toMatchObject({
    'access-control-allow-origin': 'http://northfield.localhost:5173',
    'access-control-allow-credentials': 'true',
  })
  for (const other of ['http://harbour.localhost:5173', 'https://northfield.localhost:5173'])
    expect(outcome(await from(other)), other).toBe('origin-refused')
  await own.close()
})

test('a cookie call needs the XSRF pair of its own session', async () => {
  const browser = aBrowser(t.call, northfield.host)
  const body = { email: user.email, password: PASSWORD }
  const send = async (headers = {}) =>
    outcome(await browser.send('POST', '/login', { body, headers }))
  expect(await send()).toBe('xsrf-refused')
  await browser.send('GET', '/tenant')
  const stranger = aBrowser(t.call, northfield.host)
  await stranger.send('GET', '/tenant')
  const before = browser.jar.get('XSRF-TOKEN') ?? ''
  for (const wrong of ['', 'x', stranger.jar.get('XSRF-TOKEN') ?? '', `${before}x`])
    expect(await send({ 'x-xsrf-token': wrong }), wrong).toBe('xsrf-refused')
  expect(await send()).toBe('done')
  const refresh = async (headers = {}) => outcome(await browser.refresh({ headers }))
  expect(await refresh({ 'x-xsrf-token': before })).toBe('xsrf-refused')
  expect(await refresh()).toBe('done')
})

// Every page sends the pair, and asks for a new one if it is refused.
test.each([
  ['sends no cookie', (jar: Map<string, string>) => jar.clear(), {}],
  ['hides cookies from the page', () => {}, { 'x-xsrf-token': '' }],
])('a browser that %s is told to allow cookies', async (_, forgetCookies, headers) => {
  const browser = aBrowser(t.call, northfield.host)
  await browser.send('GET', '/tenant')
  forgetCookies(browser.jar)
  const body = { email: user.email, password: PASSWORD }
  for (const path of ['/login', '/forgot-password', '/register/request', '/refresh-token']) {
    const answer = await browser.send('POST', path, { body, headers })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { code: 'xsrf-refused', message: expect.stringMatching(/Allow cookies/) },
    ])
    forgetCookies(browser.jar)
  }
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
  'a body of the type %s, which a form can send, is refused',
  async (type) => {
    const headers = { 'content-type': type }
    const answer = await t.as(user).patch('/user', JSON.stringify({ name: 'Changed' }), { headers })
    expect(['invalid-input', 'unsupported-media-type']).toContain(answer.code)
  },
)
