import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { countComparisons } from '#testing/count-comparisons.ts'
import { PASSWORD, type TestTenant, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { type Answer, type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
let user: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield' })
  user = await aUser(t.db, { tenant: northfield, email: 'Anna.Lead@example.org' })
})
beforeEach(async () => void (await t.owner.query('delete from rate_limits')))
afterAll(() => t.close())

const login = (
  email: string,
  password: string,
  host = northfield.host,
  remoteAddress = '10.0.0.1',
) => aBrowser(t.call, host).signIn(email, password, { remoteAddress })

test('the right password gives an access token, whatever the case of the address', async () => {
  const browser = aBrowser(t.call, northfield.host)
  const answer = await browser.signIn('anna.LEAD@example.org')
  expect(answer.statusCode).toBe(200)
  const { token } = answer.json<{ token: string }>()
  expect((await browser.user(token)).json()).toMatchObject({ user: { id: user.id } })
})

test('the refresh cookie is for this host alone, unreadable by scripts, lax, and lasts a day', async () => {
  const { cookies } = await login(user.email, PASSWORD)
  const common = { path: '/', secure: true, sameSite: 'Lax', maxAge: 86_400 }
  const named = (name: string) => cookies.find((cookie) => cookie.name === name)
  expect(named('__Host-pat_rt')).toEqual({
    ...common,
    httpOnly: true,
    name: '__Host-pat_rt',
    value: expect.stringMatching(/^\d+\.[\w-]{43}$/),
  })
  expect(named('__Host-XSRF-TOKEN')).toMatchObject(common)
  expect(named('__Host-XSRF-TOKEN')).not.toHaveProperty('httpOnly')
})

test('only hashes of refresh tokens and passwords are kept', async () => {
  const { cookies } = await login(user.email, PASSWORD)
  const secret = cookies.find(({ name }) => name === '__Host-pat_rt')?.value.split('.')[1] ?? ''
  const { rows } = await t.owner.query(
    'select row_to_json(r)::text as row from refresh_tokens r union all select row_to_json(s)::text from sessions s union all select row_to_json(a)::text from audit_events a',
  )
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain(PASSWORD)
})

test('whatever is wrong, the answer and the work are the same', async () => {
  const harbour = await aTenant(t.db, { domain: 'harbour' })
  const elsewhere = await aUser(t.db, { tenant: harbour })
  const gone = await aUser(t.db, { tenant: northfield, isActive: false })
  const withoutPassword = await aUser(t.db, { tenant: northfield })
  await t.owner.query('update users set password_hash = null where id = $1', [withoutPassword.id])
  const sso = await aTenant(t.db, { domain: 'sso-only' })
  await t.owner.query(`update tenants set sign_in_mode = 'sso' where id = $1`, [sso.id])
  const ssoUser = await aUser(t.db, { tenant: sso })
  const ssoPerson = await aPersonOfSso()
  const tries: [what: string, email: string, password: string, host: string][] = [
    ['a wrong password', user.email, 'not the password at all', northfield.host],
    ['an unknown address', 'nobody@example.org', PASSWORD, northfield.host],
    ["another organisation's user", elsewhere.email, PASSWORD, northfield.host],
    ['a deactivated user', gone.email, PASSWORD, northfield.host],
    ['a user without a password', withoutPassword.email, PASSWORD, northfield.host],
    ['a tenant with single sign-on only', ssoUser.email, PASSWORD, sso.host],
    ['a person of a single sign-on beside passwords', ssoPerson.email, PASSWORD, ssoPerson.host],
  ]
  const seen = new Map<string, { shown: unknown; comparisons: number }>()
  for (const [what, email, password, host] of tries) {
    const count = countComparisons()
    seen.set(what, { shown: shownBy(await login(email, password, host)), comparisons: count() })
  }
  const first = seen.get('a wrong password')
  expect(first?.shown).toMatchObject({ status: 401, body: { code: 'login-failed' } })
  expect(first?.comparisons).toBe(1)
  for (const [what, each] of seen) expect(each, what).toEqual(first)
})

test('100 parallel wrong passwords are compared ten times at most, then wait', async () => {
  const victim = await aUser(t.db, { tenant: northfield })
  const browser = aBrowser(t.call, northfield.host)
  await browser.send('GET', '/tenant')
  const count = countComparisons()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      browser.send('POST', '/login', {
        body: { email: victim.email, password: `a wrong guess, number ${index}` },
        remoteAddress: `10.1.0.${index}`,
      }),
    ),
  )
  expect(count()).toBe(10)
  const statuses = answers.map(({ statusCode }) => statusCode).sort((one, other) => one - other)
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(90).fill(429)])
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json()).toMatchObject({ code: 'too-many-requests' })
  const wait = Number(refused?.headers['retry-after'])
  expect(wait).toBeGreaterThan(800)
  expect(wait).toBeLessThanOrEqual(900)

  expect((await login(victim.email, PASSWORD)).statusCode).toBe(429)
  await t.owner.query('update rate_limits set resets_at = now()')
  expect((await login(victim.email, PASSWORD)).statusCode).toBe(200)
})

