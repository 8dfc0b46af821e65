import { type AccessBody, adminUsers } from 'contract/admin-users'
import { tenants } from 'contract/tenants'
import { beforeEach, expect, test } from 'vitest'
import { eventsAbout } from '#testing/events.ts'
import { type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

let god: TestUser
let ana: TestUser
const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const northfield = await aTenant(t.db, { domain: 'northfield', name: 'Northfield Trust' })
beforeEach(async () => {
  await t.owner.query('delete from users where tenant_id = $1', [platform.id])
  god = await anAdminUser(['god-admin'], 'Greta God')
  ana = await anAdminUser(['auditor'], 'Ána Auditor')
})

const anAdminUser = (roles: TestUser['roles'], name = 'Another') =>
  aUser(t.db, { tenant: platform, roles, name })
const pathOf = ({ id }: TestUser) => `/admin-users/${id}`
const AUDITOR = { name: 'Ana', roles: ['auditor'], is_active: true, organisations: [] }

async function get(user: TestUser) {
  return adminUsers.get.response.parse((await t.as(god).get(pathOf(user))).body)
}
/** Changes some fields and sends the others as they are. */
async function change(user: TestUser, fields: Partial<AccessBody>) {
  const { name, roles, is_active, organisations, version } = await get(user)
  const ids = organisations.map(({ id }) => id)
  const body = { name, roles, is_active, organisations: ids, version, ...fields }
  return await t.as(god).put(pathOf(user), body)
}

test('the platform’s users are found by name, address and role', async () => {
  await anAdminUser(['god-admin', 'auditor'], 'Bo Both')
  await aUser(t.db, { tenant: northfield, roles: ['admin'], name: 'Nora Admin' })
  const namesOf = async (search: string) => {
    const { body } = await t.as(god).get(`/admin-users?${search}`)
    return adminUsers.list.response.parse(body).rows.map(({ name }) => name)
  }
  expect(await namesOf('')).toEqual(['Ána Auditor', 'Bo Both', 'Greta God'])
  expect(await namesOf('name=ana')).toEqual(['Ána Auditor'])
  expect(await namesOf(`email=${ana.email.toUpperCase()}`)).toEqual(['Ána Auditor'])
  expect(await namesOf('roles=auditor')).toEqual(['Ána Auditor', 'Bo Both'])
  expect(await t.as(god).get('/admin-users?sort=name.asc')).toMatchObject({ code: 'invalid-input' })
})

test('an auditor sees the assigned organisations until the role is removed', async () => {
  const seen = async () => ((await t.as(ana).get('/customers')).body as { total: number }).total
  expect(await seen()).toBe(0)
  expect((await change(ana, { organisations: [northfield.id] })).body).toMatchObject({
    organisations: [{ id: northfield.id, name: 'Northfield Trust' }],
    version: 2,
  })
  expect(await seen()).toBe(1)
  expect(await change(ana, { organisations: [platform.id] })).toMatchObject({
    code: 'invalid-input',
    body: { fields: { organisations: expect.any(String) } },
  })
  expect((await change(ana, { roles: ['god-admin'] })).body).toMatchObject({ organisations: [] })
})

test.each([{ roles: ['user'] }, { roles: ['admin'] }, { roles: [] }] as object[])(
  'the change %j is refused as invalid input',
  async (body) => {
    expect(await change(ana, body)).toMatchObject({ code: 'invalid-input' })
    expect(await get(ana)).toMatchObject({ roles: ['auditor'], version: 1 })
  },
)

test('a deactivated user is signed out, and all sessions end', async () => {
  const caller = t.as(ana)
  expect((await caller.get('/user')).status).toBe(200)
  expect((await change(ana, { is_active: false })).status).toBe(200)
  expect(await caller.get('/user')).toMatchObject({ status: 401 })
  const open = 'select from sessions where user_id = $1 and revoked_at is null'
  expect((await t.owner.query(open, [ana.id])).rowCount).toBe(0)
})

test('the last active god-admin can’t be removed, deactivated or demoted', async () => {
  await aUser(t.db, { tenant: platform, roles: ['god-admin'], isActive: false })
  for (const loss of [{ is_active: false }, { roles: ['auditor' as const] }])
    expect(await change(god, { ...loss, confirms_own_loss: true })).toMatchObject({
      status: 409,
      code: 'last-god-admin',
    })
  expect(await t.as(god).delete(pathOf(god))).toMatchObject({ code: 'last-god-admin' })
  expect(await get(god)).toMatchObject({ is_active: true, roles: ['god-admin'], version: 1 })
})

test('a god-admin gives up the own access only after confirming it', async () => {
  await anAdminUser(['god-admin'])
  expect(await change(god, { roles: ['auditor'] })).toMatchObject({
    code: 'invalid-input',
    body: { fields: { confirms_own_loss: expect.any(String) } },
  })
  expect(await change(god, { is_active: false })).toMatchObject({ code: 'invalid-input' })
  expect(await t.as(god).delete(pathOf(god))).toMatchObject({ code: 'forbidden' })
  expect((await change(god, { name: 'Greta Renamed' })).status).toBe(200)
  const demotion = await change(god, { roles: ['auditor'], confirms_own_loss: true })
  expect(demotion.body).toMatchObject({ roles: ['auditor'] })
  expect(await t.as(god).get('/admin-users')).toMatchObject({ code: 'forbidden' })
})

test('when three god-admins demote, remove and deactivate each other, one stays active', async () => {
  for (let round = 0; round < 50; round += 1) {
    const [two, three] = [await anAdminUser(['god-admin']), await anAdminUser(['god-admin'])]
    const callers = [god, two, three].map((user) => t.as(user))
    for (const caller of callers) await caller.get('/user')
    const answers = await Promise.all([
      callers[0]?.put(pathOf(two), { ...AUDITOR, version: 1 }),
      callers[1]?.delete(pathOf(three)),
      callers[2]?.put(pathOf(god), {
        ...AUDITOR,
        roles: ['god-admin'],
        is_active: false,
        version: 1,
      }),
    ])
    expect(answers.filter((answer) => answer?.status === 500)).toEqual([])
    const { rowCount } = await t.owner.query(
      `select from users where tenant_id = $1 and is_active and 'god-admin' = any(roles)`,
      [platform.id],
    )
    expect(rowCount, `round ${round}`).toBeGreaterThanOrEqual(1)
    await t.owner.query('delete from users where tenant_id = $1', [platform.id])
    god = await anAdminUser(['god-admin'])
  }
})

test('of two changes of the same version one is saved, and the other gets a conflict', async () => {
  const names = ['One', 'Other']
  const answers = await Promise.all(
    names.map((name) => t.as(god).put(pathOf(ana), { ...AUDITOR, name, version: 1 })),
  )
  const won = answers.findIndex(({ status }) => status === 200)
  expect(answers[1 - won]).toMatchObject({
    status: 409,
    code: 'conflict',
    body: { details: { name: names[won], version: 2 } },
  })
  expect(await get(ana)).toMatchObject({ name: names[won], version: 2 })
})

test('an assignment made from the organisation or the user is not overwritten from the other', async () => {
  const bo = await anAdminUser(['auditor'], 'Bo')
  const path = `/customers/${northfield.id}`
  const readOrganisation = async () => tenants.get.response.parse((await t.as(god).get(path)).body)
  const [user, organisation] = [await get(ana), await readOrganisation()]
  await t.as(god).patch(path, { version: organisation.version, auditor: [ana.id] })
  const stale = await t.as(god).put(pathOf(ana), { ...AUDITOR, version: user.version })
  expect(stale).toMatchObject({
    code: 'conflict',
    body: { details: { organisations: [{ id: northfield.id }] } },
  })
  const seen = await readOrganisation()
  await change(bo, { organisations: [northfield.id] })
  expect(await t.as(god).patch(path, { version: seen.version, auditor: [] })).toMatchObject({
    code: 'conflict',
    body: { details: { auditor: [{ name: 'Bo' }, { name: 'Ána Auditor' }] } },
  })
  // Sent together, one of the two counts and neither waits for ever.
  for (let round = 0; round < 10; round += 1) {
    const { auditor, version } = await readOrganisation()
    const isAssigned = auditor.some(({ id }) => id === ana.id)
    const body = {
      ...AUDITOR,
      organisations: isAssigned ? [] : [northfield.id],
      version: (await get(ana)).version,
    }
    const answers = await Promise.all([
      t.as(god).patch(path, { version, auditor: isAssigned ? [] : [ana.id] }),
      t.as(god).put(pathOf(ana), body),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  }
})

test('a removed user loses sessions and assignments, and the events stay', async () => {
  await change(ana, { organisations: [northfield.id] })
  expect((await t.as(god).delete(pathOf(ana))).status).toBe(204)
  expect(await t.as(god).get(pathOf(ana))).toMatchObject({ code: 'not-found' })
  const by = { actor_id: god.id, tenant_id: platform.id }
  expect(await eventsAbout(t, `user ${ana.id}`)).toEqual([
    { ...by, action: 'access.changed', details: { organisations: String(northfield.id) } },
    { ...by, action: 'access.removed', details: { roles: 'auditor' } },
  ])
})
