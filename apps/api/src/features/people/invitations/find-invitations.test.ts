import { invitations } from 'contract/invitations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let god: TestUser
let admin: TestUser
let auditor: TestUser
let [first, second]: TestTenant[] = []
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const platform = await theTenant(t.db, 'admin')
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'], name: 'Greta' })
  auditor = await aUser(t.db, { tenant: platform, roles: ['auditor'] })
  first = await aTenant(t.db, { domain: 'first', name: 'First' })
  second = await aTenant(t.db, { domain: 'second', name: 'Second' })
  admin = await aUser(t.db, { tenant: first, roles: ['admin'], name: 'Anna' })
  await t.db
    .insertInto('tenant_auditors')
    .values({ tenant_id: platform.id, auditor_id: auditor.id, organisation_id: first.id })
    .execute()
  for (const tenant of [first, second, platform]) await manyInvitations(tenant)
  // A link that is no invitation.
  await t.owner.query(
    `insert into one_time_links (tenant_id, kind, email, expires_at) select $1, 'register', 'n1@many.example', now() + interval '1 day'`,
    [first.id],
  )
  await t.owner.query('analyze')
})
afterAll(() => t.close())

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is none.')
  return value
}

/** Of 600 a half waits, of which every third is too late; of the rest every fifth was withdrawn. Anna made every tenth. */
async function manyInvitations({ id }: TestTenant) {
  await t.owner.query(
    `insert into one_time_links (tenant_id, kind, email, roles, invited_by, created_at, expires_at, used_at, revoked_at)
     select $1, 'invite', 'N' || n || '@many.example', '{user}', case when n % 10 = 0 then $2::bigint end, now() - make_interval(mins => n / 2),
       now() + case when n % 6 = 0 then interval '-1 day' else interval '1 day' end,
       case when n % 2 = 1 and n % 5 > 0 then now() end, case when n % 2 = 1 and n % 5 = 0 then now() end
     from generate_series(1, 600) n`,
    [id, id === first?.id ? admin.id : null],
  )
}

async function listed(person: TestUser, path: string) {
  const answer = await t.as(person).get(path)
  expect(answer.status).toBe(200)
  return invitations.list.response.parse(answer.body)
}

const WAYS: [query: string, most: number][] = [
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
]

test.each(WAYS)(
  'nobody is shown an invitation into an organisation that they do not have in view: %s',
  async (query, total) => {
    const [one, two] = [must(first).id, must(second).id]
    const own = await listed(admin, `/invitations?${query}`)
    expect(own.total).toBe(total)
    expect(own.rows).not.toEqual([])
    expect(own.rows.filter(({ organisation }) => organisation.id !== one)).toEqual([])
    expect(await listed(auditor, `/invitations?tenant_id=${one}&${query}`)).toEqual(own)
    expect(await listed(god, `/invitations?tenant_id=${one}&${query}`)).toEqual(own)
    for (const person of [admin, auditor])
      expect((await t.as(person).get(`/invitations?tenant_id=${two}&${query}`)).status).toBe(404)
  },
)

test('the invitations of all are leafed through in their order, and counted to 1,000', async () => {
  const { rows } = await t.owner.query<{ id: number }>(
    `select id from one_time_links where kind = 'invite' order by created_at desc, id desc`,
  )
  expect(rows).toHaveLength(1800)
  for (const page of [1, 50, 100, 101, 180, 181]) {
    const answer = await listed(god, `/admin-invites?page=${page}`)
    expect(answer).toMatchObject({ total: 1000, has_more_than_total: true })
    const shown = rows.slice((page - 1) * 10, page * 10).map(({ id }) => id)
    expect(answer.rows.map(({ id }) => id)).toEqual(shown)
  }
  const waiting = await listed(god, '/admin-invites?status=open,expired&page=90')
  expect(waiting).toMatchObject({ total: 900, has_more_than_total: false })
  expect(waiting.rows).toHaveLength(10)
  expect(await listed(god, '/admin-invites?name=second')).toMatchObject({ total: 600 })
  expect(await listed(god, '/admin-invites?name=anna')).toMatchObject({ total: 60 })
})
