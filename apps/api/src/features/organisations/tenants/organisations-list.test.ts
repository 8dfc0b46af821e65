import { tenants } from 'contract/tenants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let god: TestUser
let auditor: TestUser
let admin: TestUser
let northfield: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const platform = await theTenant(t.db, 'admin')
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
  auditor = await aUser(t.db, { tenant: platform, roles: ['auditor'], name: 'Lead auditor' })
  northfield = await aTenant(t.db, { name: 'Northfield Trust' })
  admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
})
afterAll(() => t.close())

test('organisations come in pages, along either order, and all of them to choose from', async () => {
  for (const name of ['Älder', 'alder two', 'Alder One'])
    await aTenant(t.db, { name: `Paged ${name}`, domain: `${name.at(-1)}-paged` })
  const namesOf = async (search: string, by = god) => {
    const { body } = await t.as(by).get(`/customers?name=paged&${search}`)
    const { rows, total } = tenants.list.response.parse(body)
    return [total, ...rows.map(({ name }) => name.replace('Paged ', ''))]
  }
  expect(await namesOf('')).toEqual([3, 'Älder', 'Alder One', 'alder two'])
  expect(await namesOf('limit=2')).toEqual([3, 'Älder', 'Alder One'])
  expect(await namesOf('limit=2&page=2')).toEqual([3, 'alder two'])
  expect(await namesOf('limit=2&page=3')).toEqual([3])
  expect(await namesOf('sort=domain.desc&limit=2')).toEqual([3, 'Älder', 'alder two'])
  expect(await namesOf('', admin)).toEqual([0])
  const chosen = async (by: TestUser) =>
    tenants.choices.response.parse((await t.as(by).get('/customer-choices')).body)
  expect((await chosen(god)).organisations.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Paged Älder', 'Paged alder two', 'Northfield Trust']),
  )
  expect((await chosen(admin)).organisations).toEqual([
    { id: northfield.id, name: 'Northfield Trust', is_public: false },
  ])
})

test('the list is filtered by those who audit an organisation in view, and by no others', async () => {
  const auditorsOf = async (by: TestUser) =>
    tenants.choices.response.parse((await t.as(by).get('/customer-choices')).body).auditors
  expect(await auditorsOf(admin)).toEqual([])
  const change = { version: 1, auditor: [auditor.id] }
  expect((await t.as(god).patch(`/customers/${northfield.id}`, change)).status).toBe(200)
  for (const by of [god, admin, auditor])
    expect(await auditorsOf(by)).toEqual([{ id: auditor.id, name: 'Lead auditor' }])
  const elsewhere = await aUser(t.db, { tenant: await aTenant(t.db), roles: ['admin'] })
  expect(await auditorsOf(elsewhere)).toEqual([])
})

test('figures count users who are not removed, active ones, and open invitations only', async () => {
  const counted = await aTenant(t.db, { name: 'Counted' })
  for (const isActive of [true, true, false]) await aUser(t.db, { tenant: counted, isActive })
  const removed = await aUser(t.db, { tenant: counted, isActive: false })
  await t.owner.query('update users set removed_at = now() where id = $1', [removed.id])
  await t.owner.query(
    `insert into one_time_links (tenant_id, kind, email, roles, expires_at, used_at, revoked_at)
     select $1, 'invite', n || '@counted.example', '{user}', now() + case n % 4 when 3 then '-1 day' else '1 day' end::interval,
       case n % 4 when 1 then now() end, case n % 4 when 2 then now() end from generate_series(1, 8) n`,
    [counted.id],
  )
  const { body } = await t.as(god).get(`/customers/${counted.id}`)
  expect(body).toMatchObject({ users: 3, active_users: 2, open_invitations: 2 })
  const list = tenants.list.response.parse((await t.as(god).get('/customers?name=counted')).body)
  expect(list.rows).toMatchObject([{ id: counted.id, users: 3 }])
})
