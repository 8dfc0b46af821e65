import { reviews as contract } from 'contract/reviews'
import { submissions } from 'contract/submissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSubmission, anAuditor } from '#testing/certifying.ts'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let acme: TestTenant
let contentSetId: number
let auditor: TestUser
let second: TestUser
let god: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
  contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
  auditor = await anAuditor(t.db, acme)
  second = await anAuditor(t.db, acme, { name: 'Ben Auditor' })
  god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
})
afterAll(() => t.close())

const aPerson = () => aUser(t.db, { tenant: acme, name: 'Rosa' })
const submissionOf = ({ body }: { body: unknown }) => submissions.get.response.parse(body)
const reviewOf = ({ body }: { body: unknown }) => contract.get.response.parse(body)
const standingOf = ({ body }: { body: unknown }) => contract.begin.response.parse(body)

async function submitted(input: Partial<Parameters<typeof aSubmission>[1]> = {}) {
  const user = await aPerson()
  return { user, ...(await aSubmission(t.db, { user, contentSetId, ...input })) }
}

test('an incomplete assessment is refused with everything that is missing', async () => {
  const user = await aPerson()
  const id = await anAssessment(t.db, {
    user,
    contentSetId,
    type: 'certification',
    answered: ['A'],
  })
  const refused = await t.as(user).post(`/assessments/${id}/submission`)
  expect([refused.status, refused.code]).toEqual([409, 'submission-incomplete'])
  expect(refused.body).toMatchObject({
    details: {
      elements: [{ title: 'Element B', statement_ids: [expect.any(Number), expect.any(Number)] }],
    },
  })
  const whole = await anAssessment(t.db, {
    user,
    contentSetId,
    type: 'certification',
    year: THIS_YEAR - 1,
  })
  const done = submissionOf(await t.as(user).post(`/assessments/${whole}/submission`))
  expect(done).toMatchObject({ status: 'in_review', can_withdraw: true, can_submit: false })
  expect(done.history).toMatchObject([{ step: 'assessment.submitted', by: 'Rosa' }])
  const again = submissionOf(await t.as(user).post(`/assessments/${whole}/submission`))
  expect(again.rounds).toHaveLength(1)
})

test("a self-assessment or another user's assessment can't be submitted", async () => {
  const { assessment } = await submitted()
  const user = await aPerson()
  const own = await anAssessment(t.db, { user, contentSetId })
  for (const id of [own, assessment])
    expect((await t.as(user).post(`/assessments/${id}/submission`)).status).toBe(404)
})

test('a submission is closed and can be withdrawn until its review starts', async () => {
  const { user, assessment, review } = await submitted()
  const rosa = t.as(user)
  const { rows } = await t.owner.query<{ id: number }>(
    `select id from statements where content_set_id = $1 limit 1`,
    [contentSetId],
  )
  const note = { key: crypto.randomUUID(), statement_id: rows[0]?.id, note: 'No', version: 0 }
  expect(await rosa.put(`/assessments/${assessment}/notes`, note)).toMatchObject({
    code: 'assessment-closed',
  })
  const back = submissionOf(await rosa.delete(`/assessments/${assessment}/submission`))
  expect([back.status, back.rounds[0]?.status]).toEqual(['completed', 'withdrawn'])
  expect((await t.as(auditor).post(`/reviews/${review}/beginning`)).code).toBe('conflict')

  await rosa.post(`/assessments/${assessment}/submission`)
  const [, waiting] = (await rounds(assessment)).map(({ id }) => id)
  expect((await t.as(auditor).post(`/reviews/${waiting}/beginning`)).status).toBe(200)
  const refused = await rosa.delete(`/assessments/${assessment}/submission`)
  expect([refused.status, refused.code]).toEqual([409, 'conflict'])
})

async function rounds(assessment: number) {
  const { rows } = await t.owner.query<{ id: number }>(
    'select id from reviews where assessment_id = $1 order by round',
    [assessment],
  )
  return rows
}

test('the queue lists submissions to assigned auditors and god-admins only', async () => {
  const { review } = await submitted()
  for (const user of [auditor, god]) {
    const { body } = await t.as(user).get('/reviews', { query: { limit: '100' } })
    expect(contract.list.response.parse(body).rows.map(({ id }) => id)).toContain(review)
    expect((await t.as(user).get(`/reviews/${review}`)).status).toBe(200)
  }
  const stranger = await anAuditor(t.db, await aTenant(t.db))
  expect((await t.as(stranger).get(`/reviews/${review}`)).status).toBe(404)
  const { body } = await t.as(stranger).get('/reviews')
  expect(contract.list.response.parse(body).rows).toEqual([])
  const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
  const inside = await aUser(t.db, { tenant: acme, roles: ['admin', 'auditor'] })
  for (const user of [admin, inside])
    expect((await t.as(user).post(`/reviews/${review}/beginning`)).status).toBe(403)
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
    await t.owner.query(
      `update users set email = 'was.' || id || '@example.org' where name = 'Connie'`,
    )
    await t.owner.query('delete from identities')
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
    expect((await t.as(other).post(`/reviews/${review}/beginning`)).status).toBe(status)
  })
  type Alike = { email?: string; subject?: string; issuer?: string }
})

