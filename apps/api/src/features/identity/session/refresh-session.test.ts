import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { type TestTenant, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { type Answer, type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
let user: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield' })
  user = await aUser(t.db, { tenant: northfield })
})
afterAll(() => t.close())

async function signedIn() {
  const browser = aBrowser(t.call, northfield.host)
  const { token } = (await browser.signIn(user.email)).json<{ token: string }>()
  return { browser, token, cookie: browser.jar.get('__Host-pat_rt') ?? '' }
}
const cookieOf = (answer: Answer) =>
  answer.cookies.find(({ name }) => name === '__Host-pat_rt')?.value
const codeOf = (answer: Answer) => answer.json<{ code: string }>().code
const sessionIdOf = (cookie: string) => Number(cookie.split('.')[0])
const laterBy = (seconds: number, cookie: string) =>
  t.owner.query(
    'update refresh_tokens set replaced_at = replaced_at - make_interval(secs => $1) where session_id = $2',
    [seconds, sessionIdOf(cookie)],
  )

test('a refresh gives a new access token and replaces the cookie', async () => {
  const { browser, cookie } = await signedIn()
  const answer = await browser.refresh()
  expect(answer.statusCode).toBe(200)
  expect(browser.jar.get('__Host-pat_rt')).not.toBe(cookie)
  const { token } = answer.json<{ token: string }>()
  expect((await browser.user(token)).statusCode).toBe(200)
  expect((await browser.refresh()).statusCode).toBe(200)
})

test('of 20 parallel refreshes all succeed with one successor, and one family is alive', async () => {
  const { browser, cookie } = await signedIn()
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.refresh()))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  expect(new Set(answers.map(cookieOf)).size).toBe(1)
  const { rows } = await t.owner.query(
    `select count(*) filter (where replaced_at is null) as current, count(*) as all from refresh_tokens where session_id = $1`,
    [sessionIdOf(cookie)],
  )
  expect(rows).toEqual([{ current: 1, all: 2 }])
  expect((await browser.refresh()).statusCode).toBe(200)
})

test('a replaced token that comes again within 10 seconds gets the same successor', async () => {
  const { browser, cookie } = await signedIn()
  const successor = cookieOf(await browser.refresh())
  await laterBy(9, cookie)
  browser.jar.set('__Host-pat_rt', cookie)
  const again = await browser.refresh()
  expect([again.statusCode, cookieOf(again)]).toEqual([200, successor])
})

test('a replaced token that comes later ends its whole family', async () => {
  const { browser, cookie, token } = await signedIn()
  const successor = cookieOf(await browser.refresh()) ?? ''
  expect((await browser.user(token)).statusCode).toBe(200)
  await laterBy(11, cookie)
  browser.jar.set('__Host-pat_rt', cookie)
  const stolen = await browser.refresh()
  expect([stolen.statusCode, codeOf(stolen)]).toEqual([401, 'token-reused'])
  expect((await browser.user(token)).statusCode).toBe(401)
  browser.jar.set('__Host-pat_rt', successor)
  expect((await browser.refresh()).statusCode).toBe(401)
  const { rows } = await t.owner.query(
    `select count(*)::int as count from audit_events where action = 'session.token_reused' and subject = $1`,
    [`session ${sessionIdOf(cookie)}`],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('20 parallel late repeats are all told to sign in again', async () => {
  const { browser, cookie } = await signedIn()
  await browser.refresh()
  await laterBy(11, cookie)
  browser.jar.set('__Host-pat_rt', cookie)
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.refresh()))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(401))
  const { rows } = await t.owner.query('select revoked_at from sessions where id = $1', [
    sessionIdOf(cookie),
  ])
  expect(rows[0].revoked_at).not.toBeNull()
})

test.each([
  ['the token is a day old', 'update refresh_tokens set expires_at = now() where session_id = $1'],
  ['the session is a fortnight old', 'update sessions set expires_at = now() where id = $1'],
  ['the session was ended', 'update sessions set revoked_at = now() where id = $1'],
])('there is no refresh once %s', async (_, sql) => {
  const { browser, cookie } = await signedIn()
  await t.owner.query(sql, [sessionIdOf(cookie)])
  const answer = await browser.refresh()
  expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'signed-out'])
})

test('a refresh token opens nothing at another organisation', async () => {
  const harbour = await aTenant(t.db, { domain: 'harbour' })
  const { browser, cookie } = await signedIn()
  const thief = aBrowser(t.call, harbour.host)
  thief.jar.set('__Host-pat_rt', cookie)
  await thief.send('GET', '/tenant')
  expect((await thief.refresh()).statusCode).toBe(401)
  expect((await browser.refresh()).statusCode).toBe(200)
})

test('a guessed or missing cookie is told to sign in', async () => {
  const browser = aBrowser(t.call, northfield.host)
  await browser.send('GET', '/tenant')
  expect((await browser.refresh()).statusCode).toBe(401)
  for (const cookie of ['x', `1.${'a'.repeat(43)}`, `${'9'.repeat(400)}.x`, '%00']) {
    const guesser = aBrowser(t.call, northfield.host)
    guesser.jar.set('__Host-pat_rt', cookie)
    await guesser.send('GET', '/tenant')
    expect((await guesser.refresh()).statusCode, cookie).toBe(401)
  }
})

test('without the XSRF header nothing is rotated', async () => {
  const { browser, cookie } = await signedIn()
  const answer = await browser.refresh({ headers: { 'x-xsrf-token': '' } })
  expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'xsrf-refused'])
  expect(browser.jar.get('__Host-pat_rt')).toBe(cookie)
})

test('signing out ends the session and removes the cookie, however often it is asked for', async () => {
  const { browser, token } = await signedIn()
  const before = [...browser.jar]
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => browser.send('POST', '/logout')),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(204))
  expect(browser.jar.has('__Host-pat_rt')).toBe(false)
  expect((await browser.user(token)).statusCode).toBe(401)
  const restored = aBrowser(t.call, northfield.host)
  for (const [name, value] of before) restored.jar.set(name, value)
  expect((await restored.refresh()).statusCode).toBe(401)
  expect((await restored.send('POST', '/logout')).statusCode).toBe(204)
})
