import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from 'contract/people'
import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let large: TestTenant
let admin: TestUser
let god: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  large = await aTenant(t.db, { domain: 'large' })
  await aTenant(t.db, { domain: 'other' })
  const platform = await theTenant(t.db, 'admin')
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
  // Castellans are one in 25, wherever one looks. Of the Oldhams the oldest hundred has all, and Zacharias, of whom there
  // are more than 1,000, stands last in the order of names.
  await t.owner.query(
    `insert into users (tenant_id, email, name, roles, is_active, last_login_at)
      select $1, case when n % 30 = 0 then 'rare.castellan.' else 'p' end || n || '@large.example',
        case when n % 6 = 1 then 'Zacharias' else 'Person ' || n * 7919 % 7001 end
          || case when n % 25 = 0 then ' Cástellan' when n <= 100 and n % 5 = 2 then ' Oldham' else '' end
          || case when n % 1000 = 0 then '_' when n % 500 = 3 then ' Casper Stellan' else '' end,
        case when n % 50 = 8 then '{admin}' else '{user}' end::text[], n % 3 > 0, now() - make_interval(mins => n * 31 % 6991)
      from generate_series(1, 7000) n`,
    [large.id],
  )
  admin = await aUser(t.db, { tenant: large, roles: ['admin'], name: 'Boss' })
  await t.owner.query('vacuum analyze users')
})
afterAll(() => t.close())

const ORDERS: Record<string, string> = {
  'name.asc': 'name_norm, id',
  'name.desc': 'name_norm desc, id desc',
  'is_active.asc': 'is_active, name_norm, id',
  'email.desc': 'email_norm desc, id desc',
  'last_login_at.asc': 'last_login_at nulls first, id',
}

test.each([
  ['one in 25 has', 'name', 'castellan'],
  ['few have, with a character that is a wildcard elsewhere', 'name', 'castellan_'],
  ['only the oldest have', 'name', 'oldham'],
  ['more than 1,000 have who stand last', 'name', 'zacharias'],
  ['one in 30 has in the e-mail', 'email', 'rare.castellan'],
])('each page by a part that %s is right, in every order', async (_, field, part) => {
  const { rows } = await t.owner.query<{ id: number; name: string }>(
    `select * from users where tenant_id = $1 and position($2 in ${field}_norm) > 0`,
    [large.id, part],
  )
  const total = Math.min(rows.length, 1000)
  expect(rows.length).toBeGreaterThan(5)
  for (const [sort, order] of Object.entries(ORDERS)) {
    const sorted = await t.owner.query<{ id: number }>(
      `select id from users where id = any($1) order by ${order}`,
      [rows.map(({ id }) => id)],
    )
    for (const viewer of [admin, god])
      for (const page of [1, 2, 9, Math.ceil(total / 10), 101]) {
        const answer = await t
          .as(viewer)
          .get(`/users?${field}=${part}&sort=${sort}&page=${page}&limit=10`)
        const list = people.list.response.parse(answer.body)
        expect(list).toMatchObject({ total, has_more_than_total: rows.length > total })
        const shown = sorted.rows.slice((page - 1) * 10, page * 10)
        expect(list.rows.map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
      }
  }
})

test('of all organisations the admins are found without looking at anybody else', async () => {
  await t.owner.query(
    `begin; set local role wm_platform;
      select set_config('app.tenant_ids', (select array_agg(id)::text from tenants where kind <> 'platform'), true)`,
  )
  const before = await read()
  const { rows } = await t.owner.query(
    `select total from find_people(null, null, null, 'admin', 'name.asc', 0, 10)`,
  )
  expect(rows[0]).toEqual({ total: 141 })
  expect((await read()) - before).toBeLessThan(150)
  await t.owner.query('rollback')
})

/** How many rows of people this connection has read so far. */
async function read(): Promise<number> {
  const { rows } = await t.owner.query(
    `select (idx_tup_fetch + seq_tup_read)::int as n from pg_stat_xact_user_tables where relname = 'users'`,
  )
  return rows[0]?.n ?? 0
}
