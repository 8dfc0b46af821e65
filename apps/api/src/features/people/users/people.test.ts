import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from 'contract/users'
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
let acme: TestTenant
let globex: TestTenant
let god: TestUser
let admin: TestUser
let auditor: TestUser
let zoe: TestUser

beforeAll(async () => {
  t = await startTestApp({ works: false })
  const platform = await theTenant(t.db, 'admin')
  acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
  globex = await aTenant(t.db, { domain: 'globex', name: 'Globex' })
  god = await aUser(t.db, { tenant: platform, name: 'God', roles: ['god-admin'] })
  auditor = await aUser(t.db, { tenant: platform, name: 'Auditor', roles: ['auditor'] })
  await t.db
    .insertInto('tenant_auditors')
    .values({ tenant_id: platform.id, auditor_id: auditor.id, organisation_id: globex.id })
    .execute()
  admin = await aUser(t.db, { tenant: acme, name: 'Ada Admin', roles: ['admin'] })
  zoe = await aUser(t.db, { tenant: acme, name: 'Zoë Måller', email: 'z.moller@example.org' })
  await aUser(t.db, { tenant: acme, name: '100%_sure', isActive: false })
  await aUser(t.db, { tenant: globex, name: 'Bob', email: 'bob@globex.example' })
  await aUser(t.db, { tenant: globex, name: '=1+1', roles: ['admin', 'user'] })
})
afterAll(() => t.close())

const list = async (user: TestUser, search = '') => {
  const answer = await t.as(user).get(`/users${search}`)
  return users.list.response.parse(answer.body)
}
const names = async (user: TestUser, search = '') =>
  (await list(user, search)).rows.map(({ name }) => name)

test('god-admins see the people of all organisations, auditors those of the assigned, admins their own', async () => {
  expect(await names(god)).toEqual(['100%_sure', '=1+1', 'Ada Admin', 'Bob', 'Zoë Måller'])
  expect(await names(auditor)).toEqual(['=1+1', 'Bob'])
  expect(await names(admin)).toEqual(['100%_sure', 'Ada Admin', 'Zoë Måller'])
  expect(await t.as(zoe).get('/users')).toMatchObject({ status: 403 })
})

test('name and e-mail are found by parts of words, without case and accents', async () => {
  expect(await names(god, '?name=OE')).toEqual(['Zoë Måller'])
  expect(await names(god, '?name=mall')).toEqual(['Zoë Måller'])
  expect(await names(god, '?name=M%C3%85L')).toEqual(['Zoë Måller'])
  expect(await names(god, '?email=MOLLER%40')).toEqual(['Zoë Måller'])
  expect(await names(god, '?email=globex.ex&name=bo')).toEqual(['Bob'])
  expect(await names(god, '?name=nobody+at+all')).toEqual([])
})

test('what means something to the database is looked for as it stands', async () => {
  expect(await names(god, '?name=0%25_s')).toEqual(['100%_sure'])
  expect(await names(god, '?name=%25%25')).toEqual([])
  expect(await names(god, '?name=%5C')).toEqual([])
  expect(await names(god, `?name=${encodeURIComponent("'; drop table users; --")}`)).toEqual([])
})

test('an organisation out of view has nobody', async () => {
  expect(await names(god, `?tenant_id=${globex.id}`)).toEqual(['=1+1', 'Bob'])
  const foreign = await list(admin, `?tenant_id=${globex.id}`)
  expect(foreign).toEqual(await list(admin, '?tenant_id=999999999'))
  expect(foreign.rows).toEqual([])
})

test('the list can be kept to admins or to users', async () => {
  expect(await names(god, '?roles=admin')).toEqual(['=1+1', 'Ada Admin'])
  expect(await names(god, '?roles=user&name=o')).toEqual(['Bob', 'Zoë Måller'])
  expect(await names(god, '?roles=user,admin')).toHaveLength(5)
  expect(await t.as(god).get('/users?roles=god-admin')).toMatchObject({ status: 400 })
})

test.each([
  ['sort=name.desc', ['Zoë Måller', 'Bob', 'Ada Admin', '=1+1', '100%_sure']],
  ['order_dir=desc', ['Zoë Måller', 'Bob', 'Ada Admin', '=1+1', '100%_sure']],
  ['sort=tenant_id.desc', ['Bob', '=1+1', 'Zoë Måller', 'Ada Admin', '100%_sure']],
  ['order_column=tenant_id', ['100%_sure', 'Ada Admin', 'Zoë Måller', '=1+1', 'Bob']],
  ['sort=is_active.asc&order_dir=desc', ['100%_sure', '=1+1', 'Ada Admin', 'Bob', 'Zoë Måller']],
])('%s sorts so; sort wins over order_column and order_dir', async (search, expected) => {
  expect(await names(god, `?${search}`)).toEqual(expected)
})

