import { assessments } from 'contract/assessments'
import type { Statement } from 'contract/listed-statement'
import { ASSESSMENT_STATUSES } from 'contract/enumerations'
import { REOPENED, allows } from 'rules/assessment-status'
import { beforeEach, expect, test } from 'vitest'
import { aContentSet } from '#testing/factories.ts'
import { aTinySet, anOpenAssessment, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
let { tenant, anna, id, a, first, second } = await anOpenAssessment(t)
beforeEach(async () => {
  ;({ tenant, anna, id, a, first, second } = await anOpenAssessment(t))
})

const save = async (change: object) => {
  const reply = await anna.save(id, change)
  expect(reply.status, reply.text).toBe(200)
  return assessments.save.response.parse(reply.body).responses
}
const refused = async (change: object) => (await anna.save(id, change)).body
const invalid = (field: string, message: unknown = expect.any(String)) => ({
  code: 'invalid-input',
  fields: { [field]: message },
})
const saved = async () => (await anna.quiz(id, a)).responses
const events = async () => {
  const rows = await t.sql`
    select state, version, before_response_id, before_reason, after_response_id, after_reason, user_id
     from response_events where assessment_id = ${id} order by at, state, version`
  return rows
}
const levelId = (statement: Statement, level: number) =>
  statement.statement_responses[level - 1]?.id ?? 0
const chosen = (state: number, level: number, version: number) => ({
  state,
  statement_response_id: levelId(first, level),
  version,
})
const setStatus = (status: string) =>
  t.owner.query('update assessments set status = $1 where id = $2', [status, id])

test('choices of both states are saved straight away and start the assessment', async () => {
  expect((await anna.overview()).assessment?.status).toBe('not_started')
  expect(await save(choice(first, 1, 1))).toMatchObject([{ ...chosen(1, 1, 1), to_confirm: false }])
  expect(await save(choice(first, 2, 3))).toMatchObject([chosen(1, 1, 1), chosen(2, 3, 1)])
  const { assessment, elements } = await anna.overview()
  expect(assessment?.status).toBe('in_progress')
  expect(elements[0]).toMatchObject({ answered: 1, current: 0, future: 1 })
})

test('the history has every change with its author, the value before and after', async () => {
  await save(choice(first, 1, 1))
  await save(choice(first, 1, 2, 1))
  const [one, two] = [levelId(first, 1), levelId(first, 2)]
  expect(await events()).toMatchObject([
    { version: 1, before_response_id: null, after_response_id: one },
    { version: 2, before_response_id: one, after_response_id: two, user_id: expect.any(Number) },
  ])
})

test('a future response below the current one is refused until the current one is withdrawn', async () => {
  await save(choice(first, 1, 3))
  expect(await refused(choice(first, 2, 2))).toMatchObject(
    invalid('statement_response_id', expect.stringMatching(/^[A-Z].*(current|today).*/)),
  )
  expect(await saved()).toMatchObject([chosen(1, 3, 1)])
  expect(await save(choice(first, 1, 0, 1))).toMatchObject([{ statement_response_id: null }])
  await save(choice(first, 2, 1))
  expect((await anna.overview()).elements[0]?.answered).toBe(0)
})

test('a statement that does not apply needs a reason, and only where its statement allows it', async () => {
  const reason = { not_applicable_reason: 'We have no staff' }
  expect(await save({ ...choice(second, 1, 0), ...reason })).toMatchObject([
    { state: 1, statement_response_id: null, ...reason },
  ])
  expect((await anna.overview()).elements[0]?.answered).toBe(1)
  for (const change of [
    { ...choice(first, 1, 0), ...reason },
    { ...choice(second, 2, 0), ...reason },
    { ...choice(second, 1, 1), ...reason },
    { ...choice(second, 1, 0), not_applicable_reason: '  ' },
    { ...choice(second, 1, 0), not_applicable_reason: 'x'.repeat(1001) },
  ])
    expect(await refused(change)).toMatchObject(invalid('not_applicable_reason'))
  expect(await save(choice(second, 1, 2, 1))).toMatchObject([
    { statement_response_id: levelId(second, 2), not_applicable_reason: null, version: 2 },
  ])
  const [before_reason, after_reason] = [reason.not_applicable_reason, null]
  expect((await events()).at(-1)).toMatchObject({ before_reason, after_reason })
})

test('statements and responses of another statement, set or organisation are refused', async () => {
  const { first: foreign } = await anOpenAssessment(t)
  const another = await aContentSet(t.db, { tenant, file: aTinySet() })
  const rows = await t.sql`select id from statements where content_set_id = ${another}`
  for (const statement_id of [foreign.id, Number(rows[0]?.id)])
    expect(await refused({ ...choice(first, 1, 0), statement_id })).toMatchObject({
      code: 'not-found',
    })
  for (const statement_response_id of [levelId(second, 1), levelId(foreign, 1), 999_999_999])
    expect(await refused({ ...choice(first, 1, 1), statement_response_id })).toMatchObject(
      invalid('statement_response_id', 'Choose one of this statement’s responses'),
    )
  expect(await saved()).toEqual([])
})

test('a stale version gets a conflict with the saved values', async () => {
  await save(choice(first, 1, 1))
  await save(choice(first, 2, 2))
  expect(await anna.save(id, choice(first, 1, 3))).toMatchObject({
    status: 409,
    code: 'conflict',
    body: { details: { responses: [chosen(1, 1, 1), chosen(2, 2, 1)], saved_by: null } },
  })
  for (const version of [2, 99])
    expect(await refused(choice(first, 1, 3, version))).toMatchObject({ code: 'conflict' })
  expect(await refused(choice(second, 1, 3, 1))).toMatchObject({
    code: 'conflict',
    details: { responses: [], saved_by: null },
  })
})

test('of parallel choices one wins and the others get a conflict', async () => {
  for (let version = 0; version < 5; version += 1) {
    const answers = await Promise.all(
      [1, 2, 3].map((level) => anna.save(id, choice(first, 1, level, version))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  }
  expect(await events()).toHaveLength(5)
})

test('a choice that is sent again has no second effect, and its key cannot be used for another', async () => {
  const change = choice(first, 1, 1)
  await save(change)
  expect(await save(change)).toMatchObject([{ version: 1 }])
  await save(choice(first, 1, 2, 1))
  expect(await save(change)).toMatchObject([chosen(1, 2, 2)])
  expect(await refused({ ...choice(first, 1, 3), key: change.key })).toMatchObject(
    invalid('key', 'This key was used for another answer. Use a new key.'),
  )
  expect(await saved()).toMatchObject([chosen(1, 2, 2)])
  expect(await events()).toHaveLength(2)
})

test('of 50 parallel sends of one choice exactly one is written, and all are told it is saved', async () => {
  const change = choice(first, 1, 2)
  const saveAgain = async () => {
    let answer = await anna.save(id, change)
    // A busy machine may answer 503. The page repeats, and so does this test.
    while (answer.status === 503) answer = await anna.save(id, change)
    return answer
  }
  const answers = await Promise.all(Array.from({ length: 50 }, saveAgain))
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(await events()).toHaveLength(1)
  expect(await saved()).toMatchObject([chosen(1, 2, 1)])
})

test.each(['in_review', 'certified'])('an assessment that is %s is closed', async (status) => {
  await save(choice(first, 1, 1))
  await setStatus(status)
  const confirmation = { statement_id: first.id }
  const answers = [
    await anna.save(id, choice(first, 1, 2, 1)),
    await anna.save(id, choice(second, 1, 2)),
    await anna.caller.post(`/assessments/${id}/confirmations`, confirmation),
    await anna.complete(id, a),
  ]
  expect(answers.map(({ code }) => code)).toEqual(Array(4).fill('assessment-closed'))
  expect(await events()).toHaveLength(1)
})

test.each(ASSESSMENT_STATUSES)(
  'in an assessment that is %s, the database saves what the rules allow, and reopens it as they say',
  async (status) => {
    await setStatus(status)
    const { code = 'saved' } = await anna.save(id, choice(first, 1, 1))
    expect(code).toBe(allows(status, 'answer') ? 'saved' : 'assessment-closed')
    const after = (await anna.overview()).assessment?.status
    expect(after).toBe(REOPENED.includes(status) ? 'in_progress' : status)
  },
)

test('a returned assessment is open again and stays returned', async () => {
  await setStatus('returned')
  await save(choice(first, 1, 1))
  expect((await anna.overview()).assessment?.status).toBe('returned')
})
