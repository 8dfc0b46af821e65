import type { ContentSetFile } from 'contract/content-format'
import { beforeEach, expect, test } from 'vitest'
import { THIS_YEAR, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const LAST_YEAR = THIS_YEAR - 1

const t = await testApp({ works: false })
let tenant = await aTenant(t.db)
let user = await aUser(t.db, { tenant })
let anna = aRespondent(t, user)
beforeEach(async () => {
  inYear(THIS_YEAR)
  tenant = await aTenant(t.db)
  user = await aUser(t.db, { tenant })
  anna = aRespondent(t, user)
})

/** Access tokens are signed and read by the same clock, so people sign in after it is set. */
function inYear(year: number) {
  t.clock.now = () => new Date(Date.UTC(year, 5, 15))
}

test("20 parallel opens create one assessment with one copy of last year's answers", async () => {
  await aContentSet(t.db, { tenant, file: aTinySet() })
  await lastYear((person, id, [a = 0]) => person.finish(id, a))
  const open = async () => {
    const body = { year: THIS_YEAR, type: 'self_assessment' }
    let answer = await anna.caller.post('/assessments', body)
    // A busy machine may answer 503. The page repeats, and so does this test.
    while (answer.status === 503) answer = await anna.caller.post('/assessments', body)
    return answer
  }
  const answers = await Promise.all(Array.from({ length: 20 }, open))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const rows = await t.sql`select status, carried_from,
      (select count(*)::int from responses r where r.assessment_id = a.id) as answers
    from assessments a where tenant_id = ${tenant.id} and year = ${THIS_YEAR}`
  expect(rows).toEqual([{ status: 'not_started', carried_from: LAST_YEAR, answers: 4 }])
})

test('the current year is that of the organisation', async () => {
  await t.sql`update tenants set time_zone = 'Pacific/Auckland' where id = ${tenant.id}`
  await aContentSet(t.db, { tenant, file: aTinySet() })
  t.clock.now = () => new Date(`${THIS_YEAR}-12-31T11:01:00Z`)
  const person = aRespondent(t, user)
  expect((await person.overview()).year).toBe(THIS_YEAR + 1)
  expect(await person.open(THIS_YEAR + 1)).toBeGreaterThan(0)
})

test('an assessment can be started for the current year only, and only with a set in force', async () => {
  const open = (year: number) => anna.caller.post('/assessments', { year, type: 'self_assessment' })
  expect((await open(THIS_YEAR)).code).toBe('not-found')
  await aContentSet(t.db, { tenant, file: aTinySet(), isPublished: false })
  expect((await open(THIS_YEAR)).code).toBe('not-found')
  await aContentSet(t.db, { tenant, file: aTinySet() })
  for (const year of [LAST_YEAR, THIS_YEAR + 1])
    expect(await open(year)).toMatchObject({ status: 409, code: 'assessment-closed' })
  expect((await open(THIS_YEAR)).status).toBe(200)
})

test('the newest published set that covers the year is opened, and a later one changes nothing', async () => {
  await aContentSet(t.db, { tenant, file: { ...aTinySet(), title: 'Older' } })
  await aContentSet(t.db, { tenant, file: { ...aTinySet(), title: 'Newer' } })
  await aContentSet(t.db, { tenant, file: aTinySet(), yearFrom: THIS_YEAR + 1 })
  const id = await anna.open()
  await aContentSet(t.db, { tenant, file: { ...aTinySet(), title: 'Newest' } })
  expect(await anna.open()).toBe(id)
  expect((await anna.overview()).content_set?.title).toBe('Newer')
})

test("a new year starts from last year's answers, each to be confirmed", async () => {
  await aContentSet(t.db, { tenant, file: aTinySet() })
  await lastYear((person, id, [a = 0]) => person.finish(id, a, 2, 3))
  const id = await anna.open()
  const overview = await anna.overview()
  expect(overview.assessment).toMatchObject({ status: 'not_started', carried_from: LAST_YEAR })
  expect(overview.elements[0]).toMatchObject({ answered: 0, to_confirm: 2, is_complete: false })
  const quiz = await anna.quiz(id, overview.elements[0]?.id ?? 0)
  expect(quiz.responses).toHaveLength(4)
  expect(quiz.notes).toEqual([])
  for (const saved of quiz.responses) {
    const statement = quiz.statements.find((each) => each.id === saved.statement_id)
    const level = saved.state === 1 ? 'Middle' : 'High'
    const label = statement?.statement_responses.find(
      (response) => response.id === saved.statement_response_id,
    )?.label
    expect({ ...saved, label }).toMatchObject({ label: level, to_confirm: true, version: 1 })
  }
})

test('ten parallel confirmations confirm a statement once, and a change is recorded as a change', async () => {
  await aContentSet(t.db, { tenant, file: aTinySet() })
  await lastYear((person, id, [a = 0]) => person.finish(id, a, 1, 2))
  const id = await anna.open()
  const [element] = (await anna.overview()).elements
  const { statements } = await anna.quiz(id, element?.id ?? 0)
  const [first, second] = statements as [(typeof statements)[number], (typeof statements)[number]]
  const confirm = () =>
    anna.caller.post(`/assessments/${id}/confirmations`, { statement_id: first.id })
  const answers = await Promise.all(Array.from({ length: 10 }, confirm))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await anna.overview()).elements[0]).toMatchObject({ answered: 1, to_confirm: 1 })
  expect((await anna.overview()).assessment?.status).toBe('in_progress')
  await anna.save(id, choice(second, 1, 3, 1))
  const { responses } = await anna.quiz(id, element?.id ?? 0)
  expect(responses.filter(({ to_confirm }) => to_confirm)).toEqual([])
  const rows = await t.sql`
    select statement_id, state, version, before_response_id is not distinct from after_response_id as is_same
     from response_events where assessment_id = ${id} and version > 1 order by statement_id, state`
  expect(rows).toEqual([
    { statement_id: first.id, state: 1, version: 2, is_same: true },
    { statement_id: first.id, state: 2, version: 2, is_same: true },
    { statement_id: second.id, state: 1, version: 2, is_same: false },
    { statement_id: second.id, state: 2, version: 2, is_same: false },
  ])
})