test('whoever never signed in stands at the end of the latest sign-ins', async () => {
  await t.db
    .updateTable('users')
    .set({ last_login_at: '2026-01-02T03:04:05Z' })
    .where('id', '=', zoe.id)
    .execute()
  expect((await names(god, '?sort=last_login_at.desc'))[0]).toBe('Zoë Måller')
  expect((await names(god, '?sort=last_login_at.asc')).at(-1)).toBe('Zoë Måller')
  expect(await list(admin, '?email=moller')).toMatchObject({
    rows: [
      {
        id: zoe.id,
        tenant: { id: acme.id, name: 'Acme' },
        roles: ['user'],
        is_active: true,
        last_login_at: '2026-01-02T03:04:05.000Z',
      },
    ],
    total: 1,
    has_more_than_total: false,
  })
})

test('the list comes in pages of ten, and invalid parameters are refused', async () => {
  expect(await list(god, '?limit=2&page=2&sort=email.asc')).toMatchObject({ total: 5 })
  expect(await names(god, '?limit=2&page=2')).toEqual(['Ada Admin', 'Bob'])
  expect(await names(god, '?limit=2&page=4')).toEqual([])
  for (const search of ['limit=ten', 'page=0', 'sort=roles.asc', 'order_dir=up', 'other=1'])
    expect(await t.as(god).get(`/users?${search}`)).toMatchObject({ status: 400 })
})

test('more than 1,000 are said to be more than 1,000, and each page of them is right', async () => {
  const many = await aTenant(t.db, { domain: 'many', name: 'Many' })
  const boss = await aUser(t.db, { tenant: many, roles: ['admin'], name: 'Boss' })
  await t.owner.query(
    `insert into users (tenant_id, email, name, roles, last_login_at)
     select $1, n || '@many.example', 'Person ' || lpad(n::text, 4, '0') || case when n % 300 = 0 then ' Rare' when n % 3 = 0 then ' Half' else '' end,
       '{user}', now() - make_interval(mins => n) from generate_series(1, 1500) n`,
    [many.id],
  )
  expect(await list(boss, '?limit=1')).toMatchObject({ total: 1000, has_more_than_total: true })
  expect(await names(boss, '?name=person&limit=2&page=500')).toEqual([
    'Person 0999 Half',
    'Person 1000',
  ])
  expect(await names(boss, '?name=half&limit=1&page=2&sort=name.desc')).toEqual([
    'Person 1494 Half',
  ])
  expect(await list(boss, '?name=half&limit=1')).toMatchObject({ total: 495 })
  expect(await names(boss, '?name=rare&sort=last_login_at.asc')).toEqual(
    [1500, 1200, 900, 600, 300].map((n) => `Person ${String(n).padStart(4, '0')} Rare`),
  )
  expect(await names(boss, '?name=r&sort=tenant_id.asc&limit=1')).toEqual(['Person 0001'])
  expect(await names(god, '?email=many.ex&sort=tenant_id.desc&limit=1')).toEqual([
    'Person 1500 Rare',
  ])
  await t.owner.query('delete from users where tenant_id = $1', [many.id])
})

test('the whole list is a CSV file without formulas, and it is recorded who took it', async () => {
  const answer = await t.as(god).post('/users/export/csv?sort=name.desc')
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="admin-users-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(answer.text.replaceAll(/,t[0-9a-f]+@example.org/g, ',…').split('\r\n')).toEqual([
    '\ufeffName,Email,Organisation,Role,Status,Last signed in (UTC)',
    'Zoë Måller,z.moller@example.org,Acme,User,Active,2026-01-02T03:04:05.000Z',
    'Bob,bob@globex.example,Globex,User,Active,',
    'Ada Admin,…,Acme,Admin,Active,',
    `'=1+1,…,Globex,"Admin, User",Active,`,
    '100%_sure,…,Acme,User,Inactive,',
    '',
  ])
  const { rows } = await t.owner.query(
    `select tenant_id, actor_id, details from audit_events where action = 'users.exported' order by tenant_id`,
  )
  expect(rows).toEqual([
    { tenant_id: acme.id, actor_id: god.id, details: { people: 3, format: 'csv' } },
    { tenant_id: globex.id, actor_id: god.id, details: { people: 2, format: 'csv' } },
  ])
})

test('the whole list is a workbook, as it is filtered', async () => {
  expect(await workbookFor(auditor, 'roles=admin')).toEqual([
    ['Name', 'Email', 'Organisation', 'Role', 'Status', 'Last signed in (UTC)'],
    ['=1+1', expect.stringContaining('@'), 'Globex', 'Admin, User', 'Active', null],
  ])
  const [, row] = await workbookFor(god, 'email=moller')
  expect(row?.at(-1)).toEqual(new Date('2026-01-02T03:04:05Z'))
})

async function workbookFor(user: TestUser, search: string) {
  const sessionId = await aSession(t.db, user)
  const token = await t.app.tokens.sign({ userId: user.id, tenantId: user.tenantId, sessionId })
  const answer = await t.call({
    method: 'POST',
    host: user.host,
    url: `/api/users/export/xlsx?${search}`,
    headers: { authorization: `Bearer ${token}`, tenant: user.host },
  })
  const [sheet] = await readWorkbook(answer.rawPayload)
  expect(sheet?.sheet).toBe('Users')
  return sheet?.data ?? []
}
