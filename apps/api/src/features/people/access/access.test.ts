import { type AccessBody, adminUsers } from 'contract/admin-users'
import { tenants } from 'contract/tenants'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type TestTenant,
  type TestUser,
  aSession,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let platform: TestTenant
let northfield: TestTenant
let god: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  platform = await theTenant(t.db, 'admin')
  northfield = await aTenant(t.db, { domain: 'northfield', name: 'Northfield Trust' })
})
beforeEach(async () => {
  await t.owner.query('delete from users where tenant_id = $1', [platform.id])
  god = await aPerson(['god-admin'], 'Greta God')
})
afterAll(() => t.close())

const aPerson = (roles: TestUser['roles'], name: string) =>
  aUser(t.db, { tenant: platform, roles, name })

async function get(id: number) {
  return adminUsers.get.response.parse((await t.as(god).get(`/admin-users/${id}`)).body)
}
/** Changes somebody as they stand. */
async function change(id: number, wish: Partial<AccessBody>, by = god) {
  const { name, roles, is_active, organisations, version } = await get(id)
  const kept = {
    name,
    roles,
    is_active,
    organisations: organisations.map((one) => one.id),
    version,
  }
  return await t.as(by).put(`/admin-users/${id}`, { ...kept, ...wish })
}
async function namesOf(search: string) {
  const { rows } = adminUsers.list.response.parse(
    (await t.as(god).get(`/admin-users${search}`)).body,
  )
  return rows.map(({ name }) => name)
}

test('the people of the platform are found by name, address and roles', async () => {
  const ana = await aPerson(['auditor'], 'Ána Auditor')
  await aPerson(['god-admin', 'auditor'], 'Bo Both')
  await aUser(t.db, { tenant: northfield, roles: ['admin'], name: 'Nora Admin' })
  expect(await namesOf('')).toEqual(['Ána Auditor', 'Bo Both', 'Greta God'])
  expect(await namesOf('?name=ana')).toEqual(['Ána Auditor'])
  expect(await namesOf(`?email=${ana.email.toUpperCase()}`)).toEqual(['Ána Auditor'])
  expect(await namesOf('?roles=auditor')).toEqual(['Ána Auditor', 'Bo Both'])
  expect(await t.as(god).get('/admin-users?sort=name.asc')).toMatchObject({ code: 'invalid-input' })
})

test('Access is of the platform, and of god-admins', async () => {
  const others = [
    await aPerson(['auditor'], 'Ana'),
    await aUser(t.db, { tenant: northfield, roles: ['admin'] }),
  ]
  for (const person of others)
    expect(await t.as(person).get('/admin-users')).toMatchObject({ code: 'forbidden' })
  const local = await aUser(t.db, { tenant: northfield, roles: ['god-admin'] })
  expect(await t.as(local).get('/admin-users')).toMatchObject({ code: 'not-found' })
  expect(await t.as(god).get(`/admin-users/${local.id}`)).toMatchObject({ code: 'not-found' })
  expect(await t.as(god).delete(`/admin-users/${local.id}`)).toMatchObject({ code: 'not-found' })
})

test('an auditor is assigned to organisations, and sees them from then on', async () => {
  const ana = await aPerson(['auditor'], 'Ana')
  const seen = async () => ((await t.as(ana).get('/customers')).body as { total: number }).total
  expect(await seen()).toBe(0)
  expect((await change(ana.id, { organisations: [northfield.id] })).body).toMatchObject({
    organisations: [{ id: northfield.id, name: 'Northfield Trust' }],
    version: 2,
  })
  expect(await seen()).toBe(1)
  expect(await change(ana.id, { organisations: [platform.id] })).toMatchObject({
    code: 'invalid-input',
    body: { fields: { organisations: expect.any(String) } },
  })
  expect((await change(ana.id, { roles: ['god-admin'] })).body).toMatchObject({ organisations: [] })
})

