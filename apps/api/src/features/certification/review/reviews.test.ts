import { reviews as contract } from 'contract/reviews'
import { submissions } from 'contract/submissions'
import { describe, expect, test } from 'vitest'
import { aSubmission, anAuditor } from '#testing/certifying.ts'
import {
  THIS_YEAR,
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
const auditor = await anAuditor(t.db, acme)
const second = await anAuditor(t.db, acme, { name: 'Ben Auditor' })
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })

const aPerson = () => aUser(t.db, { tenant: acme, name: 'Rosa' })
const submissionOf = ({ body }: { body: unknown }) => submissions.get.response.parse(body)
const reviewOf = ({ body }: { body: unknown }) => contract.get.response.parse(body)
const statusOf = ({ body }: { body: unknown }) => contract.start.response.parse(body).status

async function submitted(input: Partial<Parameters<typeof aSubmission>[1]> = {}) {
  const user = await aPerson()
  return { user, ...(await aSubmission(t.db, { user, contentSetId, ...input })) }
}

async function latestReview(assessment: number) {
  const [review] = await t.sql<{ id: number }>`
    select id from reviews where assessment_id = ${assessment} order by round desc limit 1`
  return review?.id ?? 0
}

const firstOf = async (user: TestUser, review: number) => {
  const [element] = reviewOf(await t.as(user).get(`/reviews/${review}`)).elements
  const [statement] = element?.statements ?? []
  if (!statement) throw new Error('The element has two statements.')
  return statement
}

test('an incomplete assessment is refused with everything that is missing', async () => {
  const user = await aPerson()
  const rosa = t.as(user)
  const input = { user, contentSetId, type: 'certification' as const }
  const id = await anAssessment(t.db, { ...input, answered: ['A'] })
  const refused = await rosa.post(`/assessments/${id}/submission`)
  expect([refused.status, refused.code]).toEqual([409, 'submission-incomplete'])
  const element = { title: 'Element B', statement_ids: [expect.any(Number), expect.any(Number)] }
  expect(refused.body).toMatchObject({
    message: '1 required element is not complete. Complete it before you submit the assessment.',
    details: { elements: [element] },
  })
  const whole = await anAssessment(t.db, { ...input, year: THIS_YEAR - 1 })
  const done = submissionOf(await rosa.post(`/assessments/${whole}/submission`))
  expect(done).toMatchObject({ status: 'in_review', can_withdraw: true, can_submit: false })
  expect(done.history).toMatchObject([{ step: 'assessment.submitted', by: 'Rosa' }])
  expect(submissionOf(await rosa.post(`/assessments/${whole}/submission`)).rounds).toHaveLength(1)
})

test("a self-assessment or another user's assessment can't be submitted", async () => {
  const { assessment } = await submitted()
  const user = await aPerson()
  const own = await anAssessment(t.db, { user, contentSetId })
  for (const id of [own, assessment])
    expect((await t.as(user).post(`/assessments/${id}/submission`)).status).toBe(404)
})

test('the queue lists submissions to assigned auditors and god-admins only', async () => {
  const { review } = await submitted()
  const listed = async (user: TestUser) => {
    const { body } = await t.as(user).get('/reviews', { query: { limit: '100' } })
    return contract.list.response.parse(body).rows.map(({ id }) => id)
  }
  for (const user of [auditor, god]) expect(await listed(user)).toContain(review)
  const stranger = await anAuditor(t.db, await aTenant(t.db))
  expect((await t.as(stranger).get(`/reviews/${review}`)).status).toBe(404)
  expect(await listed(stranger)).toEqual([])
})

