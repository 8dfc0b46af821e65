import { participation } from 'contract/participation'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  auditor = await aUser(t.db, { tenant: platform, roles: ['auditor'] })
  auditorOfTwo = await aUser(t.db, { tenant: platform, roles: ['auditor'] })
  const tenants: TestTenant[] = []
  for (const domain of ['first', 'second', 'third']) {
    const tenant = await aTenant(t.db, { domain })
    tenants.push(tenant)
    const setId = await aContentSet(t.db, { tenant, file: aSmallSet(1, 1) })
    await manyPeople(tenant, setId)
  }
  ;[first, second, third] = tenants
  admin = await aUser(t.db, { tenant: must(first), roles: ['admin'], name: 'Zed' })
  for (const [person, organisation] of [
    [auditor, first],
    [auditorOfTwo, first],
    [auditorOfTwo, second],
  ] as const)
    await t.db
      .insertInto('tenant_auditors')
      .values({
        tenant_id: platform.id,
        auditor_id: person.id,
        organisation_id: must(organisation).id,
      })
      .execute()
  await t.owner.query('vacuum analyze')
})
afterAll(() => t.close())

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is none.')
  return value
}

/** Of 2,200 people every second has begun, of these every second has a report; 60 have a certificate that ends. */
async function manyPeople({ id }: TestTenant, setId: number) {
  // The rows are right by construction, but for the reviews of certificates, which the list does not read.
  await t.owner.query(`begin; set local session_replication_role = replica;
    insert into users (tenant_id, email, name)
      select ${id}, n || '@many.example', case when n % 40 < 2 then 'Rare ' else 'Person ' end || to_char(n, 'FM0000')
      from generate_series(1, 2200) n;
    insert into assessments (tenant_id, user_id, content_set_id, year, type, status, touched_at)
      select tenant_id, id, ${setId}, ${THIS_YEAR}, 'self_assessment', case when right(name, 4)::int % 4 = 0 then 'completed' else 'in_progress' end,
        now() - make_interval(days => 31, mins => (id % 777)::int) from users where tenant_id = ${id} and right(name, 4)::int % 2 = 0;
    insert into reports (tenant_id, assessment_id, user_id, kind, type, year, version, title, snapshot, content_hash)
      select tenant_id, id, user_id, 'action', type, year, 1, 'Set', json_build_object('current', 0.9,
        'content_set', json_build_object('id', content_set_id))::text, '' from assessments where tenant_id = ${id} and status = 'completed';
    insert into certifications (tenant_id, assessment_id, review_id, user_id, report_id, report_hash, number, code, year,
        title, holder, valid_from, valid_until, issued_by)
      select tenant_id, assessment_id, id, user_id, id, '', 'L-' || id, 'L' || id, year, title, 'Holder', current_date - 300,
        current_date + 20, user_id from reports where tenant_id = ${id} order by id limit 60;
    commit`)
}

const WAYS = [
  '',
  'sort=touched_at.desc',
  'state=not_begun',
  'state=not_begun&page=100&sort=name.desc',
  'state=not_begun,in_progress&sort=touched_at.asc&page=3',
  'state=completed',
  'state=completed&page=55',
  'activity=stalled',
  'certificate=expiring',
  `certificate=expiring&year=${THIS_YEAR}&sort=touched_at.asc`,
  'certificate=expiring&level=any',
  'level=any',
  'level=4&name=rare',
  'level=3&scale=4&title=Operational%20Resilience%20Framework',
  'name=person%200012',
  'name=rare',
  'name=rare&state=not_begun&sort=name.desc',
  'name=rare&certificate=expiring',
  'name=person',
  'name=person%201',
  'name=person%201&state=not_begun&sort=name.desc',
  'name=person&state=not_begun&page=4',
  'name=person&state=in_progress',
  'name=person&level=any',
]

test.each(WAYS)(
  'nobody is shown a line of an organisation that they do not have in view: %s',
  async (query) => {
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
  },
)

