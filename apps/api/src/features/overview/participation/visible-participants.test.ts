import { participation } from 'contract/participation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAuditor } from '#testing/certifying.ts'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let god: TestUser
let admin: TestUser
let auditor: TestUser
let auditorOfTwo: TestUser
let [first, second, third]: TestTenant[] = []
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const platform = await theTenant(t.db, 'admin')
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
  const tenants: TestTenant[] = []
  for (const domain of ['first', 'second', 'third']) {
    const tenant = await aTenant(t.db, { domain })
    tenants.push(tenant)
    const setId = await aContentSet(t.db, { tenant, file: aSmallSet(1, 1) })
    await someUsers(tenant, setId)
  }
  ;[first, second, third] = tenants
  admin = await aUser(t.db, { tenant: must(first), roles: ['admin'], name: 'Zed' })
  auditor = await anAuditor(t.db, must(first))
  auditorOfTwo = await anAuditor(t.db, must(first))
  await t.owner.query('insert into tenant_auditors values ($1, $2, $3)', [
    platform.id,
    auditorOfTwo.id,
    must(second).id,
  ])
  await t.owner.query('vacuum analyze')
})
afterAll(() => t.close())

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is none.')
  return value
}

/** 80 users: 40 have started, 20 of them have a report, 12 an expiring certificate. */
async function someUsers({ id }: TestTenant, setId: number) {
  // Without foreign keys, because the reviews of the certificates are missing.
  await t.owner.query(`begin; set local session_replication_role = replica;
    insert into users (tenant_id, email, name)
      select ${id}, n || '@many.example', case when n % 10 < 2 then 'Rare ' else 'Person ' end || to_char(n, 'FM0000')
      from generate_series(1, 80) n;
    insert into assessments (tenant_id, user_id, content_set_id, year, type, status, touched_at)
      select tenant_id, id, ${setId}, ${THIS_YEAR}, 'self_assessment', case when right(name, 4)::int % 4 = 0 then 'completed' else 'in_progress' end,
        now() - make_interval(days => 31, mins => (id % 777)::int) from users where tenant_id = ${id} and right(name, 4)::int % 2 = 0;
    insert into reports (tenant_id, assessment_id, user_id, kind, type, year, version, title, snapshot, content_hash)
      select tenant_id, id, user_id, 'action', type, year, 1, 'Set', json_build_object('current', 0.9,
        'content_set', json_build_object('id', content_set_id))::text, '' from assessments where tenant_id = ${id} and status = 'completed';
    insert into certifications (tenant_id, assessment_id, review_id, user_id, report_id, report_hash, number, code, year,
        title, holder, valid_from, valid_until, issued_by)
      select tenant_id, assessment_id, id, user_id, id, '', 'L-' || id, 'L' || id, year, title, 'Holder', current_date - 300,
        current_date + 20, user_id from reports where tenant_id = ${id} order by id limit 12;
    commit`)
}

const FILTERS = [
  '',
  'sort=touched_at.desc',
  'state=not_started',
  'state=not_started&page=2&sort=name.desc',
  'state=not_started,in_progress&sort=touched_at.asc&page=3',
  'state=completed',
  'activity=stalled',
  'certificate=expiring',
  `certificate=expiring&year=${THIS_YEAR}&sort=touched_at.asc`,
  'certificate=expiring&level=any',
  'level=any',
  'level=4&name=rare',
  'level=3&scale=4&title=Operational%20Resilience%20Framework',
  'name=rare&state=not_started&sort=name.desc',
  'name=rare&certificate=expiring',
  'name=person&level=any',
]

test.each(FILTERS)('only visible organisations have rows in the list: %s', async (query) => {
  const [one, two] = [must(first).id, must(second).id]
  const listed = async (person: TestUser, more: string) => {
    const answer = await t.as(person).get(`/participation?${query}&${more}`)
    expect(answer.status).toBe(200)
    return participation.list.response.parse(answer.body)
  }
  const own = await listed(admin, '')
  expect(own.rows).not.toEqual([])
  expect(own.rows.filter(({ tenant }) => tenant.id !== one)).toEqual([])
  expect(await listed(auditor, '')).toEqual(own)
  expect(await listed(auditorOfTwo, `tenant_id=${one}`)).toEqual(own)
  expect(await listed(god, `tenant_id=${one}`)).toEqual(own)
  expect(await listed(admin, `tenant_id=${two}`)).toMatchObject({ total: 0, rows: [] })
  expect(await listed(auditor, `tenant_id=${two}`)).toMatchObject({ total: 0, rows: [] })
  const both = await listed(auditorOfTwo, 'limit=100')
  expect(both.rows.filter(({ tenant }) => tenant.id !== one && tenant.id !== two)).toEqual([])
})

test('a name with the letters of the search in separate words is not found', async () => {
  const tenant = must(third)
  await aUser(t.db, { tenant, name: 'Cas Tel Lan' })
  const { id } = await aUser(t.db, { tenant, name: 'Ana Castellano' })
  const answer = await t.as(god).get('/participation?name=castellan')
  expect(answer.body).toMatchObject({ total: 1, rows: [{ person: { id } }] })
})

test('a search among users who have not started leaves out inactive ones', async () => {
  const tenant = must(third)
  await aUser(t.db, { tenant, name: 'Quill Inactive', isActive: false })
  const { id } = await aUser(t.db, { tenant, name: 'Quill Active' })
  const answer = await t.as(god).get('/participation?name=quill&state=not_started')
  expect(answer.body).toMatchObject({ total: 1, rows: [{ person: { id } }] })
})