describe('reviewing your own assessment is refused', () => {
  const ISSUER = 'https://login.example.org'
  const withIdentity = async (user: TestUser, subject: string, issuer = ISSUER) => {
    const row = { tenant_id: user.tenantId, user_id: user.id, issuer, subject }
    await t.db.insertInto('identities').values(row).execute()
    return user
  }
  const CONNIE = { subject: 'connie', issuer: ISSUER }

  test.each([
    ['with the same email', { email: 'connie@example.org' }, 403],
    ['with the same identity at a provider', CONNIE, 403],
    ['with a similar email', { email: 'connie+audit@example.org' }, 200],
    ['with the same subject at another issuer', { ...CONNIE, issuer: `${ISSUER}/2` }, 200],
    ['with another subject at the same provider', { ...CONNIE, subject: 'connie2' }, 200],
  ])('for another account %s', async (_, { subject, issuer, ...input }: Alike, status) => {
    await t.sql`update users set email = 'was.' || id || '@example.org' where name = 'Connie'`
    await t.sql`delete from identities`
    const owner = await aUser(t.db, { tenant: acme, name: 'Connie', email: 'Connie@Example.org' })
    const { review } = await aSubmission(t.db, {
      user: await withIdentity(owner, 'connie'),
      contentSetId,
    })
    const other = await anAuditor(t.db, acme, { name: 'Connie', ...input })
    if (subject !== undefined) await withIdentity(other, subject, issuer)
    const seen = reviewOf(await t.as(other).get(`/reviews/${review}`))
    const listed = contract.list.response.parse((await t.as(other).get('/reviews')).body).rows
    const isOwn = status === 403
    expect([seen.is_own, listed.find(({ id }) => id === review)?.is_own]).toEqual([isOwn, isOwn])
    expect((await t.as(other).post(`/reviews/${review}/start`)).status).toBe(status)
  })
  type Alike = { email?: string; subject?: string; issuer?: string }
})

test('a different response needs a remark and has to belong to the statement', async () => {
  const { review } = await submitted({ is: 'started' })
  const statement = await firstOf(auditor, review)
  const save = (change: object) =>
    t.as(auditor).put(`/reviews/${review}/responses`, {
      statement_id: statement.id,
      statement_response_id: statement.responses[1]?.id,
      remark: null,
      version: 0,
      ...change,
    })
  expect((await save({})).body).toMatchObject({ fields: { remark: expect.any(String) } })
  expect((await save({ statement_response_id: null })).status).toBe(400)
  expect((await save({ remark: 'Seen more than that.' })).status).toBe(200)
  expect((await save({ statement_response_id: statement.current, version: 1 })).status).toBe(200)
})

test('the second of two simultaneous saves is a conflict with both values', async () => {
  const { review } = await submitted({ is: 'started' })
  const { id: statement_id, responses } = await firstOf(auditor, review)
  const body = { statement_id, statement_response_id: responses[1]?.id, version: 0 }
  const answers = await Promise.all(
    [auditor, second].map((user) =>
      t.as(user).put(`/reviews/${review}/responses`, { ...body, remark: user.email }),
    ),
  )
  const [won, lost] = answers.toSorted((one, other) => one.status - other.status)
  expect([won?.status, lost?.status]).toEqual([200, 409])
  const { response } = contract.save.response.parse(won?.body)
  expect(lost?.body).toMatchObject({
    code: 'conflict',
    details: { current: { remark: response.remark, version: 1 }, sent: { version: 0 } },
  })
})

test('the rest is confirmed as declared: all statements or none', async () => {
  const { review } = await submitted({ is: 'started' })
  const ada = t.as(auditor)
  const shown = async () => reviewOf(await ada.get(`/reviews/${review}`))
  const before = await shown()
  const [first, ...rest] = before.elements.flatMap(({ statements }) => statements)
  const ids = rest.map(({ id }) => id)
  const confirm = (statement_ids: unknown[], version = 1) =>
    ada.post(`/reviews/${review}/confirmations`, { version, statement_ids })
  const foreign = (await firstOf(auditor, (await submitted()).review)).id + 1_000_000
  expect((await confirm([...ids, foreign])).status).toBe(404)
  expect((await shown()).outcome.missing).toBe(6)
  const done = contract.confirm.response.parse((await confirm([...ids, ...ids])).body)
  expect(done.review.version).toBe(2)
  expect(done.responses).toHaveLength(5)
  for (const { id, current } of rest)
    expect(done.responses.find((one) => one.statement_id === id)).toMatchObject({
      statement_response_id: current,
      remark: null,
      version: 1,
      reviewer: 'Ada Auditor',
    })
  expect((await shown()).outcome).toMatchObject({ missing: 1 })
  // Someone else has confirmed them since this page was loaded.
  expect((await confirm([first?.id, ...ids])).code).toBe('conflict')
  expect((await confirm([first?.id, ...ids], 2)).status).toBe(400)
  expect((await shown()).outcome.missing).toBe(1)
})

