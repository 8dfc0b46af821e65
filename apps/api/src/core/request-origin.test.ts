import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import {
  PASSWORD,
  type TestTenant,
  type TestUser,
  aSession,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { type Answer, type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
let user: TestUser
beforeAll(async () => {
  const env = { NODE_ENV: 'production', WAYMARK_SECRET: 'a secret that is long enough, for sure' }
  t = await startTestApp({ works: false, env })
  northfield = await aTenant(t.db, { domain: 'northfield' })
  await aTenant(t.db, { domain: 'harbour' })
  user = await aUser(t.db, { tenant: northfield })
})
afterAll(() => t.close())

const OWN = 'http://northfield.localhost'
const login = (headers: Record<string, string>) =>
  aBrowser(t.call, northfield.host).signIn(user.email, PASSWORD, { headers })
const outcome = (answer: Answer) =>
  answer.statusCode < 300 ? 'done' : answer.json<{ code: string }>().code

test('the page of the host itself may sign in', async () => {
  expect(outcome(await login({ origin: OWN, 'sec-fetch-site': 'same-origin' }))).toBe('done')
})

test.each([
  'http://harbour.localhost',
  'http://localhost',
  'http://northfield.localhost:5173',
  'http://northfield.localhost.evil.example',
  'http://evil-northfield.localhost',
  'null',
  'http://',
  'file://',
])('a write from the origin %s is refused, also with the right pair', async (origin) => {
  expect(outcome(await login({ origin }))).toBe('origin-refused')
  const profile = await t.as(user).patch('/user', { name: 'Changed' }, { headers: { origin } })
  expect(profile.code).toBe('origin-refused')
})

test.each(['same-site', 'cross-site', 'none'])(
  'a cookie call that the browser marks as %s is refused',
  async (site) => {
    expect(outcome(await login({ 'sec-fetch-site': site }))).toBe('origin-refused')
  },
)

test('no other origin may read an answer', async () => {
  const answer = await t.call({
    host: northfield.host,
    url: '/api/tenant',
    headers: { origin: 'http://harbour.localhost' },
  })
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})

test('in development the page may come from another port of the same host, and only of it', async () => {
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
  expect(outcome(await from('http://harbour.localhost:5173'))).toBe('origin-refused')
  await own.close()
})

test('a cookie call needs the XSRF pair that was handed out', async () => {
  const browser = aBrowser(t.call, northfield.host)
  const body = { email: user.email, password: PASSWORD }
  expect(outcome(await browser.send('POST', '/login', { body }))).toBe('xsrf-refused')
  await browser.send('GET', '/tenant')
  const stranger = aBrowser(t.call, northfield.host)
  await stranger.send('GET', '/tenant')
  const token = stranger.jar.get('__Host-XSRF-TOKEN') ?? ''
  for (const wrong of ['', 'x', token, `${browser.jar.get('__Host-XSRF-TOKEN')}x`]) {
    const headers = { 'x-xsrf-token': wrong }
    expect(outcome(await browser.send('POST', '/login', { body, headers })), wrong).toBe(
      'xsrf-refused',
    )
  }
  expect(outcome(await browser.send('POST', '/login', { body }))).toBe('done')
})

test("a pair of before the sign-in does not go with the session's cookie", async () => {
  const browser = aBrowser(t.call, northfield.host)
  await browser.send('GET', '/tenant')
  const before = browser.jar.get('__Host-XSRF-TOKEN') ?? ''
  await browser.signIn(user.email)
  expect(outcome(await browser.refresh({ headers: { 'x-xsrf-token': before } }))).toBe(
    'xsrf-refused',
  )
  expect(outcome(await browser.refresh())).toBe('done')
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
  'a form of another site cannot be a call: %s is not read',
  async (type) => {
    const headers = { authorization: `Bearer ${await t.app.tokens.sign(await session())}` }
    const answer = await t.call({
      host: northfield.host,
      method: 'PATCH',
      url: '/api/user',
      payload: JSON.stringify({ name: 'Changed' }),
      headers: { ...headers, 'content-type': type },
    })
    expect(['invalid-input', 'unsupported-media-type']).toContain(outcome(answer))
  },
)

async function session() {
  return { userId: user.id, tenantId: user.tenantId, sessionId: await aSession(t.db, user) }
}
