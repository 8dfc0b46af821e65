import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let acme: TestTenant
let god: TestUser
let admin: TestUser

beforeAll(async () => {
  t = await startTestApp({ works: false })
  acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
  god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
  admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
})
afterAll(() => t.close())

const change = async (by: TestUser, body: object) => await t.as(by).post('/users/changes', body)
const stateOf = async ({ id }: TestUser) =>
  await t.db
    .selectFrom('users')
    .select(['is_active', 'roles', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const eventsOf = async ({ id }: TestUser) =>
  (
    await t.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id', 'tenant_id', 'details'])
      .where('subject', '=', `user ${id}`)
      .orderBy('id')
      .execute()
  ).map((event) => event)

test('an admin deactivates several people at once: their sessions end, each with its audit event', async () => {
  const [one, two, off] = [
    await aUser(t.db, { tenant: acme }),
    await aUser(t.db, { tenant: acme }),
    await aUser(t.db, { tenant: acme, isActive: false }),
  ]
  const session = t.as(one)
  expect(await session.get('/user')).toMatchObject({ status: 200 })
  const ids = [one.id, two.id, off.id]
  expect(await change(admin, { ids, change: 'deactivate' })).toMatchObject({
    status: 200,
    body: { ids: [one.id, two.id], without_admin: [] },
  })
  expect(await session.get('/user')).toMatchObject({ status: 401 })
  expect(await eventsOf(one)).toEqual([
    { action: 'user.deactivated', actor_id: admin.id, tenant_id: acme.id, details: { ended: 1 } },
  ])
  expect(await eventsOf(off)).toEqual([])
  expect(await stateOf(one)).toMatchObject({ is_active: false, version: 1 })
})

test('undoing it activates those who were active, and they sign in anew', async () => {
  const one = await aUser(t.db, { tenant: acme })
  const session = t.as(one)
  await session.get('/user')
  await change(admin, { ids: [one.id], change: 'deactivate' })
  expect((await aBrowser(t.call, acme.host).signIn(one.email)).statusCode).toBe(401)
  await change(admin, { ids: [one.id], change: 'activate' })
  expect(await stateOf(one)).toMatchObject({ is_active: true, version: 1 })
  expect(await session.get('/user')).toMatchObject({ status: 401 })
  expect((await aBrowser(t.call, acme.host).signIn(one.email)).statusCode).toBe(200)
})

test('roles are set for all chosen; an organisation that is left without an admin is named', async () => {
  const other = await aTenant(t.db, { name: 'Globex' })
  const [boss, person] = [
    await aUser(t.db, { tenant: other, roles: ['admin'] }),
    await aUser(t.db, { tenant: other }),
  ]
  const demote = { ids: [boss.id, person.id], change: 'set-roles', roles: ['user'] }
  expect((await change(god, demote)).body).toEqual({ ids: [boss.id], without_admin: ['Globex'] })
  expect(await stateOf(boss)).toMatchObject({ roles: ['user'], version: 2 })
  expect(await eventsOf(boss)).toMatchObject([
    {
      action: 'user.roles_changed',
      tenant_id: other.id,
      details: { before: 'admin', after: 'user' },
    },
  ])
})

test('an organisation that had no active admin before is not named, whatever is changed there', async () => {
  const other = await aTenant(t.db, { name: 'Initech' })
  const person = await aUser(t.db, { tenant: other })
  const former = await aUser(t.db, { tenant: other, roles: ['admin'], isActive: false })
  for (const body of [
    { ids: [person.id], change: 'deactivate' },
    { ids: [person.id], change: 'activate' },
    { ids: [former.id], change: 'set-roles', roles: ['user'] },
  ])
    expect(await change(god, body)).toMatchObject({ status: 200, body: { without_admin: [] } })
  const removed = await t.as(god).post('/users/removals', { ids: [person.id] })
  expect(removed).toMatchObject({ status: 200, body: { without_admin: [] } })
})

test('all or nobody: somebody out of view is as if not there, and nothing changes', async () => {
  const own = await aUser(t.db, { tenant: acme })
  const foreign = await aUser(t.db, { tenant: await aTenant(t.db) })
  for (const id of [foreign.id, god.id, 999_999_999]) {
    const answer = await change(admin, { ids: [own.id, id], change: 'deactivate' })
    expect(answer).toMatchObject({ status: 404, code: 'not-found' })
  }
  expect(await stateOf(own)).toMatchObject({ is_active: true, version: 1 })
})

test('nobody changes the own account here, and auditors change nothing', async () => {
  const own = await change(admin, { ids: [admin.id], change: 'deactivate' })
  expect(own).toMatchObject({ status: 403, body: { fields: { ids: expect.any(String) } } })
  const auditor = await aUser(t.db, { tenant: acme, roles: ['auditor'] })
  const one = await aUser(t.db, { tenant: acme })
  const answer = await change(auditor, { ids: [one.id], change: 'deactivate' })
  expect(answer).toMatchObject({ status: 403, code: 'forbidden' })
  // They are managed under Access.
  const back = await change(admin, { ids: [auditor.id, one.id], change: 'deactivate' })
  expect(back).toMatchObject({ status: 403, code: 'forbidden' })
})

test.each([
  { change: 'set-roles' },
  { change: 'set-roles', roles: [] },
  { change: 'set-roles', roles: ['god-admin'] },
  { change: 'set-roles', roles: ['auditor'] },
  { change: 'activate', roles: ['admin'] },
  { change: 'remove' },
  { change: 'activate', tenant_id: 1 },
])('%j is refused', async (body) => {
  const one = await aUser(t.db, { tenant: acme })
  expect(await change(admin, { ids: [one.id], ...body })).toMatchObject({ status: 400 })
})

test('at most 100 people at once', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => index + 1)
  expect(await change(admin, { ids, change: 'activate' })).toMatchObject({ status: 400 })
})