test('what finds lines takes the organisations from the setting alone, and only the platform may run it', async () => {
  const asked = { closed: [], year: THIS_YEAR, sort: 'name.asc', skip: 0, most: 10 }
  const found = async (role: string, setting: string, more: object = {}) => {
    await t.owner.query(`begin; set local role ${role}; set local app.tenant_ids = '${setting}'`)
    try {
      const { rows } = await t.owner.query(
        'select tenant_id, total from find_lines($1) order by total',
        [JSON.stringify({ ...asked, has_not_begun: true, ...more })],
      )
      return rows.map(({ tenant_id, total }) => tenant_id ?? total)
    } finally {
      await t.owner.query('rollback')
    }
  }
  const { id } = must(first)
  expect(await found('wm_platform', `{${id}}`)).toEqual([
    1001,
    ...Array.from({ length: 10 }, () => id),
  ])
  expect(await found('wm_platform', `{${id}}`, { organisation: must(second).id })).toEqual([0])
  expect(await found('wm_platform', '{}')).toEqual([0])
  expect(await found('wm_platform', '')).toEqual([0])
  await expect(found('wm_app', `{${id}}`)).rejects.toThrow('permission denied')
})

test('of more than 1,000 people on a level not many more reports are read than are counted', async () => {
  const level = { at: 4, steps: 4, levels: 4 }
  const { total, rows } = await readFor('reports', { level, has_not_begun: false })
  expect(total).toBe(1001)
  // There are 1,650.
  expect(rows).toBeLessThan(1200)
})

test('people on a level of one of many content sets are those of these sets', async () => {
  const level = { at: 4, steps: 4, levels: 4 }
  const { rows } = await t.owner.query(
    'select content_set_id as id from reports where tenant_id = $1 limit 1',
    [must(third).id],
  )
  const others = Array.from({ length: 30 }, (_, n) => 1_000_000 + n)
  const found = async (sets: unknown[]) =>
    (await readFor('reports', { level, sets, has_not_begun: false })).total
  expect(await found([rows[0].id])).toBe(550)
  expect(await found([rows[0].id, ...others])).toBe(550)
  expect(await found(others)).toBe(0)
})

test('what people with a part of a name have begun is told by an index alone', async () => {
  const { total, rows } = await readFor('assessments', { part: 'rare', has_not_begun: true })
  expect(total).toBe(330)
  expect(rows).toBe(0)
})

test('of many people with a part of a name those before them in the order of names are not read', async () => {
  const asked = { part: 'person 1', statuses: [], has_not_begun: true }
  const { total, rows } = await readFor('users', asked)
  expect(total).toBe(21)
  // 1,001 tell that they are many; nearly 3,000 have a name before theirs.
  expect(rows).toBeLessThan(1300)
})

test('of many people with a part of a name whoever may not sign in is none who has not begun', async () => {
  await t.owner.query(
    `update users set is_active = false where tenant_id = $1 and name = 'Person 1003'`,
    [must(third).id],
  )
  const answer = await t.as(god).get('/participation?name=person%201&state=not_begun&limit=10')
  const { rows } = participation.list.response.parse(answer.body)
  expect(rows.slice(0, 3).map(({ person }) => person.name)).toEqual([
    'Person 1003',
    'Person 1003',
    'Person 1005',
  ])
})

test('whoever has the letters of a part of a name apart from each other is not found by it', async () => {
  const tenant = must(third)
  await aUser(t.db, { tenant, name: 'Cas Tel Lan' })
  const { id } = await aUser(t.db, { tenant, name: 'Ana Castellano' })
  const answer = await t.as(god).get('/participation?name=castellan')
  expect(answer.body).toMatchObject({ total: 1, rows: [{ person: { id } }] })
  await t.owner.query(
    `begin; set local role wm_platform; set local app.tenant_ids = '{${tenant.id}}'`,
  )
  const { rows } = await t.owner.query(`select find_bearers('castellan', 10) as ids`)
  await t.owner.query('rollback')
  expect(rows).toEqual([{ ids: [String(id)] }])
})

/** How many lines there are, and how many rows of a table are read to find some of them, of the three organisations. */
async function readFor(table: string, more: object) {
  const ids = [first, second, third].map((tenant) => must(tenant).id)
  await t.owner.query(
    `begin; set local role wm_platform; set local app.tenant_ids = '{${ids.join(',')}}'`,
  )
  const before = await rowsRead(table)
  const asked = { closed: [], year: THIS_YEAR, sort: 'name.asc', skip: 0, most: 10, ...more }
  const { rows } = await t.owner.query('select total from find_lines($1)', [JSON.stringify(asked)])
  const after = await rowsRead(table)
  await t.owner.query('rollback')
  return { total: rows[0]?.total, rows: after - before }
}

/** How many rows of a table this transaction has read so far. */
async function rowsRead(table: string): Promise<number> {
  const { rows } = await t.owner.query(
    `select (idx_tup_fetch + seq_tup_read)::int as n from pg_stat_xact_user_tables where relname = $1`,
    [table],
  )
  return rows[0]?.n ?? 0
}
