import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAuthenticator, anMfaToken, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { type TestTenant, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield' })
})
afterAll(() => t.close())

const isOn = async (userId: number) =>
  (await t.owner.query('select from authenticators where user_id = $1', [userId])).rowCount === 1

test('an admin resets the second step of a colleague who lost the device, and nobody stays signed in', async () => {
  const admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
  const user = await aUser(t.db, { tenant: northfield })
  const phone = await anAuthenticator(t, user)
  const [caller, token] = [t.as(user), await anMfaToken(t, user)]
  expect((await caller.get('/user')).status).toBe(200)
  expect((await t.as(admin).delete(`/users/${user.id}/mfa`)).status).toBe(204)
  expect((await caller.get('/user')).status).toBe(401)
  const browser = aBrowser(t.call, northfield.host)
  expect((await browser.signIn(user.email)).json()).toHaveProperty('token')
  const headers = { authorization: `Bearer ${token}` }
  const late = aBrowser(t.call, northfield.host)
  await late.send('GET', '/tenant')
  expect(
    (await late.send('POST', '/mfa', { body: { code: codeOf(phone) }, headers })).json(),
  ).toMatchObject({ code: 'signed-out' })
  const { rows } = await t.owner.query(
    'select action, actor_id from audit_events where subject = $1',
    [`user ${user.id}`],
  )
  expect(rows).toContainEqual({ action: 'mfa.reset', actor_id: admin.id })
  const mails = await t.owner.query('select subject from mails where recipient = $1', [user.email])
  expect(mails.rows).toEqual([{ subject: 'Two-step verification was reset' }])
})

test('a reset of what is not on changes and records nothing', async () => {
  const admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
  const user = await aUser(t.db, { tenant: northfield })
  const caller = t.as(user)
  await caller.get('/user')
  expect((await t.as(admin).delete(`/users/${user.id}/mfa`)).status).toBe(204)
  expect((await caller.get('/user')).status).toBe(200)
  const { rows } = await t.owner.query('select from audit_events where subject = $1', [
    `user ${user.id}`,
  ])
  expect(rows).toEqual([])
})

test('an admin of one organisation does not find a user of another', async () => {
  const admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
  const harbour = await aTenant(t.db, { domain: 'harbour' })
  const stranger = await aUser(t.db, { tenant: harbour })
  await anAuthenticator(t, stranger)
  const reply = await t.as(admin).delete(`/users/${stranger.id}/mfa`)
  expect([reply.status, reply.code]).toEqual([404, 'not-found'])
  expect(await isOn(stranger.id)).toBe(true)
})

test.each([['user'], ['auditor']] as const)('a role such as %s resets nobody', async (role) => {
  const [caller, user] = [
    await aUser(t.db, { tenant: northfield, roles: [role] }),
    await aUser(t.db, { tenant: northfield }),
  ]
  await anAuthenticator(t, user)
  expect((await t.as(caller).delete(`/users/${user.id}/mfa`)).status).toBe(403)
  expect(await isOn(user.id)).toBe(true)
})

test('nobody gets round the own second step, and an admin not round that of a god-admin', async () => {
  const platform = await theTenant(t.db, 'admin')
  const [admin, god] = [
    await aUser(t.db, { tenant: platform, roles: ['admin'] }),
    await aUser(t.db, { tenant: platform, roles: ['god-admin'] }),
  ]
  for (const each of [admin, god]) await anAuthenticator(t, each)
  expect((await t.as(god).delete(`/users/${god.id}/mfa`)).status).toBe(403)
  expect((await t.as(admin).delete(`/users/${god.id}/mfa`)).status).toBe(403)
  expect((await t.as(god).delete(`/users/${admin.id}/mfa`)).status).toBe(204)
  expect([await isOn(god.id), await isOn(admin.id)]).toEqual([true, false])
})
