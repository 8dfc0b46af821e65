import { withToken } from '#testing/client.ts'
import { beforeEach, expect, test } from 'vitest'
import { anAuthenticator, anMfaToken, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { eventsAbout } from '#testing/events.ts'
import { PASSWORD, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import { testApp } from '#testing/test-app.ts'

let user: TestUser
let phone: { secret: string }
const t = await testApp({ works: false })
const northfield = await aTenant(t.db, { domain: 'northfield' })
const platform = await theTenant(t.db, 'admin')
const admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
beforeEach(async () => {
  user = await aUser(t.db, { tenant: northfield })
  phone = await anAuthenticator(t, user)
})

const reset = async (by: TestUser, { id } = user) =>
  (await t.as(by).delete(`/users/${id}/mfa`)).status
const isOn = async ({ id } = user) =>
  (await t.owner.query('select from authenticators where user_id = $1', [id])).rowCount === 1

test('after a reset the user is signed out and signs in without a code', async () => {
  const [caller, token] = [t.as(user), await anMfaToken(t, user)]
  expect((await caller.get('/user')).status).toBe(200)
  expect(await reset(admin)).toBe(204)
  expect((await caller.get('/user')).status).toBe(401)
  const browser = aBrowser(t.call, northfield.host)
  expect((await browser.signIn(user.email, 'not the password')).statusCode).toBe(401)
  expect((await browser.signIn(user.email)).json()).toHaveProperty('token')
  // A new factor needs the same as the first one.
  for (const body of [{ password: 'not the password' }, { password: '' }, {}])
    expect((await t.as(user).post('/mfa/setup', body)).status).toBeGreaterThanOrEqual(400)
  expect((await t.as(user).post('/mfa/setup', { password: PASSWORD })).status).toBe(200)
  const headers = withToken(token)
  const late = aBrowser(t.call, northfield.host)
  await late.send('GET', '/tenant')
  const answer = await late.send('POST', '/mfa', { body: { code: codeOf(phone) }, headers })
  expect(answer.json()).toMatchObject({ code: 'signed-out' })
  expect(await eventsAbout(t, `user ${user.id}`)).toContainEqual(
    expect.objectContaining({ action: 'mfa.reset', actor_id: admin.id }),
  )
  const mails = await mailsTo(t, user.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Two-step verification was reset (northfield)',
  ])
})

test('a reset without two-step verification changes and records nothing', async () => {
  const other = await aUser(t.db, { tenant: northfield })
  const caller = t.as(other)
  await caller.get('/user')
  expect(await reset(admin, other)).toBe(204)
  expect((await caller.get('/user')).status).toBe(200)
  expect(await eventsAbout(t, `user ${other.id}`)).toEqual([])
})

test('you can’t reset your own verification, and an admin can’t reset a god-admin’s', async () => {
  const local = await aUser(t.db, { tenant: platform, roles: ['admin'] })
  for (const each of [local, god]) await anAuthenticator(t, each)
  expect([await reset(god, god), await reset(local, god), await reset(god, local)]).toEqual([
    403, 403, 204,
  ])
  expect([await isOn(god), await isOn(local)]).toEqual([true, false])
})
