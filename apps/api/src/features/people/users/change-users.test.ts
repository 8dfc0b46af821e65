import { expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { eventsAbout } from '#testing/events.ts'
import {
  type TestUser,
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
const user = await aUser(t.db, { tenant: acme })

const change = (by: TestUser, body: object) => t.as(by).post('/users/changes', body)
const remove = (by: TestUser, ids: number[]) => t.as(by).post('/users/removals', { ids })
const send = (by: TestUser, ids: number[]) => t.as(by).post('/users/password-links', { ids })
const stateOf = async (...users: TestUser[]) => {
  const ids = users.map(({ id }) => id)
  const rows = await t.sql`
    select name, is_active, roles, version from users where id = any(${ids}) order by id`
  return rows
}

test('deactivated users are signed out and recorded; after reactivation they sign in again', async () => {
  const one = await aUser(t.db, { tenant: acme })
  const off = await aUser(t.db, { tenant: acme, isActive: false })
  const signIn = async () => (await aBrowser(t.call, acme.host).signIn(one.email)).statusCode
  const session = t.as(one)
  expect(await session.get('/user')).toMatchObject({ status: 200 })
  expect(await change(admin, { ids: [one.id, off.id], change: 'deactivate' })).toMatchObject({
    status: 200,
    body: { ids: [one.id], without_admin: [] },
  })
  expect(await eventsAbout(t, `user ${one.id}`)).toEqual([
    { action: 'user.deactivated', actor_id: admin.id, tenant_id: acme.id, details: { ended: 1 } },
  ])
  expect(await eventsAbout(t, `user ${off.id}`)).toEqual([])
  expect([(await session.get('/user')).status, await signIn()]).toEqual([401, 401])
  await change(admin, { ids: [one.id], change: 'activate' })
  expect(await stateOf(one)).toMatchObject([{ is_active: true, version: 1 }])
  expect([(await session.get('/user')).status, await signIn()]).toEqual([401, 200])
})

test('roles are set for all users, and an organisation without an active admin is named', async () => {
  const globex = await aTenant(t.db, { name: 'Globex' })
  const boss = await aUser(t.db, { tenant: globex, roles: ['admin'] })
  const person = await aUser(t.db, { tenant: globex })
  const demote = { ids: [boss.id, person.id], change: 'set-roles', roles: ['user'] }
  expect((await change(god, demote)).body).toEqual({ ids: [boss.id], without_admin: ['Globex'] })
  expect(await stateOf(boss)).toMatchObject([{ roles: ['user'], version: 2 }])
  const details = { before: 'admin', after: 'user' }
  expect(await eventsAbout(t, `user ${boss.id}`)).toMatchObject([
    { action: 'user.roles_changed', tenant_id: globex.id, details },
  ])
})

test('an organisation that had no active admin before the change is not named', async () => {
  const initech = await aTenant(t.db, { name: 'Initech' })
  const person = await aUser(t.db, { tenant: initech })
  const former = await aUser(t.db, { tenant: initech, roles: ['admin'], isActive: false })
  for (const body of [
    { ids: [person.id], change: 'deactivate' },
    { ids: [person.id], change: 'activate' },
    { ids: [former.id], change: 'set-roles', roles: ['user'] },
  ])
    expect(await change(god, body)).toMatchObject({ status: 200, body: { without_admin: [] } })
  expect(await remove(god, [person.id])).toMatchObject({ body: { without_admin: [] } })
})

test('users of several organisations are removed together; assessments and reports stay', async () => {
  const globex = await aTenant(t.db, { name: 'Globex' })
  const contentSetId = await aContentSet(t.db, { tenant: acme, file: aSmallSet() })
  const answered = await aUser(t.db, { tenant: acme })
  await aReport(t.db, answered, await anAssessment(t.db, { user: answered, contentSetId }))
  const boss = await aUser(t.db, { tenant: globex, roles: ['admin'] })
  expect(await remove(god, [answered.id, boss.id, boss.id])).toMatchObject({
    status: 200,
    body: { ids: [answered.id, boss.id], without_admin: ['Globex'] },
  })
  expect(await stateOf(answered, boss)).toMatchObject([{ name: 'Former user' }])
  const removed = (tenant_id: number, count: number) => [
    { tenant_id, action: 'user.removed', details: { assessments: count, reports: count } },
  ]
  expect(await eventsAbout(t, `user ${answered.id}`)).toMatchObject(removed(acme.id, 1))
  expect(await eventsAbout(t, `user ${boss.id}`)).toMatchObject(removed(globex.id, 0))
})

test('if one user is not visible, nothing changes for any of them', async () => {
  const foreign = await aUser(t.db, { tenant: await aTenant(t.db) })
  for (const id of [foreign.id, god.id, 999_999_999]) {
    const ids = [user.id, id]
    expect(await change(admin, { ids, change: 'deactivate' })).toMatchObject({ status: 404 })
    expect(await remove(admin, ids)).toMatchObject({ status: 404 })
  }
  expect(await stateOf(user)).toMatchObject([{ is_active: true, version: 1 }])
})

test('your own account and auditors are refused here', async () => {
  const own = await change(admin, { ids: [admin.id], change: 'deactivate' })
  expect(own).toMatchObject({ status: 403, body: { fields: { ids: expect.any(String) } } })
  expect(await remove(admin, [user.id, admin.id])).toMatchObject({ status: 403 })
  const local = await aUser(t.db, { tenant: acme, roles: ['auditor'] })
  expect(await change(admin, { ids: [local.id, user.id], change: 'deactivate' })).toMatchObject({
    status: 403,
  })
})

test.each([
  { change: 'set-roles' },
  { change: 'set-roles', roles: [] },
  { change: 'set-roles', roles: ['god-admin'] },
  { change: 'set-roles', roles: ['auditor'] },
  { change: 'activate', roles: ['admin'] },
  { change: 'remove' },
])('%j is refused with 400', async (body) => {
  expect(await change(admin, { ids: [user.id], ...body })).toMatchObject({ status: 400 })
})

test('one to 100 users can be changed together', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => index + 1)
  for (const wrong of [ids, []]) {
    expect(await change(admin, { ids: wrong, change: 'activate' })).toMatchObject({ status: 400 })
    expect(await remove(admin, wrong)).toMatchObject({ status: 400 })
    expect(await send(admin, wrong)).toMatchObject({ status: 400 })
  }
  const people = await Promise.all(ids.slice(1).map(() => aUser(t.db, { tenant: acme })))
  const all = people.map(({ id }) => id)
  expect((await remove(admin, all)).status).toBe(200)
  expect(await stateOf(...people)).toEqual([])
})

test('welcome mails are sent again to all users, or to none if one is inactive', async () => {
  const [one, two] = await Promise.all(
    ['one@example.org', 'two@example.org'].map((email) => aUser(t.db, { tenant: acme, email })),
  )
  const ids = [one?.id ?? 0, two?.id ?? 0]
  await t.owner.query('update users set password_hash = null where id = any($1)', [ids])
  expect((await send(admin, ids)).status).toBe(204)
  for (const email of ['one@example.org', 'two@example.org'])
    expect((await mailsTo(t, email))[0]?.subject).toBe('Your account at Acme')
  const away = await aUser(t.db, { tenant: acme, name: 'Away', isActive: false })
  expect(await send(admin, [ids[0] ?? 0, away.id])).toMatchObject({
    status: 409,
    body: { message: 'Away is inactive. Activate the account first.' },
  })
  expect(await mailsTo(t, 'one@example.org')).toHaveLength(1)
})
