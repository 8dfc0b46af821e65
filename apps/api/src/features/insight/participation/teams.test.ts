import { dashboard } from 'contract/dashboard'
import { participation } from 'contract/participation'
import type { ReminderPreview } from 'contract/reminders'
import { expect, test } from 'vitest'
import {
  THIS_YEAR,
  type TestUser,
  aContentSet,
  aReport,
  aSharedAssessment,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
const tenant = await aTenant(t.db, { name: 'Plover Rail' })
const boss = await aUser(t.db, { tenant, roles: ['admin'], name: 'Boss' })
const person = async (name: string, isActive = true) =>
  await aUser(t.db, { tenant, name, isActive })
const [ann, ben, eve] = [await person('Ann Owner'), await person('Ben'), await person('Eve')]
const [alone, idle, left] = [
  await person('Alone'),
  await person('Idle'),
  await person('Left', false),
]
const file = aSmallSet(2)
const contentSetId = await aContentSet(t.db, { tenant, file })
const [first = ''] = file.elements.map(({ key }) => key)
// Of Ben's own answers nothing counts.
await anAssessment(t.db, { user: ben, contentSetId, answered: [first] })
const own = await anAssessment(t.db, { user: alone, contentSetId })
await aReport(t.db, alone, own)
const id = await aSharedAssessment(t.db, {
  owner: ann,
  contentSetId,
  contributors: [ben, left],
  viewers: [eve],
})

const listed = async (user: TestUser, query: string) =>
  participation.list.response.parse(
    (await t.as(user).get(`/participation?type=self_assessment&${query}`)).body,
  )
const seen = async (user: TestUser) =>
  dashboard.get.response.parse((await t.as(user).get('/dashboard')).body)
const stateOf = ({ rows }: Awaited<ReturnType<typeof listed>>) =>
  Object.fromEntries(rows.map((row) => [row.person.name, row.state]))

test.each([
  ['an admin', boss],
  ['a god-admin', god],
])('for %s, who answers together counts once, by the shared assessment', async (_, user) => {
  await t.sql`update assessments set status = 'not_started' where id = ${id}`
  const together = { 'Ann Owner': 'in_progress', Ben: 'in_progress', Eve: 'in_progress' }
  const rest = { Alone: 'completed', Boss: 'not_started', Idle: 'not_started' }
  const all = await listed(user, '')
  expect(stateOf(all)).toEqual({ ...together, ...rest })
  expect(all).toMatchObject({ total: 6, has_more_than_total: false })
  expect(all.rows.find((row) => row.person.id === ben.id)?.assessment?.shared_id).toBe(id)
  expect(stateOf(await listed(user, 'state=in_progress&sort=touched_at.desc'))).toEqual(together)
  expect(stateOf(await listed(user, 'name=ben'))).toEqual({ Ben: 'in_progress' })
  expect((await listed(user, 'state=not_started')).rows.map((row) => row.person.id)).toEqual([
    boss.id,
    idle.id,
  ])
  const counts = { not_started: 2, in_progress: 3, completed: 1 }
  expect((await seen(user)).participation).toMatchObject([counts])

  await t.sql`update assessments set status = 'completed' where id = ${id}`
  expect(stateOf(await listed(user, 'state=completed,certified'))).toEqual({
    ...Object.fromEntries(Object.keys(together).map((name) => [name, 'completed'])),
    Alone: 'completed',
  })
  expect((await seen(user)).participation).toMatchObject([
    { ...counts, in_progress: 0, completed: 4 },
  ])
})

test('who has one content set complete and another in progress is not among the complete ones', async () => {
  const other = await aContentSet(t.db, { tenant, file: { ...aSmallSet(1), title: 'Another' } })
  const open = [alone, ben]
  const ids = await Promise.all(
    open.map((user) => anAssessment(t.db, { user, contentSetId: other, answered: [] })),
  )
  const complete = async (more = '') => stateOf(await listed(boss, `activity=complete${more}`))
  const rest = { 'Ann Owner': 'completed', Eve: 'completed' }
  expect(await complete()).toEqual(rest)
  expect(await complete('&sort=touched_at.desc')).toEqual(rest)
  expect((await seen(boss)).participation).toMatchObject([{ in_progress: 2, completed: 2 }])

  await t.sql`update assessments set status = 'in_progress' where id = ${id}`
  await t.sql`update assessments set status = 'completed' where id = any(${ids}::bigint[])`
  expect(await complete()).toEqual({ Alone: 'completed' })
  expect((await seen(boss)).participation).toMatchObject([{ in_progress: 3, completed: 1 }])
  await t.sql`delete from assessments where id = any(${ids}::bigint[])`
  await t.sql`update assessments set status = 'completed' where id = ${id}`
})

test('the shared answers are the level of each who takes part, without their own ones', async () => {
  const before = await seen(boss)
  const rowOf = ({ levels }: typeof before, name: string) =>
    levels.rows.find((row) => row.name === name)
  expect(before.levels.rows.map(({ name, is_shared }) => [name, is_shared])).toEqual([
    ['Alone', false],
    ['Ann Owner', true],
    ['Ben', true],
    ['Eve', true],
  ])
  expect(rowOf(before, 'Ben')).toMatchObject({ answered: 0 })
  // The organisation's mean has what counts only.
  const ofAlone = rowOf(before, 'Alone')
  const ofOrganisation = async () =>
    (await seen(god)).levels.rows.find((row) => row.id === tenant.id)
  expect((await ofOrganisation())?.scores).toEqual(ofAlone?.scores)
  expect(await ofOrganisation()).toMatchObject({ answered: 0.5 })

  await t.sql`insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, version, updated_by)
    select a.tenant_id, a.id, r.statement_id, r.state, r.statement_response_id, 1, ${ann.id}
    from assessments a join responses r on r.tenant_id = a.tenant_id and r.assessment_id = ${own} where a.id = ${id}`
  const after = await seen(boss)
  for (const name of ['Ann Owner', 'Ben', 'Eve'])
    expect(rowOf(after, name)).toMatchObject({ scores: ofAlone?.scores, answered: 1 })
})

test('each who takes part reaches the level of the newest shared report', async () => {
  const level = async () => {
    const { distribution, levels } = await seen(boss)
    const counts = distribution[0]?.years.find(({ year }) => year === THIS_YEAR)?.counts ?? []
    const query = `title=${encodeURIComponent(levels.title ?? '')}&scale=${levels.scale?.length}`
    const lists = counts.map(
      async (_, at) => (await listed(boss, `${query}&level=${at + 1}`)).total,
    )
    expect(await Promise.all(lists)).toEqual(counts)
    return counts.reduce((sum, count) => sum + count, 0)
  }
  expect(await level()).toBe(1)
  await aReport(t.db, ann, id)
  expect(await level()).toBe(4)
})

test('a reminder of the shared assessment doesn’t say that its users haven’t started', async () => {
  await t.sql`update assessments set status = 'not_started' where id = ${id}`
  const work = async () =>
    await t.sql`
    insert into element_assignments (tenant_id, assessment_id, element_id, user_id)
    select ${tenant.id}, ${id}, e.id, ${ben.id} from elements e where e.content_set_id = ${contentSetId} limit 1`
  const { family_id } = (await t.sql`select family_id from assessments where id = ${id}`)[0] ?? {}
  const body = { family_id, year: THIS_YEAR, type: 'self_assessment', user_ids: [ben.id, idle.id] }
  const preview = async () =>
    (await t.as(boss).post(`/customers/${tenant.id}/reminder-previews`, body))
      .body as ReminderPreview
  expect((await preview()).people.map(({ skipped }) => skipped)).toEqual(['done', null])
  await work()
  const { mail, people } = await preview()
  expect(people.map(({ skipped }) => skipped)).toEqual([null, null])
  expect(mail?.text).toContain('You’ve started')
})