test('a different response needs a remark and has to belong to the statement', async () => {
  const { review } = await submitted({ is: 'started' })
  const ada = t.as(auditor)
  const [statement] = reviewOf(await ada.get(`/reviews/${review}`)).elements[0]?.statements ?? []
  const save = (change: object) =>
    ada.put(`/reviews/${review}/responses`, {
      statement_id: statement?.id,
      statement_response_id: statement?.responses[1]?.id,
      remark: null,
      version: 0,
      ...change,
    })
  expect((await save({})).body).toMatchObject({ fields: { remark: expect.any(String) } })
  expect((await save({ statement_response_id: null })).status).toBe(400)
  expect((await save({ remark: 'Seen more than that.' })).status).toBe(200)
  expect((await save({ statement_response_id: statement?.current, version: 1 })).status).toBe(200)
})

test('the second of two simultaneous saves is a conflict with both values', async () => {
  const { review } = await submitted({ is: 'started' })
  const [statement] =
    reviewOf(await t.as(auditor).get(`/reviews/${review}`)).elements[0]?.statements ?? []
  const body = {
    statement_id: statement?.id,
    statement_response_id: statement?.responses[1]?.id,
    version: 0,
  }
  const answers = await Promise.all(
    [auditor, second].map((who) =>
      t.as(who).put(`/reviews/${review}/responses`, { ...body, remark: who.email }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  const lost = answers.find(({ status }) => status === 409)
  const won = answers.find(({ status }) => status === 200)
  const { response } = contract.save.response.parse(won?.body)
  expect(lost?.body).toMatchObject({
    code: 'conflict',
    details: { standing: { remark: response.remark, version: 1 }, sent: { version: 0 } },
  })
})

const firstOf = async (who: TestUser, review: number | undefined) => {
  const [element] = reviewOf(await t.as(who).get(`/reviews/${review}`)).elements
  const [statement] = element?.statements ?? []
  if (!statement) throw new Error('The element has two statements.')
  return statement
}

const MISSING = 'The minutes of May are missing.'

async function remarked() {
  const made = await submitted({ is: 'reviewed' })
  const { id, current } = await firstOf(auditor, made.review)
  await t.as(auditor).put(`/reviews/${made.review}/responses`, {
    statement_id: id,
    statement_response_id: current,
    remark: MISSING,
    version: 1,
  })
  return { ...made, statement: id }
}

test('a returned assessment shows its remarks to the respondent', async () => {
  const { user, assessment, review, statement } = await remarked()
  const [rosa, ada] = [t.as(user), t.as(auditor)]
  expect(
    submissionOf(await rosa.get(`/assessments/${assessment}/submission`)).rounds,
  ).toMatchObject([{ status: 'started', remarks: [] }])
  const stale = await ada.post(`/reviews/${review}/return`, { version: 1, reason: 'Fix it.' })
  expect([stale.status, stale.code]).toEqual([409, 'conflict'])
  const back = await ada.post(`/reviews/${review}/return`, { version: 2, reason: 'Fix it.' })
  expect(standingOf(back).status).toBe('returned')
  const seen = submissionOf(await rosa.get(`/assessments/${assessment}/submission`))
  expect(seen).toMatchObject({ status: 'returned', can_submit: true })
  expect(seen.rounds[0]).toMatchObject({
    reason: 'Fix it.',
    reviewer: 'Ada Auditor',
    remarks: [{ statement_id: statement, remark: MISSING }],
  })
})

test('a second submission keeps responses to unchanged answers and earlier remarks', async () => {
  const { user, assessment, review } = await remarked()
  await t.as(auditor).post(`/reviews/${review}/return`, { version: 2, reason: 'Fix it.' })
  await t.as(user).post(`/assessments/${assessment}/submission`)
  const next = (await rounds(assessment)).at(-1)?.id
  await t.as(second).post(`/reviews/${next}/beginning`)
  const again = reviewOf(await t.as(auditor).get(`/reviews/${next}`))
  expect(again).toMatchObject({ round: 2, outcome: { missing: 0 }, earlier: [{ round: 1 }] })
  expect(again.earlier[0]?.remarks).toHaveLength(1)
  expect((await firstOf(auditor, next)).reviewed?.remark).toBe(MISSING)
  expect(again.history.map(({ step }) => step)).toEqual([
    'assessment.returned',
    'assessment.submitted',
    'review.started',
  ])
})

test('a refusal gives a reason and the assessment can be submitted again', async () => {
  const { user, assessment, review } = await submitted({ is: 'started' })
  const refused = await t.as(auditor).post(`/reviews/${review}/refusal`, {
    version: 1,
    reason: 'No one was there.',
  })
  expect(standingOf(refused).status).toBe('refused')
  const seen = submissionOf(await t.as(user).get(`/assessments/${assessment}/submission`))
  expect(seen).toMatchObject({ status: 'completed', can_submit: true })
  expect(seen.rounds[0]).toMatchObject({ status: 'refused', reason: 'No one was there.' })
  const { rows } = await t.owner.query(`select actor_id from audit_events where subject = $1`, [
    `assessment ${assessment}`,
  ])
  expect(rows).toEqual([{ actor_id: auditor.id }])
})
