import { expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { type Answer, testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const user = await aUser(t.db, { tenant })

async function signedIn(method = 'password') {
  const browser = aBrowser(t.call, tenant.host)
  const { token } = (await browser.signIn(user.email)).json<{ token: string }>()
  const cookie = browser.jar.get('pat_rt') ?? ''
  const sessionId = Number(cookie.split('.')[0])
  await t.sql`update sessions set method = ${method} where id = ${sessionId}`
  const status = async () => (await browser.refresh()).statusCode
  return { browser, token, cookie, sessionId, status }
}
const cookieOf = (answer: Answer) => answer.cookies.find(({ name }) => name === 'pat_rt')?.value
const codeOf = (answer: Answer) => answer.json<{ code: string }>().code

/** Makes a session and its tokens so much older. */
async function age(sessionId: number, time: string) {
  await t.sql`update sessions set created_at = created_at - ${time}::interval, expires_at = expires_at - ${time}::interval where id = ${sessionId}`
  await t.sql`update refresh_tokens set replaced_at = replaced_at - ${time}::interval, expires_at = expires_at - ${time}::interval where session_id = ${sessionId}`
}

test('a refresh gives a new access token and replaces the cookie', async () => {
  const { browser, cookie, status } = await signedIn()
  const answer = await browser.refresh()
  expect(answer.statusCode).toBe(200)
  expect(browser.jar.get('pat_rt')).not.toBe(cookie)
  const { token } = answer.json<{ token: string }>()
  expect((await browser.user(token)).statusCode).toBe(200)
  expect(await status()).toBe(200)
})

test('a replaced token gets the same successor for 10 seconds', async () => {
  const { browser, cookie, sessionId } = await signedIn()
  const successor = cookieOf(await browser.refresh())
  await age(sessionId, '9 seconds')
  browser.jar.set('pat_rt', cookie)
  const again = await browser.refresh()
  expect([again.statusCode, cookieOf(again)]).toEqual([200, successor])
})

test('a replaced token that is used later ends the session with all its tokens', async () => {
  const { browser, cookie, token, sessionId, status } = await signedIn()
  const successor = cookieOf(await browser.refresh()) ?? ''
  expect((await browser.user(token)).statusCode).toBe(200)
  await age(sessionId, '11 seconds')
  browser.jar.set('pat_rt', cookie)
  const stolen = await browser.refresh()
  expect([stolen.statusCode, codeOf(stolen)]).toEqual([401, 'token-reused'])
  expect((await browser.user(token)).statusCode).toBe(401)
  browser.jar.set('pat_rt', successor)
  expect(await status()).toBe(401)
  const rows =
    await t.sql`select from audit_events where action = 'session.token_reused' and subject = ${`session ${sessionId}`}`
  expect(rows).toHaveLength(1)
})

const METHODS = ['password', 'sso']

test.each(METHODS)('a session by %s ends after a day without use', async (method) => {
  const { sessionId, status } = await signedIn(method)
  await age(sessionId, '23:59')
  expect(await status()).toBe(200)
  await age(sessionId, '24:00:01')
  expect(await status()).toBe(401)
})

test.each(METHODS)('a session by %s ends after a fortnight of use', async (method) => {
  const { browser, sessionId, token, status } = await signedIn(method)
  for (let day = 1; day <= 14; day += 1) {
    await age(sessionId, day === 14 ? '23:59' : '24:00')
    await t.sql`update refresh_tokens set expires_at = greatest(expires_at, now() + interval '1 minute') where session_id = ${sessionId}`
    expect(await status(), `day ${day}`).toBe(200)
  }
  await age(sessionId, '00:01:01')
  expect(await status()).toBe(401)
  expect((await browser.user(token)).statusCode).toBe(401)
})

test('a refresh token is refused at another organisation and stays valid at its own', async () => {
  const { cookie, status } = await signedIn()
  const thief = aBrowser(t.call, (await aTenant(t.db)).host)
  thief.jar.set('pat_rt', cookie)
  await thief.send('GET', '/tenant')
  expect((await thief.refresh()).statusCode).toBe(401)
  expect(await status()).toBe(200)
})

test.each([undefined, 'x', `1.${'a'.repeat(43)}`, `${'9'.repeat(400)}.x`, '%00'])(
  'the cookie %s is refused',
  async (cookie) => {
    const guesser = aBrowser(t.call, tenant.host)
    if (cookie !== undefined) guesser.jar.set('pat_rt', cookie)
    await guesser.send('GET', '/tenant')
    expect((await guesser.refresh()).statusCode).toBe(401)
  },
)

test('signing out ends the session and removes the cookie, however often it is requested', async () => {
  const { browser, token } = await signedIn()
  const before = [...browser.jar]
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => browser.send('POST', '/logout')),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(204))
  expect(browser.jar.has('pat_rt')).toBe(false)
  expect((await browser.user(token)).statusCode).toBe(401)
  const restored = aBrowser(t.call, tenant.host)
  for (const [name, value] of before) restored.jar.set(name, value)
  expect((await restored.refresh()).statusCode).toBe(401)
  expect((await restored.send('POST', '/logout')).statusCode).toBe(204)
})