test('a flagged statement is not confirmed with the rest, and a response removes its flag', async () => {
  const { review } = await submitted({ is: 'started' })
  const [ada, ben] = [t.as(auditor), t.as(second)]
  const { id: statement_id, current } = await firstOf(auditor, review)
  const flag = (is_flagged: boolean) =>
    ada.put(`/reviews/${review}/flags`, { statement_id, is_flagged })
  const confirm = (version: number) =>
    ben.post(`/reviews/${review}/confirmations`, { version, statement_ids: [statement_id] })
  await flag(true)
  expect(contract.flag.response.parse((await flag(true)).body).version).toBe(3)
  expect((await firstOf(second, review)).is_flagged).toBe(true)
  expect((await confirm(1)).code).toBe('conflict')
  expect((await confirm(3)).status).toBe(400)
  await flag(false)
  expect((await confirm(4)).status).toBe(200)

  await flag(true)
  const response = { statement_id, statement_response_id: current, remark: null, version: 1 }
  await ben.put(`/reviews/${review}/responses`, response)
  expect((await firstOf(auditor, review)).is_flagged).toBe(false)
})

test('flags and confirmations need a started review', async () => {
  const { review } = await submitted()
  const { id: statement_id } = await firstOf(auditor, review)
  const flag = { statement_id, is_flagged: true }
  expect((await t.as(auditor).put(`/reviews/${review}/flags`, flag)).code).toBe('conflict')
  const body = { version: 1, statement_ids: [statement_id] }
  const refused = await t.as(auditor).post(`/reviews/${review}/confirmations`, body)
  expect([refused.status, refused.code]).toEqual([409, 'conflict'])
})

test('a returned assessment shows its remarks, and a second submission keeps responses', async () => {
  const { user, assessment, review } = await submitted({ is: 'reviewed' })
  const [rosa, ada] = [t.as(user), t.as(auditor)]
  const { id: statement_id, current } = await firstOf(auditor, review)
  const remark = 'The minutes of May are missing.'
  const response = { statement_id, statement_response_id: current, remark, version: 1 }
  await ada.put(`/reviews/${review}/responses`, response)
  const open = submissionOf(await rosa.get(`/assessments/${assessment}/submission`))
  expect(open.rounds).toMatchObject([{ status: 'started', remarks: [] }])
  const returnReview = (version: number) =>
    ada.post(`/reviews/${review}/return`, { version, reason: 'Fix it.' })
  const stale = await returnReview(1)
  expect([stale.status, stale.code]).toEqual([409, 'conflict'])
  expect(statusOf(await returnReview(2))).toBe('returned')
  const seen = submissionOf(await rosa.get(`/assessments/${assessment}/submission`))
  expect(seen).toMatchObject({ status: 'returned', can_submit: true })
  expect(seen.rounds[0]).toMatchObject({
    reason: 'Fix it.',
    reviewer: 'Ada Auditor',
    remarks: [{ statement_id, remark }],
  })

  await rosa.post(`/assessments/${assessment}/submission`)
  const next = await latestReview(assessment)
  await t.as(second).post(`/reviews/${next}/start`)
  expect((await ada.post(`/reviews/${next}/start`)).text).toMatch(/has already started this review/)
  const again = reviewOf(await ada.get(`/reviews/${next}`))
  expect(again).toMatchObject({ round: 2, outcome: { missing: 0 }, earlier: [{ round: 1 }] })
  expect(again.earlier[0]?.remarks).toHaveLength(1)
  expect(again.elements[0]?.statements[0]?.reviewed?.remark).toBe(remark)
  const steps = ['assessment.returned', 'assessment.submitted', 'review.started']
  expect(again.history.map(({ step }) => step)).toEqual(steps)
})

test('a refusal gives a reason and the assessment can be submitted again', async () => {
  const { user, assessment, review } = await submitted({ is: 'started' })
  const reason = 'No one was there.'
  const refused = await t.as(auditor).post(`/reviews/${review}/refusal`, { version: 1, reason })
  expect(statusOf(refused)).toBe('refused')
  const seen = submissionOf(await t.as(user).get(`/assessments/${assessment}/submission`))
  expect(seen).toMatchObject({ status: 'completed', can_submit: true })
  expect(seen.rounds[0]).toMatchObject({ status: 'refused', reason })
  const rows = await t.sql`
    select actor_id from audit_events where subject = ${`assessment ${assessment}`}`
  expect(rows).toEqual([{ actor_id: auditor.id }])
})
