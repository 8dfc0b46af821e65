import { withToken } from '#testing/client.ts'
import { auth } from 'contract/auth'
import { beforeEach, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

let user: TestUser
let here: Awaited<ReturnType<typeof signIn>>
let there: Awaited<ReturnType<typeof signIn>>
const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
beforeEach(async () => {
  user = await aUser(t.db, { tenant })
  here = await signIn(FIREFOX)
  there = await signIn('curl/8')
})

async function signIn(agent: string, email = user.email) {
  const browser = aBrowser(t.call, tenant.host)
  const options = { headers: { 'user-agent': agent }, remoteAddress: '203.0.113.7' }
  const { token } = (await browser.signIn(email, undefined, options)).json<{ token: string }>()
  const headers = withToken(token)
  return {
    list: async () =>
      auth.sessions.response.parse((await browser.send('GET', '/sessions', { headers })).json())
        .sessions,
    end: (path = '') => browser.send('DELETE', `/sessions${path}`, { headers }),
    isIn: async () => (await browser.user(token)).statusCode === 200,
    mayRefresh: async () => (await browser.refresh()).statusCode === 200,
  }
}
const update = (change: string) =>
  t.owner.query(`update sessions set ${change} where user_id = $1 and device = 'Unknown device'`, [
    user.id,
  ])

test('the list has every session with its device and marks the current one', async () => {
  const sessions = await here.list()
  expect(sessions.map(({ device, is_current }) => `${device} ${is_current}`).sort()).toEqual([
    'Firefox on Windows true',
    'Unknown device false',
  ])
})

test('the list has the address of the last use', async () => {
  const addresses = async () => (await here.list()).map(({ address }) => address ?? '').sort()
  expect(await addresses()).toEqual(['203.0.113.7', '203.0.113.7'])
  expect(await there.mayRefresh()).toBe(true)
  expect(await addresses()).toEqual(['127.0.0.1', '203.0.113.7'])
})

test('another session ends together with its refresh token', async () => {
  const other = (await here.list()).find((session) => !session.is_current)
  expect((await here.end(`/${other?.id}`)).statusCode).toBe(204)
  expect([await here.isIn(), await there.isIn()]).toEqual([true, false])
  expect([await here.mayRefresh(), await there.mayRefresh()]).toEqual([true, false])
  expect(await here.list()).toHaveLength(1)
})

test("another user's session is not found and stays", async () => {
  const colleague = await signIn('curl/8', (await aUser(t.db, { tenant })).email)
  const [theirs] = await colleague.list()
  expect((await here.end(`/${theirs?.id}`)).statusCode).toBe(404)
  expect(await colleague.isIn()).toBe(true)
})

test('all other sessions end', async () => {
  expect((await here.end()).json()).toEqual({ ended: 1 })
  expect([await here.isIn(), await there.isIn()]).toEqual([true, false])
  expect((await here.end()).json()).toEqual({ ended: 0 })
})

test.each(['expires_at = now()', `last_used_at = now() - interval '24 hours'`])(
  'a session with %s is neither listed nor counted',
  async (change) => {
    await update(change)
    expect(await here.list()).toHaveLength(1)
    expect((await here.end()).json()).toEqual({ ended: 0 })
  },
)