test('nobody of the platform is left without a role there, and no assignment is dropped unsaid', async () => {
  const id = (await aPerson(['auditor'], 'Alba Auditor')).id
  for (const roles of [['user'], ['admin'], []] as AccessBody['roles'][])
    expect(await change(id, { roles })).toMatchObject({ code: 'invalid-input' })
  expect(await get(id)).toMatchObject({ roles: ['auditor'] })
})

test('whoever is deactivated is signed out at once', async () => {
  const ana = await aPerson(['auditor'], 'Ana')
  const caller = t.as(ana)
  await aSession(t.db, ana)
  expect((await caller.get('/user')).status).toBe(200)
  expect((await change(ana.id, { is_active: false })).status).toBe(200)
  expect(await caller.get('/user')).toMatchObject({ status: 401 })
  const { rows } = await t.owner.query(
    'select from sessions where user_id = $1 and revoked_at is null',
    [ana.id],
  )
  expect(rows).toEqual([])
})

test('the last active god-admin is neither removed, deactivated nor demoted', async () => {
  await aUser(t.db, { tenant: platform, roles: ['god-admin'], isActive: false })
  const confirms_own_loss = true
  for (const wish of [{ is_active: false }, { roles: ['auditor' as const] }])
    expect(await change(god.id, { ...wish, confirms_own_loss })).toMatchObject({
      status: 409,
      code: 'last-god-admin',
    })
  expect(await t.as(god).delete(`/admin-users/${god.id}`)).toMatchObject({ code: 'last-god-admin' })
  expect(await get(god.id)).toMatchObject({ is_active: true, roles: ['god-admin'], version: 1 })
})

test('nobody demotes, deactivates or removes oneself unasked', async () => {
  await aPerson(['god-admin'], 'Another God')
  expect(await change(god.id, { roles: ['auditor'] })).toMatchObject({
    code: 'invalid-input',
    body: { fields: { confirms_own_loss: expect.any(String) } },
  })
  expect(await change(god.id, { is_active: false })).toMatchObject({ code: 'invalid-input' })
  expect(await t.as(god).delete(`/admin-users/${god.id}`)).toMatchObject({ code: 'forbidden' })
  expect((await change(god.id, { name: 'Greta Renamed' })).status).toBe(200)
  const demotion = await change(god.id, { roles: ['auditor'], confirms_own_loss: true })
  expect(demotion.body).toMatchObject({ roles: ['auditor'] })
  expect(await t.as(god).get('/admin-users')).toMatchObject({ code: 'forbidden' })
})

test('of all god-admins who demote, deactivate and remove one another at once, one is left', async () => {
  for (let round = 0; round < 50; round += 1) {
    const gods = [god, await aPerson(['god-admin'], 'Two'), await aPerson(['god-admin'], 'Three')]
    const callers = gods.map((person) => t.as(person))
    // Signed in before: nobody signs in who is removed already.
    for (const caller of callers) await caller.get('/user')
    const paths = [1, 2, 0].map((index) => `/admin-users/${gods[index]?.id}`)
    const kept = { name: 'Somebody', organisations: [], version: 1 }
    const answers = await Promise.all([
      callers[0]?.put(paths[0] ?? '', { ...kept, roles: ['auditor'], is_active: true }),
      callers[1]?.delete(paths[1] ?? ''),
      callers[2]?.put(paths[2] ?? '', { ...kept, roles: ['god-admin'], is_active: false }),
    ])
    expect(answers.map((answer) => answer?.status).filter((status) => status === 500)).toEqual([])
    const { rows } = await t.owner.query(
      `select id from users where tenant_id = $1 and is_active and 'god-admin' = any(roles)`,
      [platform.id],
    )
    expect(rows.length, `round ${round}`).toBeGreaterThanOrEqual(1)
    await t.owner.query('delete from users where tenant_id = $1', [platform.id])
    god = await aPerson(['god-admin'], 'Greta God')
  }
}, 60_000)

