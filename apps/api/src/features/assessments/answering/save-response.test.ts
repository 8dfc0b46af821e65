import { type ResponseChange, type Statement, assessments } from 'contract/assessments'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestTenant, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let tenant: TestTenant
let anna: Respondent
let id: number
let elementId: number
let first: Statement
let second: Statement
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  anna = aRespondent(t, await aUser(t.db, { tenant, name: 'Anna' }))
  id = await anna.open()
  elementId = (await anna.overview()).elements[0]?.id ?? 0
  const { statements } = await anna.quiz(id, elementId)
  if (!statements[0] || !statements[1]) throw new Error('The element has two statements.')
  ;[first, second] = [statements[0], statements[1]]
})
afterAll(() => t.close())

const save = async (change: object) => {
  const reply = await anna.save(id, change)
  expect(reply.status, reply.text).toBe(200)
  return assessments.save.response.parse(reply.body).responses
}
const refused = async (change: object) => (await anna.save(id, change)).body
const standing = async () =>
  (await anna.quiz(id, elementId)).responses.map(
    ({ statement_id, state, statement_response_id, version }) => ({
      statement: statement_id === first.id ? 1 : 2,
      state,
      level: [first, second]
        .flatMap((statement) =>
          statement.statement_responses.map((response, index) => ({ response, level: index + 1 })),
        )
        .find(({ response }) => response.id === statement_response_id)?.level,
      version,
    }),
  )
const events = async () =>
  (
    await t.owner.query(
      `select state, version, before_response_id, before_reason, after_response_id, after_reason, user_id
       from response_events where assessment_id = $1 order by at, state, version`,
      [id],
    )
  ).rows
const levelId = (statement: Statement, level: number) =>
  statement.statement_responses[level - 1]?.id ?? 0

test('a choice of the current and the future state is saved at once and begins the assessment', async () => {
  expect((await anna.overview()).assessment?.status).toBe('not_started')
  expect(await save(choice(first, 1, 1))).toMatchObject([
    { state: 1, statement_response_id: levelId(first, 1), version: 1, to_confirm: false },
  ])
  expect(await save(choice(first, 2, 3))).toMatchObject([
    { state: 1, version: 1 },
    { state: 2, statement_response_id: levelId(first, 3), version: 1 },
  ])
  expect((await anna.overview()).assessment?.status).toBe('in_progress')
  expect((await anna.overview()).elements[0]).toMatchObject({ answered: 1, current: 0, future: 1 })
})

test('every change is in the history: who, when, before and after', async () => {
  await save(choice(first, 1, 1))
  await save(choice(first, 1, 2, 1))
  const [one, two] = [levelId(first, 1), levelId(first, 2)]
  expect(await events()).toMatchObject([
    { version: 1, before_response_id: null, after_response_id: one },
    { version: 2, before_response_id: one, after_response_id: two, user_id: expect.any(Number) },
  ])
})

test('a current response above the future raises the future with it, visibly', async () => {
  await save(choice(first, 1, 1))
  await save(choice(first, 2, 2))
  expect(await save(choice(first, 1, 3, 1))).toMatchObject([
    { state: 1, statement_response_id: levelId(first, 3), version: 2 },
    { state: 2, statement_response_id: levelId(first, 3), version: 2 },
  ])
  expect(await events()).toHaveLength(4)
})

test('a current response below the future leaves the future alone', async () => {
  await save(choice(first, 1, 2))
  await save(choice(first, 2, 3))
  expect(await save(choice(first, 1, 1, 1))).toMatchObject([
    { state: 1, version: 2 },
    { state: 2, statement_response_id: levelId(first, 3), version: 1 },
  ])
})

test('a future response below the current one is refused with a plain sentence', async () => {
  await save(choice(first, 1, 3))
  const answer = await refused(choice(first, 2, 2))
  expect(answer).toMatchObject({
    code: 'invalid-input',
    fields: { statement_response_id: expect.stringMatching(/^[A-Z].*(current|today).*/) },
  })
  expect(await standing()).toEqual([{ statement: 1, state: 1, level: 3, version: 1 }])
  await save(choice(first, 2, 3))
})

