import { invitations } from 'contract/invitations'
import { expect, test } from 'vitest'
import { anAuditor } from '#testing/certifying.ts'
import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
const first = await aTenant(t.db, { domain: 'first', name: 'First' })
const second = await aTenant(t.db, { domain: 'second', name: 'Second' })
const auditor = await anAuditor(t.db, first)
const admin = await aUser(t.db, { tenant: first, roles: ['admin'], name: 'Anna' })
for (const tenant of [first, second, platform]) await insertInvitations(tenant)
await t.sql`insert into one_time_links (tenant_id, kind, email, expires_at) select ${first.id}, 'register', 'n1@many.example', now() + interval '1 day'`
await t.owner.query('analyze')

/** 200 open, 100 expired, 240 accepted and 60 revoked invitations. In the first organisation Anna sent every tenth. */
async function insertInvitations({ id }: TestTenant) {
  await t.sql`insert into one_time_links (tenant_id, kind, email, roles, invited_by, created_at, expires_at, used_at, revoked_at)
     select ${id}, 'invite', 'N' || n || '@many.example', '{user}', case when n % 10 = 0 then ${id === first.id ? admin.id : null}::bigint end, now() - make_interval(mins => n / 2),
       now() + case when n % 6 = 0 then interval '-1 day' else interval '1 day' end,
       case when n % 2 = 1 and n % 5 > 0 then now() end, case when n % 2 = 1 and n % 5 = 0 then now() end
     from generate_series(1, 600) n`
}

async function list(user: TestUser, path: string) {
  const answer = await t.as(user).get(path)
  expect(answer.status).toBe(200)
  return invitations.list.response.parse(answer.body)
}

test.each([
  ['', 600],
  ['sort=email.asc&page=3', 600],
  ['sort=expires_at.desc&page=60', 600],
  ['status=open', 200],
  ['status=open&sort=email.desc&page=20', 200],
  ['status=expired', 100],
  ['status=open,expired&page=30', 300],
  ['status=accepted', 240],
  ['status=revoked&sort=email.asc', 60],
  ['status=open,revoked', 260],
  ['name=FIRST', 600],
  ['name=anna&status=expired,accepted', 20],
  ['email=n10', 11],
  ['email=N10&status=open,expired&sort=created_at.asc', 6],
])('an organisation’s list with the query "%s" has %d rows of its own', async (query, total) => {
  const own = await list(admin, `/invitations?${query}`)
  expect(own.total).toBe(total)
  expect(own.rows).not.toEqual([])
  expect(own.rows.filter(({ organisation }) => organisation.id !== first.id)).toEqual([])
  for (const user of [auditor, god])
    expect(await list(user, `/invitations?tenant_id=${first.id}&${query}`)).toEqual(own)
  for (const user of [admin, auditor])
    expect((await t.as(user).get(`/invitations?tenant_id=${second.id}&${query}`)).status).toBe(404)
})

test('a god-admin pages through all invitations, newest first, counted up to 1,000', async () => {
  const { rows } = await t.owner.query<{ id: number }>(
    `select id from one_time_links where kind = 'invite' order by created_at desc, id desc`,
  )
  expect(rows).toHaveLength(1800)
  for (const page of [1, 50, 100, 101, 180, 181]) {
    const found = await list(god, `/admin-invites?page=${page}`)
    expect(found).toMatchObject({ total: 1000, has_more_than_total: true })
    const expected = rows.slice((page - 1) * 10, page * 10)
    expect(found.rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  }
  for (const [query, total] of [
    ['status=open,expired', 900],
    ['name=second', 600],
    ['name=anna', 60],
    ['email=N10@many', 3],
    ['name=irst+sec', 0],
  ])
    expect(await list(god, `/admin-invites?${query}`)).toMatchObject({
      total,
      has_more_than_total: false,
    })
  expect((await list(god, '/admin-invites?status=open,expired&page=90')).rows).toHaveLength(10)
})
