import { beforeEach, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { countComparisons } from '#testing/count-comparisons.ts'
import { PASSWORD, aTenant, aUser } from '#testing/factories.ts'
import { allowSso } from '#testing/sso.ts'
import { type Answer, startTestApp, testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const northfield = await aTenant(t.db, { domain: 'northfield' })
const user = await aUser(t.db, { tenant: northfield, email: 'Anna.Lead@example.org' })
beforeEach(async () => void (await t.sql`delete from rate_limits`))

const login = (
  email: string,
  password: string,
  host = northfield.host,
  remoteAddress = '10.0.0.1',
) => aBrowser(t.call, host).signIn(email, password, { remoteAddress })

const refreshTokenOf = (cookies: Answer['cookies']) =>
  cookies.find(({ name }) => name === 'pat_rt')?.value.split('.')[1] ?? ''

test('the right password gives an access token, in any case of the address', async () => {
  const browser = aBrowser(t.call, northfield.host)
  const answer = await browser.signIn('anna.LEAD@example.org')
  expect(answer.statusCode).toBe(200)
  const { token } = answer.json<{ token: string }>()
  expect((await browser.user(token)).json()).toMatchObject({ user: { id: user.id } })
})

// Safari and other WebKit browsers keep no secure cookie from http, not even from localhost.
test.each([
  ['https', { secure: true }, '__Host-'],
  ['http', {}, ''],
])(
  'by %s the cookies of a session last a day, are lax, and as secure as browsers keep them',
  async (scheme, secure, prefix) => {
    const own = await startTestApp({ works: false, env: { PUBLIC_URL: `${scheme}://localhost` } })
    const tenant = await aTenant(own.db)
    const { email } = await aUser(own.db, { tenant })
    const browser = aBrowser(own.call, tenant.host)
    const { cookies, ...answer } = await browser.signIn(email)
    const { token: renewed } = (await browser.refresh()).json<{ token: string }>()
    expect((await browser.user(renewed)).statusCode).toBe(200)
    const common = { path: '/', ...secure, sameSite: 'Lax', maxAge: 86_400 }
    const named = (name: string) => cookies.find((cookie) => cookie.name === name)
    expect(named(`${prefix}pat_rt`)).toEqual({
      ...common,
      httpOnly: true,
      name: `${prefix}pat_rt`,
      value: expect.stringMatching(/^\d+\.[\w-]{43}$/),
    })
    expect(named(`${prefix}XSRF-TOKEN`)).toMatchObject(common)
    expect(named(`${prefix}XSRF-TOKEN`)).not.toHaveProperty('httpOnly')
    // Each token is in one place: the page never sees the refresh token, and no cookie has the access token.
    const { 'set-cookie': _, ...headers } = answer.headers
    const { token } = JSON.parse(answer.body) as { token: string }
    expect(answer.body).toBe(JSON.stringify({ token }))
    expect(JSON.stringify([cookies, headers])).not.toContain(token)
    expect(JSON.stringify(headers)).not.toContain(named(`${prefix}pat_rt`)?.value)
    await own.close()
  },
)

test('refresh tokens and passwords are stored as hashes', async () => {
  const secret = refreshTokenOf((await login(user.email, PASSWORD)).cookies)
  const rows =
    await t.sql`select row_to_json(r)::text as row from refresh_tokens r union all select row_to_json(s)::text from sessions s union all select row_to_json(a)::text from audit_events a`
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain(PASSWORD)
})

test('an organisation with single sign-on only refuses the right password', async () => {
  const tenant = await aTenant(t.db)
  await allowSso(t.db, tenant, 'sso')
  const { email } = await aUser(t.db, { tenant })
  const comparisons = countComparisons()
  const answer = await login(email, PASSWORD, tenant.host)
  expect([answer.statusCode, answer.json().code, comparisons()]).toEqual([401, 'login-failed', 1])
})

test('the right password resets the count of wrong ones', async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 6; index += 1)
      expect((await login(user.email, 'wrong every time')).statusCode).toBe(401)
    expect((await login(user.email, PASSWORD)).statusCode).toBe(200)
  }
})

test('40 parallel sign-ins from one client all succeed and do not count', async () => {
  const users = await Promise.all(
    Array.from({ length: 20 }, () => aUser(t.db, { tenant: northfield })),
  )
  const answers = await Promise.all(
    [...users, ...users].map(({ email }) => login(email, PASSWORD, northfield.host, '10.4.0.1')),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  // Nothing in their tokens repeats.
  const tokens = answers.map(({ cookies }) => refreshTokenOf(cookies))
  for (let at = 0; at < 43; at += 1)
    expect(new Set(tokens.map((token) => token[at])).size, `letter ${at}`).toBeGreaterThan(4)
  const rows = await t.sql`select from rate_limits where count > 0`
  expect(rows).toEqual([])
})

test('counters contain neither accounts nor client addresses', async () => {
  await login(user.email, 'wrong', northfield.host, '10.7.7.7')
  const rows = await t.sql`select encode(key, 'escape') as key from rate_limits`
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/example|10\.7/i)
})

test('every sign-in and every refusal is recorded', async () => {
  const someone = await aUser(t.db, { tenant: northfield })
  await login(someone.email, 'wrong')
  await login(someone.email, PASSWORD)
  const rows =
    await t.sql`select action, actor_id, subject from audit_events where subject = ${`user ${someone.id}`} or actor_id = ${someone.id} order by id`
  expect(rows).toMatchObject([
    { action: 'session.rejected', actor_id: null },
    { action: 'session.created', actor_id: someone.id },
  ])
})

test("signing in again replaces the browser's session, but no other", async () => {
  const [browser, elsewhere] = [aBrowser(t.call, user.host), aBrowser(t.call, user.host)]
  const other = await aUser(t.db, { tenant: northfield })
  const sessionOf = () => browser.jar.get('pat_rt')?.split('.')[0]
  await elsewhere.signIn(user.email)
  for (const email of [user.email, other.email]) {
    const { token } = (await browser.signIn(user.email)).json<{ token: string }>()
    const before = sessionOf()
    await browser.signIn(email)
    expect(sessionOf()).not.toBe(before)
    expect((await browser.user(token)).statusCode).toBe(401)
  }
  expect((await elsewhere.refresh()).statusCode).toBe(200)
})

test('signing in works again right after signing out', async () => {
  const browser = aBrowser(t.call, northfield.host)
  await browser.signIn(user.email)
  expect((await browser.send('POST', '/logout')).statusCode).toBe(204)
  expect((await browser.signIn(user.email)).statusCode).toBe(200)
})

test('a refused XSRF token is replaced, so the next attempt succeeds', async () => {
  const browser = aBrowser(t.call, northfield.host)
  await browser.signIn(user.email)
  browser.jar.delete('pat_rt')
  expect((await browser.signIn(user.email)).statusCode).toBe(403)
  expect((await browser.signIn(user.email)).statusCode).toBe(200)
})

test('unknown and invalid fields are refused by name', async () => {
  const browser = aBrowser(t.call, northfield.host)
  await browser.send('GET', '/tenant')
  const send = async (body: object) =>
    (await browser.send('POST', '/login', { body })).json<{ fields: object }>().fields
  expect(await send({ email: 'x', password: '' })).toEqual({
    email: 'Enter a full email address, for example finance@example.org',
    password: 'Enter your password',
  })
  expect(await send({ email: user.email, password: 'p', roles: ['god-admin'] })).toEqual({
    roles: 'This request doesn’t accept this field',
  })
})