test('a choice can be withdrawn, and then there is nothing to compare the future with', async () => {
  await save(choice(first, 1, 3))
  expect(await save({ ...choice(first, 1, 0, 1) })).toMatchObject([{ statement_response_id: null }])
  await save(choice(first, 2, 1))
  expect((await anna.overview()).elements[0]?.answered).toBe(0)
})

test('a statement that does not apply needs a reason, and only where its statement allows it', async () => {
  const reason = { not_applicable_reason: 'We have no staff' }
  expect(await save({ ...choice(second, 1, 0), ...reason })).toMatchObject([
    { state: 1, statement_response_id: null, not_applicable_reason: 'We have no staff' },
  ])
  expect((await anna.overview()).elements[0]?.answered).toBe(1)
  expect(await refused({ ...choice(first, 1, 0), ...reason })).toMatchObject({
    code: 'invalid-input',
    fields: { not_applicable_reason: expect.any(String) },
  })
  for (const change of [
    { ...choice(second, 2, 0), ...reason },
    { ...choice(second, 1, 1), ...reason },
    { ...choice(second, 1, 0), not_applicable_reason: '  ' },
    { ...choice(second, 1, 0), not_applicable_reason: 'x'.repeat(1001) },
  ])
    expect(await refused(change)).toMatchObject({
      code: 'invalid-input',
      fields: { not_applicable_reason: expect.any(String) },
    })
})

test('a reason gives way to a response and is kept in the history', async () => {
  await save({ ...choice(second, 1, 0), not_applicable_reason: 'None' })
  expect(await save(choice(second, 1, 2, 1))).toMatchObject([
    { statement_response_id: levelId(second, 2), not_applicable_reason: null, version: 2 },
  ])
  expect((await events()).at(-1)).toMatchObject({ before_reason: 'None', after_reason: null })
})

test('statements and responses of another statement, set or organisation cannot be saved', async () => {
  const other = await aTenant(t.db)
  await aContentSet(t.db, { tenant: other, file: aTinySet() })
  const stranger = aRespondent(t, await aUser(t.db, { tenant: other }))
  const theirs = await stranger.open()
  const theirElement = (await stranger.overview()).elements[0]?.id ?? 0
  const [foreign] = (await stranger.quiz(theirs, theirElement)).statements
  if (!foreign) throw new Error('There is a statement.')
  await aContentSet(t.db, { tenant, file: aTinySet() })
  const { rows } = await t.owner.query(
    'select id from statements where tenant_id = $1 order by id desc limit 1',
    [tenant.id],
  )
  expect(await refused(choice(foreign, 1, 1))).toMatchObject({ code: 'not-found' })
  expect(await refused({ ...choice(first, 1, 0), statement_id: rows[0].id })).toMatchObject({
    code: 'not-found',
  })
  for (const response of [levelId(second, 1), levelId(foreign, 1), 999_999_999])
    expect(
      await refused({ ...choice(first, 1, 1), statement_response_id: response }),
    ).toMatchObject({
      code: 'invalid-input',
      fields: { statement_response_id: 'Choose one of the responses of this statement' },
    })
  expect(await standing()).toEqual([])
})

test("nobody saves into a colleague's assessment", async () => {
  const colleague = aRespondent(t, await aUser(t.db, { tenant, roles: ['admin'] }))
  const [foreign, never] = [
    await colleague.save(id, choice(first, 1, 1)),
    await colleague.save(999_999_999, choice(first, 1, 1)),
  ]
  expect([foreign.code, never.code]).toEqual(['not-found', 'not-found'])
  expect(await standing()).toEqual([])
})

test('the certified state cannot be set by the respondent, nor anything that is no state', async () => {
  for (const state of [3, 0, '1', 1.5, null])
    expect(await refused({ ...choice(first, 1, 1), state })).toMatchObject({
      code: 'invalid-input',
      fields: { state: expect.any(String) },
    })
})

