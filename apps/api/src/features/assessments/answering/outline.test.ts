import { outlines } from 'contract/outlines'
import { beforeEach, expect, test } from 'vitest'
import { THIS_YEAR, aUser } from '#testing/factories.ts'
import { aNextEdition } from '#testing/minor-change.ts'
import { aRespondent, anOpenAssessment, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const inYear = (year: number) => (t.clock.now = () => new Date(Date.UTC(year, 5, 15)))
let { tenant, user, anna, contentSetId, id, a, first, second } = await anOpenAssessment(t)
beforeEach(async () => {
  inYear(THIS_YEAR)
  ;({ tenant, user, anna, contentSetId, id, a, first, second } = await anOpenAssessment(t))
})

const outline = async (of = id) =>
  outlines.get.response.parse((await anna.caller.get(`/assessments/${of}/outline`)).body).statements
const mark = (statement_id: number, is_marked = true, by = anna) =>
  by.caller.put(`/assessments/${id}/marks`, { statement_id, is_marked })

test('the outline lists all statements with their state, note and mark', async () => {
  for (const state of [1, 2] as const) await anna.save(id, choice(first, state, 2))
  const note = { key: crypto.randomUUID(), statement_id: second.id, note: 'Ask Ben.', version: 0 }
  await anna.caller.put(`/assessments/${id}/notes`, note)
  await mark(second.id)
  const [one, two, ...others] = await outline()
  expect(one).toMatchObject({ id: first.id, number: 1, state: 'answered', is_marked: false })
  expect(one?.target).toBe('same')
  expect(two).toMatchObject({ element_id: a, state: 'open', note: 'Ask Ben.', is_marked: true })
  expect(two?.target).toBeNull()
  await anna.save(id, choice(first, 2, 3, 1))
  expect((await outline())[0]?.target).toBe('other')
  expect(others.map(({ key }) => key)).toEqual(['B1', 'B2', 'C1', 'C2'])
})

test('a mark changes neither answers nor progress, and is taken off again', async () => {
  const before = await anna.overview()
  expect((await mark(first.id)).status).toBe(204)
  expect((await mark(first.id)).status).toBe(204)
  expect((await anna.quiz(id, a)).marked).toEqual([first.id])
  const { text, short_title } = first
  const marked = [{ id: first.id, element_id: a, key: 'A1', number: 1, text, short_title }]
  expect(await anna.overview()).toEqual({ ...before, marked })
  await mark(first.id, false)
  expect((await anna.quiz(id, a)).marked).toEqual([])
})

test('marks stay when their element is completed, reopened and completed again', async () => {
  await mark(second.id)
  const areMarked = async () =>
    expect([(await anna.quiz(id, a)).marked, (await anna.overview()).marked]).toEqual([
      [second.id],
      [expect.objectContaining({ id: second.id })],
    ])
  await anna.finish(id, a)
  await areMarked()
  const { responses } = await anna.quiz(id, a)
  const { version } = responses.find(({ statement_id }) => statement_id === second.id) ?? {}
  expect((await anna.save(id, choice(second, 1, 2, version))).status).toBe(200)
  await areMarked()
  await anna.complete(id, a)
  await areMarked()
})

test('a mark follows its statement to a later edition, also from a page of the earlier one', async () => {
  await mark(first.id)
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  const next = await aNextEdition(t, admin, contentSetId, (element) => element)
  await anna.caller.post(`/assessments/${id}/edition`, { content_set_id: next })
  expect((await outline()).map(({ is_marked }) => is_marked).indexOf(true)).toBe(0)
  expect((await mark(second.id)).status).toBe(204)
  expect((await outline()).filter(({ is_marked }) => is_marked)).toHaveLength(2)
})

test('a colleague’s assessment can be neither read nor marked, and marks go with the user', async () => {
  const colleague = aRespondent(t, await aUser(t.db, { tenant }))
  expect((await colleague.caller.get(`/assessments/${id}/outline`)).status).toBe(404)
  expect((await mark(first.id, true, colleague)).status).toBe(404)
  await mark(first.id)
  const admin = t.as(await aUser(t.db, { tenant, roles: ['admin'] }))
  expect((await admin.delete(`/users/${user.id}`)).status).toBe(204)
  expect(await t.sql`select from statement_marks where user_id = ${user.id}`).toEqual([])
})

test('last year’s answer is beside this year’s, with the certified response first', async () => {
  inYear(THIS_YEAR - 1)
  const earlier = aRespondent(t, user)
  const earlierId = await earlier.open(THIS_YEAR - 1)
  await earlier.finish(earlierId, a, 2, 3)
  inYear(THIS_YEAR)
  await t.sql`insert into actions (tenant_id, assessment_id, statement_key, key, title, status, created_by, updated_by)
    values (${tenant.id}, ${earlierId}, ${first.key}, gen_random_uuid(), 'Name a lead', 'done', ${user.id}, ${user.id})`
  const middle = first.statement_responses[1]
  expect((await anna.quiz(id, a)).earlier).toEqual({
    year: THIS_YEAR - 1,
    answers: [first, second].map(({ id: statement_id, statement_responses }) => ({
      statement_id,
      is_not_applicable: false,
      label: middle?.label,
      response_id: statement_responses[1]?.id,
    })),
    planned: [
      {
        id: expect.any(Number),
        statement_id: first.id,
        title: 'Name a lead',
        status: 'done',
      },
    ],
  })
  await t.sql`insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, updated_by)
    select tenant_id, assessment_id, statement_id, 3, ${first.statement_responses[0]?.id}, updated_by
    from responses where assessment_id = ${earlierId} and statement_id = ${first.id} and state = 1`
  expect((await anna.quiz(id, a)).earlier?.answers).toContainEqual(
    expect.objectContaining({ statement_id: first.id, label: 'Low' }),
  )
})

test('without an earlier year there is no earlier answer', async () => {
  expect((await anna.quiz(id, a)).earlier).toBeNull()
})
