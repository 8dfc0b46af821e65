import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { users } from 'contract/users'
import { anAuditor } from '#testing/certifying.ts'
import { type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { scopeOf } from '#db/scope.ts'
import { insertLink } from '#support/links.queries.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
const globex = await aTenant(t.db, { domain: 'globex', name: 'Globex' })
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
const auditor = await anAuditor(t.db, globex)
const admin = await aUser(t.db, { tenant: acme, name: 'Ada Admin', roles: ['admin'] })
const zoe = await aUser(t.db, { tenant: acme, name: 'Zoë Måller', email: 'z.moller@example.org' })
await aUser(t.db, { tenant: acme, name: '100%_sure', isActive: false })
await aUser(t.db, { tenant: globex, name: 'Bob', email: 'bob@globex.example' })
await aUser(t.db, { tenant: globex, name: '=1+1', roles: ['admin', 'user'] })
await t.sql`update users set last_login_at = '2026-01-02T03:04:05Z' where id = ${zoe.id}`

const list = async (user: TestUser, search = '') =>
  users.list.response.parse((await t.as(user).get(`/users?${search}`)).body)
const names = async (user: TestUser, search = '') =>
  (await list(user, search)).rows.map(({ name }) => name)

test('god-admins see all users, auditors and admins only users of their organisations', async () => {
  expect(await names(god)).toEqual(['100%_sure', '=1+1', 'Ada Admin', 'Bob', 'Zoë Måller'])
  expect(await names(auditor)).toEqual(['=1+1', 'Bob'])
  expect(await names(admin)).toEqual(['100%_sure', 'Ada Admin', 'Zoë Måller'])
  const foreign = await list(admin, `tenant_id=${globex.id}`)
  expect(foreign).toEqual(await list(admin, 'tenant_id=999999999'))
  expect(foreign.rows).toEqual([])
  expect(await list(admin, 'email=moller')).toMatchObject({
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

test.each([
  ['name=OE', ['Zoë Måller']],
  ['name=M%C3%85L', ['Zoë Måller']],
  ['email=MOLLER%40', ['Zoë Måller']],
  ['email=globex.ex&name=bo', ['Bob']],
  ['name=nothing+like+it', []],
  ['name=0%25_s', ['100%_sure']],
  ['name=%25%25', []],
  ['name=%5C', []],
  [`name=${encodeURIComponent("'; drop table users; --")}`, []],
  ['roles=admin', ['=1+1', 'Ada Admin']],
  ['roles=user&name=o', ['Bob', 'Zoë Måller']],
  ['roles=user,admin&limit=2', ['100%_sure', '=1+1']],
  ['sort=name.desc', ['Zoë Måller', 'Bob', 'Ada Admin', '=1+1', '100%_sure']],
  ['order_dir=desc', ['Zoë Måller', 'Bob', 'Ada Admin', '=1+1', '100%_sure']],
  ['sort=tenant_id.desc', ['Bob', '=1+1', 'Zoë Måller', 'Ada Admin', '100%_sure']],
  ['order_column=tenant_id', ['100%_sure', 'Ada Admin', 'Zoë Måller', '=1+1', 'Bob']],
  [
    'sort=is_active.asc&order_column=email&order_dir=desc',
    ['100%_sure', '=1+1', 'Ada Admin', 'Bob', 'Zoë Måller'],
  ],
  ['sort=last_login_at.desc&limit=1', ['Zoë Måller']],
  ['sort=last_login_at.asc&limit=4&page=2', ['Zoë Måller']],
  ['limit=2&page=2', ['Ada Admin', 'Bob']],
  ['limit=2&page=4', []],
])('%s lists %j', async (search, expected) => {
  expect(await names(god, search)).toEqual(expected)
})

test.each(['limit=ten', 'page=0', 'sort=roles.asc', 'order_dir=up', 'other=1', 'roles=god-admin'])(
  'the query %s is refused with 400',
  async (search) => {
    expect(await t.as(god).get(`/users?${search}`)).toMatchObject({ status: 400 })
  },
)

test('the CSV export has no formulas, and each organisation records it', async () => {
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
    { tenant_id: acme.id, actor_id: god.id, details: { users: 3, format: 'csv' } },
    { tenant_id: globex.id, actor_id: god.id, details: { users: 2, format: 'csv' } },
  ])
})

test('the workbook export contains the filtered users', async () => {
  const sheetFor = async (user: TestUser, search: string) => {
    const { bytes } = await t.as(user).post(`/users/export/xlsx?${search}`)
    const [sheet] = await readWorkbook(bytes)
    expect(sheet?.sheet).toBe('Users')
    return sheet?.data ?? []
  }
  expect(await sheetFor(auditor, 'roles=admin')).toEqual([
    ['Name', 'Email', 'Organisation', 'Role', 'Status', 'Last signed in (UTC)'],
    ['=1+1', expect.stringContaining('@'), 'Globex', 'Admin, User', 'Active', null],
  ])
  const [, row] = await sheetFor(god, 'email=moller')
  expect(row?.at(-1)).toEqual(new Date('2026-01-02T03:04:05Z'))
})

const ORDERS: Record<string, string> = {
  'name.asc': 'name_norm, id',
  'name.desc': 'name_norm desc, id desc',
  'is_active.asc': 'is_active, name_norm, id',
  'email.desc': 'email_norm desc, id desc',
  'last_login_at.asc': 'last_login_at nulls first, id',
  'last_login_at.desc': 'last_login_at desc nulls last, id desc',
  'tenant_id.asc': 'name_norm, id',
}

test('with 2,500 users every page is right in every order, and counting stops at 1,000', async () => {
  const large = await aTenant(t.db, { domain: 'large' })
  const boss = await aUser(t.db, { tenant: large, roles: ['admin'] })
  await t.sql`insert into users (tenant_id, email, name, is_active, last_login_at)
      select ${large.id}, case when n % 30 = 0 then 'rare.' else 'p' end || n || '@large.example',
        case when n % 2 = 1 then 'Zacharias' else 'Person ' || n * 7919 % 2503 end
          || case when n % 25 = 0 then ' Cástellan' else '' end || case when n % 200 = 0 then '_' else '' end,
        n % 3 > 0, case when n % 7 > 0 then now() - make_interval(mins => n * 31 % 2503) end
      from generate_series(1, 2500) n`
  for (const [field, text] of [
    ['name', ''],
    ['name', 'zacharias'],
    ['name', 'castellan_'],
    ['email', 'rare.'],
  ]) {
    const { rows } = await t.owner.query<{ id: number }>(
      `select id from users where tenant_id = $1 and position($2 in ${field}_norm) > 0`,
      [large.id, text],
    )
    const total = Math.min(rows.length, 1000)
    expect(total).toBeGreaterThan(10)
    for (const [sort, order] of Object.entries(ORDERS)) {
      const sorted = await t.owner.query<{ id: number }>(
        `select id from users where id = any($1) order by ${order}`,
        [rows.map(({ id }) => id)],
      )
      // The same query, with another scope.
      for (const viewer of text === '' ? [boss, god] : [boss])
        for (const page of [1, 2, Math.ceil(total / 10), 101]) {
          const search = text === '' ? '' : `${field}=${text}&`
          const found = await list(
            viewer,
            `${search}tenant_id=${large.id}&sort=${sort}&page=${page}`,
          )
          expect(found).toMatchObject({ total, has_more_than_total: rows.length > total })
          const expected = sorted.rows.slice((page - 1) * 10, page * 10)
          expect(found.rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
        }
    }
  }
})

test('people with an open or expired invitation are listed, exported and sorted with the users', async () => {
  const tenant = await aTenant(t.db)
  const { id } = tenant
  const own = { name: 'Boss', email: 'm.boss@example.org' }
  const boss = await aUser(t.db, { tenant, roles: ['admin'], ...own })
  for (const [email, role] of [
    ['z.new@example.org', 'user'],
    ['a.late@example.org', 'admin'],
    ['withdrawn@example.org', 'user'],
    ['accepted@example.org', 'user'],
  ] as const)
    await insertLink(t.db, scopeOf(id), { kind: 'invite', email, roles: [role] })
  await t.sql`update one_time_links set expires_at = now() - interval '1 day' where email like 'a.late%'`
  await t.sql`update one_time_links set revoked_at = now() where email like 'withdrawn%'`
  await t.sql`update one_time_links set used_at = now() where email like 'accepted%'`
  const emails = async (search = '') =>
    (await list(boss, search)).rows.map(({ email }) => email.split('@')[0])
  expect(await emails('sort=email.asc')).toEqual(['a.late', 'm.boss', 'z.new'])
  expect(await emails('sort=email.desc&limit=1&page=2')).toEqual(['m.boss'])
  expect((await emails()).at(-1)).toBe('m.boss')
  expect(await emails('roles=admin&email=late')).toEqual(['a.late'])
  expect(await emails('name=boss')).toEqual(['m.boss'])
  const { rows, ...counts } = await list(boss, 'email=new')
  expect(counts).toEqual({ total: 1, has_more_than_total: false, invited: 1 })
  expect((await list(boss)).invited).toBe(2)
  const [row] = rows
  expect(row).toMatchObject({ id: null, name: '', tenant: { id }, invitation: { status: 'open' } })
  const sentAt = Date.parse(row?.invitation?.sent_at ?? '')
  expect(Math.abs(Date.now() - sentAt)).toBeLessThan(60_000)
  const { text } = await t.as(boss).post('/users/export/csv?email=late')
  expect(text.trim().split('\r\n')[1]).toMatch(/^,a\.late@example\.org,.*,Admin,Invited,$/)
})