test('answers are copied to a changed edition by their keys; without a counterpart a statement stays open', async () => {
  const after = await aContentSet(t.db, { tenant, file: aTinySet() })
  await lastYear(async (person, id, [a = 0, b = 0]) => {
    await person.finish(id, a, 1, 2)
    await person.finish(id, b, 2, 3)
  })
  await aContentSet(t.db, { tenant, file: changedEdition(), yearFrom: THIS_YEAR, after })
  const id = await anna.open()
  const rows = await t.sql`select s.key as statement, r.state, v.key as response from responses r
     join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
     join statement_responses v on v.tenant_id = r.tenant_id and v.id = r.statement_response_id
     where r.assessment_id = ${id} order by 1, 2`
  expect(rows).toEqual([
    // A1 was removed, the lowest response of A2 has a new key, B moved to another element.
    { statement: 'A2', state: 2, response: 'A2-2' },
    { statement: 'B1', state: 1, response: 'B1-2' },
    { statement: 'B1', state: 2, response: 'B1-3' },
    { statement: 'B2', state: 1, response: 'B2-2' },
    { statement: 'B2', state: 2, response: 'B2-3' },
  ])
})

test('a copied future response that the new edition places below the current one is raised to it', async () => {
  const file = aTinySet()
  const after = await aContentSet(t.db, { tenant, file })
  await lastYear((person, id, [a = 0]) => person.finish(id, a, 2, 3))
  for (const statement of file.elements.flatMap(({ statements }) => statements)) {
    const { responses } = statement
    const values = responses.map(({ value }) => value)
    statement.responses = responses
      .toReversed()
      .map((one, at) => ({ ...one, value: values[at] ?? 0 }))
  }
  await aContentSet(t.db, { tenant, file, yearFrom: THIS_YEAR, after })
  const id = await anna.open()
  const rows = await t.sql`select distinct r.state, v.label, r.to_confirm from responses r
    join statement_responses v on v.id = r.statement_response_id where assessment_id = ${id} order by 1`
  expect(rows).toEqual([
    { state: 1, label: 'Middle', to_confirm: true },
    { state: 2, label: 'Middle', to_confirm: true },
  ])
})

test('a reason why a statement does not apply is copied only where the edition still allows it', async () => {
  const after = await aContentSet(t.db, { tenant, file: aTinySet() })
  await lastYear(async (person, id, [a = 0, b = 0]) => {
    for (const elementId of [a, b]) {
      const [, second] = (await person.quiz(id, elementId)).statements
      if (!second) continue
      const change = { ...choice(second, 1, 0), not_applicable_reason: 'We have none' }
      expect((await person.save(id, change)).status).toBe(200)
    }
  })
  const file = aTinySet()
  const [a] = file.elements
  for (const statement of a?.statements ?? []) statement.allowsNotApplicable = false
  await aContentSet(t.db, { tenant, file, yearFrom: THIS_YEAR, after })
  const id = await anna.open()
  const rows = await t.sql`
    select s.key, r.not_applicable_reason from responses r join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
     where r.assessment_id = ${id}`
  expect(rows).toEqual([{ key: 'B2', not_applicable_reason: 'We have none' }])
})

/** Answers last year's assessment, and sets the clock to this year. */
async function lastYear(
  answer: (person: Respondent, id: number, elementIds: number[]) => Promise<unknown>,
) {
  inYear(LAST_YEAR)
  const person = aRespondent(t, user)
  const id = await person.open(LAST_YEAR)
  const { elements } = await person.overview()
  await answer(
    person,
    id,
    elements.map((element) => element.id),
  )
  inYear(THIS_YEAR)
}

function changedEdition(): ContentSetFile {
  const file = aTinySet()
  const [a, b, c] = file.elements
  if (!a || !b || !c) throw new Error('The tiny set has three elements.')
  const [, a2] = a.statements
  const [lowest] = a2?.responses ?? []
  if (!a2 || !lowest) throw new Error('Its statements have responses.')
  lowest.key = 'A2-new'
  return {
    ...file,
    elements: [
      { ...a, statements: [a2] },
      { ...c, statements: [...b.statements, ...c.statements] },
    ],
  }
}