test('the right password forgets the tries before it', async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 6; index += 1)
      expect((await login(user.email, 'wrong every time')).statusCode).toBe(401)
    expect((await login(user.email, PASSWORD)).statusCode).toBe(200)
  }
})

test('one address may not try many accounts, and others are not held up by it', async () => {
  const other = await aUser(t.db, { tenant: northfield })
  await login(user.email, 'wrong', northfield.host, '10.9.9.9')
  await t.owner.query('update rate_limits set count = 100')
  expect((await login(other.email, PASSWORD, northfield.host, '10.9.9.9')).statusCode).toBe(429)
  expect((await login(other.email, PASSWORD, northfield.host, '10.9.9.8')).statusCode).toBe(200)
})

test('many who sign in at once from one house all get in, and none of it counts against the house', async () => {
  const people = await Promise.all(
    Array.from({ length: 20 }, () => aUser(t.db, { tenant: northfield })),
  )
  const answers = await Promise.all(
    [...people, ...people].map(({ email }) => login(email, PASSWORD, northfield.host, '10.4.0.1')),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  const { rows } = await t.owner.query<{ count: number }>('select count from rate_limits')
  expect(rows.filter(({ count }) => count > 0)).toEqual([])
})

test('neither accounts nor addresses are kept in the counters', async () => {
  await login(user.email, 'wrong', northfield.host, '10.7.7.7')
  const { rows } = await t.owner.query(`select encode(key, 'escape') as key from rate_limits`)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/example|10\.7/i)
})

test('every sign-in and every refusal is recorded', async () => {
  const someone = await aUser(t.db, { tenant: northfield })
  await login(someone.email, 'wrong')
  await login(someone.email, PASSWORD)
  const { rows } = await t.owner.query(
    `select action, actor_id, subject from audit_events where subject = $1 or actor_id = $2 order by id`,
    [`user ${someone.id}`, someone.id],
  )
  expect(rows).toMatchObject([
    { action: 'session.rejected', actor_id: null },
    { action: 'session.created', actor_id: someone.id },
  ])
})

test('signing in again opens a session of its own', async () => {
  const browser = aBrowser(t.call, northfield.host)
  const sessionOf = () => browser.jar.get('__Host-pat_rt')?.split('.')[0]
  await browser.signIn(user.email)
  const first = sessionOf()
  await browser.signIn(user.email)
  expect(sessionOf()).not.toBe(first)
})

test('signing in again ends the session that this browser had', async () => {
  const browser = aBrowser(t.call, northfield.host)
  const { token } = (await browser.signIn(user.email)).json<{ token: string }>()
  await browser.signIn(user.email)
  expect((await browser.user(token)).statusCode).toBe(401)
})

test('a body with more, less or something else is refused by field', async () => {
  const browser = aBrowser(t.call, northfield.host)
  await browser.send('GET', '/tenant')
  const send = async (body: object) =>
    (await browser.send('POST', '/login', { body })).json<{ fields: object }>().fields
  expect(await send({ email: 'x', password: '' })).toEqual({
    email: 'Enter a full address, for example finance@example.org',
    password: 'Enter your password',
  })
  expect(await send({ email: user.email, password: 'p', roles: ['god-admin'] })).toEqual({
    roles: 'This field is not known here',
  })
})

/** Of a tenant that has both ways, known to its identity provider. */
async function aPersonOfSso(): Promise<TestUser> {
  const combined = await aTenant(t.db, { domain: 'combined' })
  await t.owner.query(`update tenants set sign_in_mode = 'combined' where id = $1`, [combined.id])
  const person = await aUser(t.db, { tenant: combined })
  await t.owner.query(
    `insert into sso_connections (tenant_id, domain, name, kind, issuer, client_id)
     values ($1, 'example.org', 'Example', 'oidc', 'https://idp.example.org', 'waymark')`,
    [combined.id],
  )
  await t.owner.query(
    `insert into identities (tenant_id, issuer, subject, user_id) values ($1, 'https://idp.example.org', 'anna', $2)`,
    [combined.id, person.id],
  )
  return person
}

/** All that a caller can see, apart from what differs from call to call anyway. */
function shownBy({ statusCode, headers, body }: Answer) {
  const { 'x-request-id': id, date: _, ...rest } = headers
  return { status: statusCode, body: JSON.parse(body.replaceAll(String(id), 'id')), headers: rest }
}