test('of two changes of the same version one counts, and the other is shown what stands', async () => {
  const ana = await aPerson(['auditor'], 'Ana')
  const kept = { roles: ['auditor'], is_active: true, organisations: [], version: 1 }
  const names = ['One', 'Other']
  const answers = await Promise.all(
    names.map((name) => t.as(god).put(`/admin-users/${ana.id}`, { ...kept, name })),
  )
  const won = answers.findIndex(({ status }) => status === 200)
  expect(answers[1 - won]).toMatchObject({
    status: 409,
    code: 'conflict',
    body: { details: { name: names[won], version: 2 } },
  })
  expect(await get(ana.id)).toMatchObject({ name: names[won], version: 2 })
})

test('whoever assigns auditors from one side meanwhile is not overwritten from the other', async () => {
  const ana = await aPerson(['auditor'], 'Ana')
  const bo = await aPerson(['auditor'], 'Bo')
  const path = `/customers/${northfield.id}`
  const readOrganisation = async () => tenants.get.response.parse((await t.as(god).get(path)).body)
  const [person, organisation] = [await get(ana.id), await readOrganisation()]
  await t.as(god).patch(path, { version: organisation.version, auditor: [ana.id] })
  const stale = { name: 'Ana', roles: ['auditor'], is_active: true, organisations: [] }
  expect(
    await t.as(god).put(`/admin-users/${ana.id}`, { ...stale, version: person.version }),
  ).toMatchObject({
    code: 'conflict',
    body: { details: { organisations: [{ id: northfield.id }] } },
  })
  const seen = await readOrganisation()
  await change(bo.id, { organisations: [northfield.id] })
  expect(await t.as(god).patch(path, { version: seen.version, auditor: [] })).toMatchObject({
    code: 'conflict',
    body: { details: { auditor: [{ name: 'Ana' }, { name: 'Bo' }] } },
  })
})

test('of two who assign an auditor from both sides at once one counts, and neither waits for ever', async () => {
  const ana = await aPerson(['auditor'], 'Ana')
  const path = `/customers/${northfield.id}`
  const kept = { name: 'Ana', roles: ['auditor'], is_active: true, organisations: [] }
  for (let round = 0; round < 10; round++) {
    const { version } = await get(ana.id)
    const organisation = tenants.get.response.parse((await t.as(god).get(path)).body)
    const isAssigned = organisation.auditor.length > 0
    const answers = await Promise.all([
      t.as(god).patch(path, {
        version: organisation.version,
        auditor: isAssigned ? [] : [ana.id],
      }),
      t.as(god).put(`/admin-users/${ana.id}`, {
        ...kept,
        organisations: isAssigned ? [] : [northfield.id],
        version,
      }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  }
})

test('a person is removed with sessions and assignments; what was done stays recorded', async () => {
  const ana = await aPerson(['auditor'], 'Ana')
  await aSession(t.db, ana)
  await change(ana.id, { organisations: [northfield.id] })
  expect((await t.as(god).delete(`/admin-users/${ana.id}`)).status).toBe(204)
  expect(await t.as(god).get(`/admin-users/${ana.id}`)).toMatchObject({ code: 'not-found' })
  const { rows } = await t.owner.query(
    'select action, actor_id, details from audit_events where subject = $1 order by id',
    [`user ${ana.id}`],
  )
  expect(rows).toEqual([
    {
      action: 'access.changed',
      actor_id: god.id,
      details: { organisations: String(northfield.id) },
    },
    { action: 'access.removed', actor_id: god.id, details: { roles: 'auditor' } },
  ])
})

test.each(['tenant_id', 'email', 'id', 'password_hash', 'mfaEnabled'])(
  'the property %s of a person cannot be set here',
  async (property) => {
    const ana = await aPerson(['auditor'], 'Ana')
    expect(await change(ana.id, { [property]: 1 })).toMatchObject({ code: 'invalid-input' })
  },
)
