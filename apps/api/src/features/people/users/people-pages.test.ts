import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from 'contract/users'
import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let large: TestTenant
let admin: TestUser
let god: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  large = await aTenant(t.db, { domain: 'large' })
  await aUser(t.db, { tenant: await aTenant(t.db), name: 'Zacharias Castellan_' })
  god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
  await t.owner.query(
    `insert into users (tenant_id, email, name, is_active, last_login_at)
      select $1, case when n % 30 = 0 then 'rare.' else 'p' end || n || '@large.example',
        case when n % 2 = 1 then 'Zacharias' else 'Person ' || n * 7919 % 2503 end
          || case when n % 25 = 0 then ' Cástellan' else '' end || case when n % 200 = 0 then '_' else '' end,
        n % 3 > 0, case when n % 7 > 0 then now() - make_interval(mins => n * 31 % 2503) end
      from generate_series(1, 2500) n`,
    [large.id],
  )
  admin = await aUser(t.db, { tenant: large, roles: ['admin'], name: 'Boss' })
})
afterAll(() => t.close())

const ORDERS: Record<string, string> = {
  'name.asc': 'name_norm, id',
  'name.desc': 'name_norm desc, id desc',
  'is_active.asc': 'is_active, name_norm, id',
  'email.desc': 'email_norm desc, id desc',
  'last_login_at.asc': 'last_login_at nulls first, id',
  'last_login_at.desc': 'last_login_at desc nulls last, id desc',
  'tenant_id.asc': 'name_norm, id',
}

test.each([
  ['more than 1,000 users', 'name', 'zacharias'],
  ['the text with an underscore', 'name', 'castellan_'],
  ['the text in the email', 'email', 'rare.'],
])('a search that matches %s has every page right in every order', async (_, field, part) => {
  const { rows } = await t.owner.query<{ id: number }>(
    `select id from users where tenant_id = $1 and position($2 in ${field}_norm) > 0`,
    [large.id, part],
  )
  const total = Math.min(rows.length, 1000)
  expect(total).toBeGreaterThan(10)
  for (const [sort, order] of Object.entries(ORDERS)) {
    const sorted = await t.owner.query<{ id: number }>(
      `select id from users where id = any($1) order by ${order}`,
      [rows.map(({ id }) => id)],
    )
    for (const viewer of [admin, god])
      for (const page of [1, 2, Math.ceil(total / 10), 101]) {
        const query = `${field}=${part}&tenant_id=${large.id}&sort=${sort}&page=${page}&limit=10`
        const { body } = await t.as(viewer).get(`/users?${query}`)
        const list = users.list.response.parse(body)
        expect(list).toMatchObject({ total, has_more_than_total: rows.length > total })
        const shown = sorted.rows.slice((page - 1) * 10, page * 10)
        expect(list.rows.map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
      }
  }
})
