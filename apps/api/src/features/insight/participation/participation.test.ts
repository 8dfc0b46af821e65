import { dashboard } from 'contract/dashboard'
import { participation } from 'contract/participation'
import { describe, expect, test } from 'vitest'
import { anAuditor } from '#testing/certifying.ts'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const LAST_YEAR = THIS_YEAR - 1

let admin: TestUser
let lea: TestUser
let contentSetId: number
const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const kestrel = await aTenant(t.db, { domain: 'kestrel', name: 'Kestrel Water' })
const linden = await aTenant(t.db, { domain: 'linden', name: 'Linden Health' })
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
const auditor = await anAuditor(t.db, linden)
for (const tenant of [kestrel, linden]) await someWork(tenant)

/** Two users who have not started, three in progress, three completed, one removed and one inactive. */
async function someWork(tenant: TestTenant) {
  const file = aSmallSet(2)
  const setId = await aContentSet(t.db, { tenant, file })
  const [first = ''] = file.elements.map(({ key }) => key)
  const boss = await aUser(t.db, { tenant, roles: ['admin'], name: 'Boss' })
  const assessed = async (name: string, more: object = {}) => {
    const user = await aUser(t.db, { tenant, name: `${name} of ${tenant.domain}` })
    return { user, id: await anAssessment(t.db, { user, contentSetId: setId, ...more }) }
  }
  await setStatus((await assessed('Opened', { answered: [] })).id, 'not_started')
  for (const name of ['Ada', 'Ben', 'Lea']) {
    const { user } = await assessed(name, { answered: [first] })
    if (name === 'Lea' && tenant === kestrel) lea = user
  }
  for (const name of ['Cy', 'Dee', 'Gone']) {
    const { user, id } = await assessed(name)
    const input = { user, contentSetId: setId }
    await aReport(t.db, user, id)
    await anAssessment(t.db, { ...input, year: LAST_YEAR })
    if (name === 'Dee')
      await setStatus(await anAssessment(t.db, { ...input, type: 'certification' }), 'in_review')
    if (name === 'Gone') expect((await t.as(boss).delete(`/users/${user.id}`)).status).toBe(204)
  }
  await aUser(t.db, { tenant, name: 'Left', isActive: false })
  if (tenant === kestrel) [admin, contentSetId] = [boss, setId]
}

async function setStatus(id: number, status: string) {
  await t.sql`update assessments set status = ${status} where id = ${id}`
}

async function listed(person: TestUser, query = '') {
  const { status, body } = await t.as(person).get(`/participation${query}`)
  expect([query, status]).toEqual([query, 200])
  return participation.list.response.parse(body)
}

async function seen(person: TestUser, query = '') {
  return dashboard.get.response.parse((await t.as(person).get(`/dashboard${query}`)).body)
}

const namesOf = ({ rows }: Awaited<ReturnType<typeof listed>>) =>
  rows.map(({ person }) => person.name)

describe.each([
  ['a god-admin', () => god],
  ['a company admin', () => admin],
  ['an auditor', () => auditor],
])('for %s', (_, user) => {
  test('every figure of participation equals its list', async () => {
    const { participation: years, organisations } = await seen(user())
    expect(years.map(({ year, type }) => [year, type])).toEqual([
      [THIS_YEAR, 'self_assessment'],
      [THIS_YEAR, 'certification'],
      [LAST_YEAR, 'self_assessment'],
    ])
    const total = async (query: string) => (await listed(user(), `?${query}`)).total
    const counts = async (filter: string) => ({
      not_started: await total(`${filter}&state=not_started`),
      in_progress: await total(`${filter}&state=in_progress`),
      completed: await total(`${filter}&activity=complete`),
    })
    for (const { year, type, ...shown } of years) {
      expect(await counts(`year=${year}&type=${type}`)).toEqual(shown)
      const all = shown.not_started + shown.in_progress + shown.completed
      expect(await total(`year=${year}&type=${type}`)).toBe(all)
    }
    for (const { id, name: _name, ...shown } of organisations)
      expect(await counts(`tenant_id=${id}&type=self_assessment`)).toEqual(shown)
  })

  test('every figure of the levels equals its list', async () => {
    const { levels, distribution } = await seen(user())
    expect(distribution.length).toBeGreaterThan(0)
    const common = `title=${encodeURIComponent(levels.title ?? '')}&scale=${levels.scale?.length}`
    for (const { id, years } of distribution)
      for (const { year, counts } of years) {
        const filter = id === null ? '' : `&tenant_id=${id}`
        const all = await listed(user(), `?year=${year}&${common}&level=any${filter}`)
        expect(all.total).toBe(counts.reduce((sum, count) => sum + count, 0))
        for (const [level, total] of counts.entries())
          expect(
            await listed(user(), `?year=${year}&${common}&level=${level + 1}${filter}`),
          ).toMatchObject({ total })
      }
  })

  test('the stalled list equals the number that needs attention', async () => {
    await t.sql`update assessments a set touched_at = now() - interval '31 days' from users u
      where u.id = a.user_id and u.name like 'Ada%'`
    const { attention } = await seen(user())
    const stalled = attention.filter(({ kind }) => kind === 'stalled')
    // Auditors can’t remind anyone.
    expect(stalled.length > 0).toBe(user() !== auditor)
    for (const { id, count } of stalled) {
      const list = await listed(user(), `?activity=stalled&tenant_id=${id}`)
      expect(list.total).toBe(count)
      expect(namesOf(list)).toEqual([expect.stringMatching(/^Ada/)])
    }
  })
})

