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

async function signedIn() {
  const user = await aUser(t.db, { tenant: northfield })
  const browser = aBrowser(t.call, northfield.host)
  const { token } = (await browser.signIn(user.email)).json<{ token: string }>()
  return { browser, token, sessionId: Number(browser.jar.get('__Host-pat_rt')?.split('.')[0]) }
}

const pass = async (sessionId: number, time: string) => {
  await t.owner.query(
    'update sessions set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where id = $1',
    [sessionId, time],
  )
  await t.owner.query(
    'update refresh_tokens set replaced_at = replaced_at - $2::interval, expires_at = expires_at - $2::interval where session_id = $1',
    [sessionId, time],
  )
}

test('a session that nobody uses for a day is over', async () => {
  const { browser, sessionId } = await signedIn()
  await pass(sessionId, '23:59')
  expect((await browser.refresh()).statusCode).toBe(200)
  await pass(sessionId, '24:00:01')
  expect((await browser.refresh()).statusCode).toBe(401)
})

test('a session is over after a fortnight, however often it is used', async () => {
  const { browser, sessionId, token } = await signedIn()
  for (let day = 1; day <= 14; day += 1) {
    await pass(sessionId, day === 14 ? '23:59' : '24:00')
    await t.owner.query(
      `update refresh_tokens set expires_at = greatest(expires_at, now() + interval '1 minute') where session_id = $1`,
      [sessionId],
    )
    expect((await browser.refresh()).statusCode, `day ${day}`).toBe(200)
  }
  await pass(sessionId, '00:01:01')
  expect((await browser.refresh()).statusCode).toBe(401)
  expect((await browser.user(token)).statusCode).toBe(401)
})
