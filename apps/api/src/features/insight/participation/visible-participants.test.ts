import { participation } from 'contract/participation'
import { expect, test } from 'vitest'
import { anAuditor } from '#testing/certifying.ts'
import {
  THIS_YEAR,
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
const first = await aFilledTenant('first')
const second = await aFilledTenant('second')
const third = await aFilledTenant('third')
const admin = await aUser(t.db, { tenant: first, roles: ['admin'], name: 'Zed' })
const auditor = await anAuditor(t.db, first)
const auditorOfTwo = await anAuditor(t.db, first)
await t.sql`insert into tenant_auditors values (${platform.id}, ${auditorOfTwo.id}, ${second.id})`
await t.sql`vacuum analyze`

/** 80 users: 40 have started, 20 of them have a report, 12 an expiring certificate. */
async function aFilledTenant(domain: string) {
  const tenant = await aTenant(t.db, { domain })
  const { id } = tenant
  const setId = await aContentSet(t.db, { tenant, file: aSmallSet(1, 1) })
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
    insert into certifications (tenant_id, family_id, assessment_id, review_id, user_id, holder_user_id, report_id, report_hash, number,
        code, year, title, holder, valid_from, valid_until, issued_by)
      select tenant_id, (select family_id from content_sets where id = ${setId}), assessment_id, id, user_id, user_id, id, '', 'L-' || id, 'L' || id, year, title, 'Holder', current_date - 300,
        current_date + 20, user_id from reports where tenant_id = ${id} order by id limit 12;
    commit`)
  return tenant
}

const FILTERS = [
  '',
  'sort=touched_at.desc',
  'state=not_started',
  'state=not_started&page=2&sort=name.desc',
  'state=not_started,in_progress&sort=touched_at.asc&page=3',
  'state=completed',
  'activity=stalled',
  'activity=complete',
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
  const [one, two] = [first.id, second.id]
  const listed = async (person: TestUser, more: string) => {
    const answer = await t.as(person).get(`/participation?${query}&${more}`)
    expect(answer.status).toBe(200)
    return participation.list.response.parse(answer.body)
  }
  const ofFirst = await listed(admin, '')
  expect(ofFirst.rows).not.toEqual([])
  expect(ofFirst.rows.filter(({ tenant }) => tenant.id !== one)).toEqual([])
  expect(await listed(auditor, '')).toEqual(ofFirst)
  expect(await listed(auditorOfTwo, `tenant_id=${one}`)).toEqual(ofFirst)
  expect(await listed(god, `tenant_id=${one}`)).toEqual(ofFirst)
  expect(await listed(admin, `tenant_id=${two}`)).toMatchObject({ total: 0, rows: [] })
  expect(await listed(auditor, `tenant_id=${two}`)).toMatchObject({ total: 0, rows: [] })
  const both = await listed(auditorOfTwo, 'limit=100')
  expect(both.rows.filter(({ tenant }) => tenant.id !== one && tenant.id !== two)).toEqual([])
})

test('a search leaves out names with its letters in separate words, and inactive users', async () => {
  await aUser(t.db, { tenant: third, name: 'Cas Tel Lan' })
  const ana = await aUser(t.db, { tenant: third, name: 'Ana Castellano' })
  await aUser(t.db, { tenant: third, name: 'Quill Inactive', isActive: false })
  const quill = await aUser(t.db, { tenant: third, name: 'Quill Active' })
  for (const [query, { id }] of [
    ['name=castellan', ana],
    ['name=quill&state=not_started', quill],
  ] as const) {
    const { body } = await t.as(god).get(`/participation?${query}`)
    expect(body).toMatchObject({ total: 1, rows: [{ person: { id } }] })
  }
})
