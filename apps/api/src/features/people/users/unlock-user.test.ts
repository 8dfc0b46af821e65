import { beforeEach, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { anAuthenticator, anMfaToken } from '#testing/authenticator.ts'
import { withToken } from '#testing/client.ts'
import { eventsAbout } from '#testing/events.ts'
import { PASSWORD, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { linkTo } from '#testing/mailed.ts'
import { testApp } from '#testing/test-app.ts'

const NEW_PASSWORD = 'four unrelated words here'
const t = await testApp()
const tenant = await aTenant(t.db)
const admin = await aUser(t.db, { tenant, roles: ['admin'] })
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
let user: TestUser
let own: ReturnType<typeof aBrowser>
beforeEach(async () => {
  await t.sql`delete from rate_limits`
  user = await aUser(t.db, { tenant })
  own = aBrowser(t.call, user.host)
  await own.send('GET', '/tenant')
})

const signIn = async (password: string, browser = own) =>
  (await browser.signIn(user.email, password)).statusCode
async function lock(browser = own) {
  for (let turn = 0; turn < 10; turn += 1) await signIn('a wrong password', browser)
  expect(await signIn(PASSWORD, browser)).toBe(429)
}
const lockSeenBy = async (by: TestUser) =>
  ((await t.as(by).get(`/users/${user.id}/lock`)).body as { locked_until: string | null })
    .locked_until
const unlock = async (by: TestUser, id = user.id) =>
  (await t.as(by).delete(`/users/${id}/lock`)).status
async function resetPassword(browser = own) {
  await browser.send('POST', '/forgot-password', { body: { email: user.email } })
  const { signature } = await linkTo(t, user.email)
  const body = { password: NEW_PASSWORD }
  const { statusCode } = await browser.send('POST', `/forgot-password/${signature}`, { body })
  expect(statusCode).toBe(204)
}

test('after ten wrong passwords in a known browser, a new password by mail works there straight away', async () => {
  expect(await signIn(PASSWORD)).toBe(200)
  await lock()
  await resetPassword()
  expect(await signIn(NEW_PASSWORD)).toBe(200)
})

test('after ten wrong passwords in a new browser, a new password by mail works in every browser', async () => {
  await lock()
  await resetPassword()
  const other = aBrowser(t.call, user.host)
  await other.send('GET', '/tenant')
  expect(await signIn(NEW_PASSWORD, other)).toBe(200)
  expect(await signIn(NEW_PASSWORD)).toBe(200)
})

test('a new password by mail works in a known browser with ten wrong passwords, though it was reset in another', async () => {
  expect(await signIn(PASSWORD)).toBe(200)
  await lock()
  const mailProgram = aBrowser(t.call, user.host)
  await mailProgram.send('GET', '/tenant')
  await resetPassword(mailProgram)
  expect(await signIn(NEW_PASSWORD)).toBe(200)
})

test.each([
  ['admin', admin],
  ['god-admin', god],
])(
  'the %s sees the lock of a known browser and lifts it, which is recorded once',
  async (_, by) => {
    expect(await signIn(PASSWORD)).toBe(200)
    expect(await lockSeenBy(by)).toBeNull()
    await lock()
    const left = Date.parse((await lockSeenBy(by)) ?? '') - Date.now()
    expect(left).toBeGreaterThan(600_000)
    expect(left).toBeLessThanOrEqual(900_000)
    expect([await unlock(by), await unlock(by)]).toEqual([204, 204])
    expect(await lockSeenBy(by)).toBeNull()
    expect(await signIn(PASSWORD)).toBe(200)
    const events = await eventsAbout(t, `user ${user.id}`)
    expect(events.filter(({ action }) => action === 'user.unlocked')).toMatchObject([
      { actor_id: by.id },
    ])
  },
)

test('a lock after ten wrong codes is seen and lifted too', async () => {
  await anAuthenticator(t, user)
  const enter = async () => {
    const headers = withToken(await anMfaToken(t, user))
    const answer = await own.send('POST', '/mfa', { body: { code: '000000' }, headers })
    return answer.statusCode
  }
  for (let turn = 0; turn < 10; turn += 1) await enter()
  expect(await enter()).toBe(429)
  expect(await lockSeenBy(admin)).not.toBeNull()
  expect(await unlock(admin)).toBe(204)
  expect(await enter()).toBe(409)
})

test('the lock of another organisation’s user is not found, and nothing of it is stored in plain text', async () => {
  await lock()
  const stranger = await aUser(t.db, { tenant: await aTenant(t.db), roles: ['admin'] })
  expect((await t.as(stranger).get(`/users/${user.id}/lock`)).status).toBe(404)
  expect(await unlock(stranger)).toBe(404)
  const [row] = await t.sql<{
    text: string
  }>`select string_agg(r::text, ' ') as text from rate_limits r`
  expect(row?.text).not.toContain(user.email)
})
