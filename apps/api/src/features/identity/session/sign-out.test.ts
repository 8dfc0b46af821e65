import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield' })
})
afterAll(() => t.close())

test('one can sign in again right after signing out, on the same page', async () => {
  const user = await aUser(t.db, { tenant: northfield })
  const browser = aBrowser(t.call, northfield.host)
  await browser.signIn(user.email)
  expect((await browser.send('POST', '/logout')).statusCode).toBe(204)
  expect((await browser.signIn(user.email)).statusCode).toBe(200)
})

test('a refused XSRF token comes with a fresh pair, so that one repeat succeeds', async () => {
  const user = await aUser(t.db, { tenant: northfield })
  const browser = aBrowser(t.call, northfield.host)
  await browser.signIn(user.email)
  browser.jar.delete('__Host-pat_rt')
  expect((await browser.signIn(user.email)).statusCode).toBe(403)
  expect((await browser.signIn(user.email)).statusCode).toBe(200)
})

test('signing in again in one browser ends the session that it had, whoever signs in', async () => {
  const [first, second] = [
    await aUser(t.db, { tenant: northfield }),
    await aUser(t.db, { tenant: northfield }),
  ]
  const browser = aBrowser(t.call, northfield.host)
  const elsewhere = aBrowser(t.call, northfield.host)
  await browser.signIn(first.email)
  await elsewhere.signIn(first.email)
  await browser.signIn(second.email)
  const { rows } = await t.owner.query<{ open: number }>(
    'select count(*)::int as open from sessions where user_id = $1 and revoked_at is null',
    [first.id],
  )
  expect(rows[0]?.open).toBe(1)
  expect((await elsewhere.send('POST', '/refresh-token')).statusCode).toBe(200)
})