test('a stale version gets a conflict that shows both values and who saved them', async () => {
  await save(choice(first, 1, 1))
  await save(choice(first, 2, 2))
  const answer = await anna.save(id, choice(first, 1, 3))
  expect(answer).toMatchObject({ status: 409, code: 'conflict' })
  expect(answer.body).toMatchObject({
    details: {
      responses: [
        { state: 1, statement_response_id: levelId(first, 1), version: 1 },
        { state: 2, statement_response_id: levelId(first, 2), version: 1 },
      ],
      saved_by: 'Anna',
    },
  })
  for (const version of [2, 99])
    expect(await refused(choice(first, 1, 3, version))).toMatchObject({ code: 'conflict' })
  expect(await refused(choice(second, 1, 3, 1))).toMatchObject({
    code: 'conflict',
    details: { responses: [], saved_by: null },
  })
})

test('of two different choices at once one wins and the other learns of it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const version = round
    const answers = await Promise.all(
      [1, 2, 3].map((level) => anna.save(id, choice(first, 1, level, version))),
    )
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200, 409, 409,
    ])
  }
  expect(await events()).toHaveLength(5)
})

test('the same choice sent again has no second effect, also after later ones', async () => {
  const change = choice(first, 1, 1)
  await save(change)
  expect(await save(change)).toMatchObject([{ version: 1 }])
  await save(choice(first, 1, 2, 1))
  expect(await save(change)).toMatchObject([
    { statement_response_id: levelId(first, 2), version: 2 },
  ])
  expect(await events()).toHaveLength(2)
})

test('of 50 parallel sends of one choice exactly one is written, and all are told it is saved', async () => {
  const change = choice(first, 1, 2)
  const saveAgain = async () => {
    let answer = await anna.save(id, change)
    // A busy machine may say "not now"; the page repeats, and so do we.
    while (answer.status === 503) answer = await anna.save(id, change)
    return answer
  }
  const answers = await Promise.all(Array.from({ length: 50 }, saveAgain))
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(await events()).toHaveLength(1)
  expect(await standing()).toEqual([{ statement: 1, state: 1, level: 2, version: 1 }])
})

test.each(['in_review', 'certified'])('an assessment that is %s is closed', async (status) => {
  await save(choice(first, 1, 1))
  await t.owner.query('update assessments set status = $1 where id = $2', [status, id])
  expect(await refused(choice(first, 1, 2, 1))).toMatchObject({ code: 'assessment-closed' })
  expect(await refused(choice(second, 1, 2))).toMatchObject({ code: 'assessment-closed' })
  const confirmation = await anna.caller.post(`/assessments/${id}/confirmations`, {
    statement_id: first.id,
  })
  expect(confirmation.code).toBe('assessment-closed')
  expect((await anna.complete(id, elementId)).code).toBe('assessment-closed')
  expect(await events()).toHaveLength(1)
})

test('an assessment that was returned is open again and stays returned', async () => {
  await t.owner.query(`update assessments set status = 'returned' where id = $1`, [id])
  await save(choice(first, 1, 1))
  expect((await anna.overview()).assessment?.status).toBe('returned')
})

test.each<[keyof ResponseChange | 'tenant_id' | 'to_confirm', unknown]>([
  ['key', 'not a uuid'],
  ['key', undefined],
  ['statement_id', -1],
  ['statement_id', 2 ** 53],
  ['version', -1],
  ['version', '0'],
  ['statement_response_id', 'x'],
  ['tenant_id', 1],
  ['to_confirm', false],
])('%s: %s is refused by field', async (field, value) => {
  expect(await refused({ ...choice(first, 1, 1), [field]: value })).toMatchObject({
    code: 'invalid-input',
    fields: { [field]: expect.any(String) },
  })
})

test('the same key with another choice is refused and changes nothing', async () => {
  const sent = choice(first, 1, 1)
  await save(sent)
  const before = await standing()
  const other = { ...choice(first, 1, 2), key: sent.key }
  expect(await refused(other)).toMatchObject({
    code: 'invalid-input',
    fields: { key: 'Use a new key for another choice' },
  })
  expect(await standing()).toEqual(before)
})
