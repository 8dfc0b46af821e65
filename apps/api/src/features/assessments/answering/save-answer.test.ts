import { assessments } from 'contract/assessments'
import type { Statement } from 'contract/listed-statement'
import { participation } from 'contract/participation'
import { stateOf } from 'rules/answer-state'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '#testing/factories.ts'
import { aTinySet, anOpenAssessment, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
let { anna, id, a, first, second } = await anOpenAssessment(t)
beforeEach(async () => {
  ;({ anna, id, a, first, second } = await anOpenAssessment(t))
})

const choiceOf = (statement: Statement, state: 1 | 2, level: number, version = 0) => {
  const { statement_id: _, ...given } = choice(statement, state, level, version)
  return given
}
const send = (statement: Statement, ...choices: object[]) =>
  anna.caller.put(`/assessments/${id}/answers`, { statement_id: statement.id, choices })
const save = async (statement: Statement, ...choices: object[]) => {
  const reply = await send(statement, ...choices)
  expect(reply.status, reply.text).toBe(200)
  return assessments.answer.response.parse(reply.body)
}
const levelId = (level: number) => first.statement_responses[level - 1]?.id ?? 0
const chosen = (state: number, level: number, version: number) => ({
  state,
  statement_response_id: levelId(level),
  version,
})
/** As the answer to a save says it, if it is as sent and one version on. */
const asSent = (state: number) => ({ state })
const saved = async () => (await anna.quiz(id, a)).responses

test('both choices are saved with one call, which answers with the progress of the element', async () => {
  const answer = await save(first, choiceOf(first, 1, 1), choiceOf(first, 2, 3))
  expect(answer).toEqual({
    responses: [asSent(1), asSent(2)],
    element: { answered: 1 },
  })
  expect(await save(second, choiceOf(second, 1, 1))).toMatchObject({ element: { answered: 1 } })
  const reason = { ...choiceOf(second, 1, 1, 1), statement_response_id: null }
  const given = { ...reason, not_applicable_reason: 'We have none.' }
  expect(await save(second, given)).toMatchObject({ element: { answered: 2 } })
  expect((await anna.complete(id, a)).status).toBe(200)
  const [again] = (await anna.overview()).elements
  expect(again).toMatchObject({ answered: 2, is_complete: true })
  const changed = await save(first, choiceOf(first, 2, 2, 1))
  expect(changed.element).toEqual({ answered: 2 })
})

test('copied answers are counted apart until both halves are saved', async () => {
  await save(first, choiceOf(first, 1, 1), choiceOf(first, 2, 3))
  await t.owner.query('update responses set to_confirm = true where assessment_id = $1', [id])
  const half = await save(first, choiceOf(first, 1, 2, 1))
  expect(half.element).toMatchObject({ answered: 0, to_confirm: 1 })
  const whole = await save(first, choiceOf(first, 2, 3, 1))
  expect(whole.element).toEqual({ answered: 1 })
})

type Half = { state: 1 | 2; how: 'chosen' | 'withdrawn' | 'does not apply'; to_confirm: boolean }

/** Everything that can be saved for one state; undefined is nothing. */
const halvesOf = (state: Half['state'], ...hows: Half['how'][]): (Half | undefined)[] => [
  undefined,
  ...hows.flatMap((how) => [false, true].map((to_confirm) => ({ state, how, to_confirm }))),
]
const rowOf = ({ state, how, to_confirm }: Half) => ({
  state,
  statement_response_id: how === 'chosen' ? 1 : null,
  not_applicable_reason: how === 'does not apply' ? 'We have none.' : null,
  to_confirm,
})

test('the database counts answered statements, and those to confirm, as the rules do', async () => {
  const futures = halvesOf(2, 'chosen', 'withdrawn')
  const answers = halvesOf(1, 'chosen', 'withdrawn', 'does not apply').flatMap((current) =>
    futures.map((future) => [current, future].filter((half) => half !== undefined).map(rowOf)),
  )
  const file = aTinySet()
  const [element] = file.elements
  const [like] = element?.statements ?? []
  if (!element || !like) throw new Error('The set has elements with statements.')
  element.statements = [...answers, []].map((_, at) => ({ ...like, key: `S${at}` }))
  const whole = await anOpenAssessment(t, file)
  const { statements } = await whole.anna.quiz(whole.id, whole.a)
  const rows = answers.flatMap((own, at) => {
    const certified = rowOf({ state: 1, how: 'chosen', to_confirm: false })
    return [...own, { ...certified, state: 3 }].map((row) => ({
      ...row,
      statement: statements[at]?.id,
    }))
  })
  await t.sql`
    insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, to_confirm, updated_by)
    select a.tenant_id, a.id, x.statement, x.state, case when x.statement_response_id = 1 then
        (select min(v.id) from statement_responses v where v.statement_id = x.statement) end,
      x.not_applicable_reason, x.to_confirm, a.user_id
    from assessments a cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (statement bigint, state int, statement_response_id int, not_applicable_reason text, to_confirm boolean)
    where a.id = ${whole.id}`
  const count = (state: string) => answers.filter((own) => stateOf(own) === state).length
  const last = statements.at(-1) ?? first
  const choices = [choiceOf(last, 1, 1)]
  const body = { statement_id: last.id, choices }
  const reply = await whole.anna.caller.put(`/assessments/${whole.id}/answers`, body)
  expect(assessments.answer.response.parse(reply.body).element).toMatchObject({
    answered: count('answered'),
    to_confirm: count('to-confirm'),
  })
  const admin = await aUser(t.db, { tenant: whole.tenant, roles: ['admin'] })
  const list = participation.list.response.parse((await t.as(admin).get('/participation')).body)
  const own = list.rows.find(({ person }) => person.id === whole.user.id)
  expect(own?.assessment?.answered).toBe(count('answered'))
})

test('a repeated call has no second effect, also if only its first choice was saved', async () => {
  const choices = [choiceOf(first, 1, 1), choiceOf(first, 2, 2)]
  await save(first, ...choices.slice(0, 1))
  const both = [asSent(1), asSent(2)]
  expect((await save(first, ...choices)).responses).toEqual(both)
  expect((await save(first, ...choices)).responses).toEqual(both)
  expect(await saved()).toMatchObject([chosen(1, 1, 1), chosen(2, 2, 1)])
})

test('a second choice replaces the future response that the first one raises', async () => {
  await save(first, choiceOf(first, 1, 1), choiceOf(first, 2, 1))
  const raising = [choiceOf(first, 1, 2, 1), choiceOf(first, 2, 3, 1)]
  // Raised, then chosen.
  const both = [asSent(1), { ...asSent(2), version: 3 }]
  expect((await save(first, ...raising)).responses).toEqual(both)
  expect((await save(first, ...raising)).responses).toEqual(both)
  // Someone else's save isn't replaced.
  await save(first, choiceOf(first, 2, 2, 3))
  expect(await send(first, choiceOf(first, 1, 1, 2), choiceOf(first, 2, 3, 3))).toMatchObject({
    status: 409,
    body: { details: { responses: [chosen(1, 1, 3), chosen(2, 2, 4)] } },
  })
})

test('a choice can leave out the reason that it doesn’t have', async () => {
  const { not_applicable_reason: _, ...plain } = choiceOf(first, 1, 1)
  expect(await save(first, plain)).toMatchObject({ responses: [asSent(1)] })
})

test('a future response that comes first is raised by a higher current one', async () => {
  const lower = [choiceOf(first, 2, 1), choiceOf(first, 1, 2)]
  const both = [asSent(1), chosen(2, 2, 2)]
  expect(await save(first, ...lower)).toMatchObject({ responses: both, element: { answered: 1 } })
  expect(await save(first, ...lower)).toMatchObject({ responses: both })
  const higher = [choiceOf(second, 2, 3), choiceOf(second, 1, 1)]
  expect((await save(second, ...higher)).responses).toEqual([asSent(1), asSent(2)])
})

test('a stale first choice changes nothing', async () => {
  await save(first, choiceOf(first, 1, 1), choiceOf(first, 2, 3))
  const reply = await send(first, choiceOf(first, 1, 2, 0), choiceOf(first, 2, 2, 1))
  expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await saved()).toMatchObject([chosen(1, 1, 1), chosen(2, 3, 1)])
})

test('no choice, three, or two of one state are refused', async () => {
  const now = () => choiceOf(first, 1, 1)
  for (const choices of [[], [now(), now()], [now(), choiceOf(first, 2, 1), now()]])
    expect(await send(first, ...choices)).toMatchObject({ status: 400 })
  expect(await saved()).toEqual([])
})
