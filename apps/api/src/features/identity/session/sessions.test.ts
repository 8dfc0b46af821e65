import { auth } from 'contract/auth'
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

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

async function signedInTwice() {
  const user = await aUser(t.db, { tenant: northfield })
  const signIn = async (agent: string) => {
    const browser = aBrowser(t.call, northfield.host)
    const { token } = (
      await browser.signIn(user.email, undefined, { headers: { 'user-agent': agent } })
    ).json<{ token: string }>()
    const headers = { authorization: `Bearer ${token}` }
    return {
      browser,
      list: async () =>
        auth.sessions.response.parse((await browser.send('GET', '/sessions', { headers })).json())
          .sessions,
      send: (method: 'GET' | 'DELETE', path: string) => browser.send(method, path, { headers }),
      isIn: async () => (await browser.user(token)).statusCode === 200,
      mayRefresh: async () => (await browser.refresh()).statusCode === 200,
    }
  }
  return { user, here: await signIn(FIREFOX), there: await signIn('curl/8') }
}

test('everybody sees where they are signed in, and which of it is here', async () => {
  const { here } = await signedInTwice()
  const sessions = await here.list()
  expect(sessions.map(({ device, is_current }) => `${device} ${is_current}`).sort()).toEqual([
    'Firefox on Windows true',
    'Unknown device false',
  ])
})

test('one other session can be ended, and its refresh token with it', async () => {
  const { here, there } = await signedInTwice()
  const other = (await here.list()).find((session) => !session.is_current)
  expect((await here.send('DELETE', `/sessions/${other?.id}`)).statusCode).toBe(204)
  expect([await here.isIn(), await there.isIn()]).toEqual([true, false])
  expect([await here.mayRefresh(), await there.mayRefresh()]).toEqual([true, false])
  expect(await here.list()).toHaveLength(1)
})

test('all other sessions can be ended at once', async () => {
  const { here, there } = await signedInTwice()
  expect((await here.send('DELETE', '/sessions')).json()).toEqual({ ended: 1 })
  expect([await here.isIn(), await there.isIn()]).toEqual([true, false])
  expect((await here.send('DELETE', '/sessions')).json()).toEqual({ ended: 0 })
})

test("a colleague's session cannot be ended", async () => {
  const { here } = await signedInTwice()
  const colleague = await signedInTwice()
  const [theirs] = await colleague.here.list()
  expect((await here.send('DELETE', `/sessions/${theirs?.id}`)).statusCode).toBe(404)
  expect(await colleague.here.isIn()).toBe(true)
})

test('a session that is over is not in the list', async () => {
  const { here, user } = await signedInTwice()
  await t.owner.query(
    `update sessions set expires_at = now() where user_id = $1 and device = 'Unknown device'`,
    [user.id],
  )
  expect(await here.list()).toHaveLength(1)
})

test('a session whose refresh token is over is not in the list, and not counted when it is ended', async () => {
  const { here, user } = await signedInTwice()
  await t.owner.query(
    `update sessions set last_used_at = now() - interval '24 hours' where user_id = $1 and device = 'Unknown device'`,
    [user.id],
  )
  expect(await here.list()).toHaveLength(1)
  expect((await here.send('DELETE', '/sessions')).json()).toEqual({ ended: 0 })
})

test('deactivating a person ends every session at once', async () => {
  const { user, here, there } = await signedInTwice()
  await t.owner.query('update users set is_active = false where id = $1', [user.id])
  expect([await here.isIn(), await there.isIn()]).toEqual([false, false])
  expect([await here.mayRefresh(), await there.mayRefresh()]).toEqual([false, false])
})

test('a role that was taken away or given counts at the next request', async () => {
  const admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
  const caller = t.as(admin)
  expect((await caller.get('/customers')).status).toBe(200)
  await t.owner.query(`update users set roles = '{user}' where id = $1`, [admin.id])
  expect((await caller.get('/customers')).code).toBe('forbidden')
  await t.owner.query(`update users set roles = '{user,auditor}' where id = $1`, [admin.id])
  expect((await caller.get('/customers')).status).toBe(200)
})

test('a suspended organisation is closed at the next request', async () => {
  const tenant = await aTenant(t.db)
  const caller = t.as(await aUser(t.db, { tenant }))
  expect((await caller.get('/user')).status).toBe(200)
  await t.owner.query(`update tenants set status = 'suspended' where id = $1`, [tenant.id])
  expect((await caller.get('/user')).code).toBe('organisation-suspended')
})

test('terms that were issued anew count at the next request', async () => {
  const caller = t.as(await aUser(t.db, { tenant: northfield }))
  expect((await caller.get('/overview')).status).toBe(200)
  await t.owner.query(`insert into terms (version, text) values (2, 'New ones')`)
  expect((await caller.get('/overview')).code).toBe('terms-not-accepted')
  await t.owner.query('delete from terms where version = 2')
  expect((await caller.get('/overview')).status).toBe(200)
})
