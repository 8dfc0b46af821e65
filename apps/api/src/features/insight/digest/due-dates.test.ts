import { assessments } from 'contract/assessments'
import { dueDates } from 'contract/due-dates'
import { beforeAll, expect, test } from 'vitest'
import { aContentSet, aSmallSet, aTenant, aUser, anAssessment } from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const kestrel = await aTenant(t.db, { domain: 'kestrel', name: 'Kestrel Water' })
const admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'] })
const ada = await aUser(t.db, { tenant: kestrel, name: 'Ada' })
const [first, second] = [await aSet('Good care'), await aSet('Safe water')]
const path = `/customers/${kestrel.id}/due-dates`

beforeAll(() => {
  t.clock.now = () => new Date('2026-11-30T10:00:00Z')
})

async function aSet(title: string) {
  return await aContentSet(t.db, {
    tenant: kestrel,
    file: { ...aSmallSet(1, 2), title },
    yearFrom: 2025,
  })
}

function set(familyId: number, due_on: string | null, more: object = {}) {
  const task = { family_id: familyId, year: 2026, type: 'self_assessment', ...more }
  return t.as(admin).put(path, { ...task, due_on })
}

async function listed(year = 2026) {
  const { body } = await t.as(admin).get(`${path}?year=${year}`)
  return dueDates.list.response.parse(body)
}

test('an admin sets, changes and removes the due date of a content set, a year and a type', async () => {
  expect((await set(first, '2026-12-12')).status).toBe(200)
  const { tasks, today } = await listed()
  expect(today).toBe('2026-11-30')
  const own = tasks.filter(({ type }) => type === 'self_assessment')
  expect(own.map(({ title, due_on }) => [title, due_on])).toEqual([
    ['Good care', '2026-12-12'],
    ['Safe water', null],
  ])
  expect((await listed(2027)).tasks.every(({ due_on }) => due_on === null)).toBe(true)
  await set(first, '2026-12-18')
  await set(first, '2026-12-18')
  await set(second, '2026-12-01')
  await set(second, null)
  const dates = (await listed()).tasks.map(({ due_on }) => due_on)
  expect(dates.filter((day) => day !== null)).toEqual(['2026-12-18'])
  const events = await t.sql<{ details: object }>`
    select details from audit_events where action = 'due_date.changed' order by id`
  const of = { title: 'Good care', year: 2026, type: 'self_assessment' }
  expect(events.map(({ details }) => details)).toEqual([
    { ...of, due_on: '2026-12-12' },
    { ...of, due_on: '2026-12-18' },
    { ...of, title: 'Safe water', due_on: '2026-12-01' },
    { ...of, title: 'Safe water', due_on: 'none' },
  ])
})

test('a past date is refused, and so is what is not on offer', async () => {
  expect(await set(first, '2026-11-29')).toMatchObject({
    status: 400,
    body: { fields: { due_on: 'Choose today or a later date' } },
  })
  expect((await set(first, '2026-12-01', { year: 2020 })).status).toBe(404)
  expect((await set(999, '2026-12-01')).status).toBe(404)
})

test('respondents see the date of their edition, whichever it is, on the overview and in the player', async () => {
  await set(second, '2026-12-12')
  const overview = async (query = '') =>
    assessments.overview.response.parse((await t.as(ada).get(`/overview${query}`)).body)
  expect((await overview()).due_on).toBe('2026-12-12')
  expect((await overview('?year=2025')).due_on).toBeNull()
  expect((await overview('?type=certification')).due_on).toBeNull()
  const id = await anAssessment(t.db, { user: ada, contentSetId: second, year: 2026, answered: [] })
  const { elements } = await overview()
  const quiz = await t.as(ada).get(`/assessments/${id}/elements/${elements[0]?.id}`)
  expect(assessments.quiz.response.parse(quiz.body).assessment.due_on).toBe('2026-12-12')
})

test('an invitation says by when, unless the date is over', async () => {
  await set(second, '2026-12-12')
  const invited = async (email: string) => {
    await t.as(admin).post('/invitations', { emails: [email], roles: ['user'] })
    return (await linkTo(t, email)).mail?.text ?? ''
  }
  expect(await invited('choice@example.org')).toContain('“Safe water” by Saturday 12 December 2026')
  await t.owner.query(`update content_sets set status = 'retired' where id = $1`, [first])
  expect(await invited('in-time@example.org')).toContain(
    'You can stop at any time and continue later. Please finish by Saturday 12 December 2026.',
  )
  await t.sql`update due_dates set due_on = '2026-11-29'`
  expect(await invited('late@example.org')).not.toContain('Please finish')
  expect(await mailsTo(t, 'late@example.org')).toHaveLength(1)
})