test('an admin lists started assessments and users who have not started, by name', async () => {
  const list = await listed(admin)
  expect(list).toMatchObject({ year: THIS_YEAR, total: 9, has_more_than_total: false })
  expect(list.rows.map(({ person, state }) => [person.name, state])).toEqual([
    ['Ada of kestrel', 'in_progress'],
    ['Ben of kestrel', 'in_progress'],
    ['Boss', 'not_started'],
    ['Cy of kestrel', 'completed'],
    ['Dee of kestrel', 'completed'],
    ['Dee of kestrel', 'in_review'],
    ['Lea of kestrel', 'in_progress'],
    ['Opened of kestrel', 'not_started'],
    ['Former user', 'completed'],
  ])
  expect(list.rows[0]).toMatchObject({
    tenant: { name: 'Kestrel Water' },
    assessment: { content_set: { id: contentSetId }, answered: 2, total: 4 },
  })
  expect(list.rows[2]?.assessment).toBeNull()
  expect(list.rows.at(-1)?.person.is_removed).toBe(true)
})

test('a user counts as not started only with content on offer and from the year they joined', async () => {
  const empty = await aTenant(t.db, { domain: 'empty', name: 'Empty' })
  const boss = await aUser(t.db, { tenant: empty, roles: ['admin'] })
  expect((await listed(boss)).total).toBe(0)
  await aContentSet(t.db, { tenant: empty, file: aSmallSet(1) })
  expect(namesOf(await listed(boss))).toEqual(['Test User'])
  expect((await listed(boss, `?year=${LAST_YEAR}`)).total).toBe(0)
  expect((await listed(boss, '?title=Another')).total).toBe(0)
})

test('a type filter hides assessments of the other type and counts their users as not started', async () => {
  const list = await listed(admin, '?type=certification&limit=50')
  const stateOf = (name: string) => list.rows.find(({ person }) => person.name === name)?.state
  expect(stateOf('Dee of kestrel')).toBe('in_review')
  expect(stateOf('Ada of kestrel')).toBe('not_started')
})

test('a saved answer updates the last activity', async () => {
  const [open] = await t.sql<{ assessment: number; statement: number; response: number }>`
    select a.id as assessment, s.id as statement, r.id as response
    from assessments a join statements s on s.content_set_id = a.content_set_id
    join statement_responses r on r.statement_id = s.id
    where a.user_id = ${lea.id} and not exists (select from responses x where x.assessment_id = a.id and x.statement_id = s.id)
    order by s.id, r.value limit 1`
  await t.sql`update assessments set touched_at = now() - interval '9 days' where user_id = ${lea.id}`
  const saved = await t.as(lea).put(`/assessments/${open?.assessment}/responses`, {
    statement_id: open?.statement,
    state: 1,
    statement_response_id: open?.response,
    not_applicable_reason: null,
    version: 0,
    key: crypto.randomUUID(),
  })
  expect(saved.status).toBe(200)
  const { rows } = await listed(admin, '?sort=touched_at.desc')
  const touchedAt = rows.find(({ person }) => person.id === lea.id)?.assessment?.touched_at ?? ''
  expect(Date.now() - Date.parse(touchedAt)).toBeLessThan(60_000)
})

test("the filtered list is exported and each organisation's log records it", async () => {
  const query = '?state=in_progress&sort=name.asc'
  const { status, text } = await t.as(god).post(`/participation/export/csv${query}`)
  expect(status).toBe(200)
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toBe(
    'Name,Email,Organisation,Year,Type,Content set,Status,Answered statements,Statements,Last activity (UTC),Shared assessment',
  )
  const kestrels = lines.filter((line) => line.includes('Kestrel Water'))
  expect(kestrels).toHaveLength(3)
  expect(kestrels[0]).toMatch(/^Ada of kestrel,.*,Self-assessment,.*,In progress,2,4,20/)
  const rows = await t.sql`
    select details from audit_events where tenant_id = ${kestrel.id} and action = 'participation.exported'`
  expect(rows).toEqual([{ details: { rows: 3, year: THIS_YEAR, format: 'csv' } }])
  const workbook = await t.as(admin).post(`/participation/export/xlsx${query}`)
  expect(workbook.status).toBe(200)
  expect(workbook.headers['content-disposition']).toMatch(/kestrel-participation-\d{4}-.*\.xlsx/)
})

test('users are found by name or email text, ignoring case and accents', async () => {
  await t.sql`update users set name = 'Béatrice Opened' where name = 'Opened of kestrel'`
  expect(namesOf(await listed(admin, '?name=BEATRICE'))).toEqual(['Béatrice Opened'])
  const started = ['Ada of kestrel', 'Ben of kestrel', 'Lea of kestrel']
  expect(namesOf(await listed(admin, '?name=of%20kestrel&state=in_progress'))).toEqual(started)
  const byEmail = await listed(admin, `?name=${encodeURIComponent(lea.email.toUpperCase())}`)
  expect(byEmail).toMatchObject({ total: 1, rows: [{ person: { id: lea.id } }] })
  expect(namesOf(await listed(god, '?name=ada%20of'))).toEqual(['Ada of kestrel', 'Ada of linden'])
  expect((await listed(admin, '?name=linden')).total).toBe(0)
  expect((await listed(admin, '?name=former')).total).toBe(0)
  const file = await t.as(admin).post('/participation/export/csv?name=BEATRICE')
  expect(file.text.trim().split('\r\n')).toHaveLength(2)
  await t.sql`update users set name = 'Opened of kestrel' where name = 'Béatrice Opened'`
})
