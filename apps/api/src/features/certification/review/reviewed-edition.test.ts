import { randomUUID } from 'node:crypto'
import { certifications } from 'contract/certifications'
import { reviews as contract } from 'contract/reviews'
import { submissions } from 'contract/submissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveRunning } from '#features/assessments/answering/move-running.ts'
import { aSubmission, anAuditor } from '#testing/certifying.ts'
import { type TestTenant, type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aMinorChange } from '#testing/minor-change.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let acme: TestTenant
let admin: TestUser
let auditor: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  acme = await aTenant(t.db, { domain: 'acme' })
  admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
  auditor = await anAuditor(t.db, acme)
})
afterAll(() => t.close())

async function reviewed(review: number) {
  const { body } = await t.as(auditor).get(`/reviews/${review}`)
  return contract.get.response.parse(body)
}

const shownOf = ({ edition, elements, outcome }: Awaited<ReturnType<typeof reviewed>>) => ({
  edition,
  elements,
  outcome,
})

/** An assessment returned with a remark, whose edition then changes. */
async function returnedAndMoved() {
  const contentSetId = await aContentSet(t.db, { tenant: acme, file: withActions() })
  const user = await aUser(t.db, { tenant: acme, name: 'Rosa' })
  const submission = await aSubmission(t.db, { user, contentSetId, is: 'reviewed' })
  const { review } = submission
  const [first] = (await reviewed(review)).elements.flatMap(({ statements }) => statements)
  const said = {
    statement_id: first?.id,
    statement_response_id: first?.responses[1]?.id,
    remark: 'The minutes show more.',
    version: 1,
  }
  const ada = t.as(auditor)
  expect((await ada.put(`/reviews/${review}/responses`, said)).status).toBe(200)
  await ada.post(`/reviews/${review}/return`, { version: 2, reason: 'Fix it.' })
  const before = await reviewed(review)
  const edition = await aMinorChange(t, admin, contentSetId)
  await moveRunning(t.app, { tenantId: acme.id, id: edition }, { number: 1, isLast: false })
  return { ...submission, user, before, edition }
}

function withActions() {
  const set = aTinySet()
  for (const { responses } of set.elements.flatMap(({ statements }) => statements))
    for (const response of responses) response.action = 'Do it.'
  return set
}

test('an ended review shows its own edition after the assessment has moved', async () => {
  const { review, before, edition } = await returnedAndMoved()
  const after = await reviewed(review)
  expect(before.edition.id).not.toBe(edition)
  expect(before.elements[0]?.statements[0]?.guidance).not.toBe(`Think of version ${edition}.`)
  expect(shownOf(after)).toEqual(shownOf(before))
})

test('remarks are shown at the statements of the new edition', async () => {
  const { assessment, user, edition } = await returnedAndMoved()
  const { body } = await t.as(user).get(`/assessments/${assessment}/submission`)
  const [round] = submissions.get.response.parse(body).rounds
  const { content_set, elements } = await aRespondent(t, user).overview({ type: 'certification' })
  expect(content_set?.id).toBe(edition)
  const quiz = await aRespondent(t, user).quiz(assessment, elements[0]?.id ?? 0)
  expect(round?.remarks).toMatchObject([
    {
      statement_id: quiz.statements[0]?.id,
      element_id: elements[0]?.id,
      remark: 'The minutes show more.',
      declared: 'Low',
      certified: 'Middle',
    },
  ])
})

test('a submission from a new edition keeps responses to unchanged statements', async () => {
  const { assessment, user } = await returnedAndMoved()
  const rosa = aRespondent(t, user)
  const { elements } = await rosa.overview({ type: 'certification' })
  const [a] = elements
  const quiz = await rosa.quiz(assessment, a?.id ?? 0)
  const [, second] = quiz.statements
  const change = {
    key: randomUUID(),
    statement_id: second?.id,
    state: 1,
    statement_response_id: second?.statement_responses[1]?.id,
    not_applicable_reason: null,
    version: 1,
  }
  expect((await rosa.save(assessment, change)).status).toBe(200)
  await rosa.caller.post(`/assessments/${assessment}/elements/${a?.id}/completion`)
  expect((await rosa.caller.post(`/assessments/${assessment}/submission`)).status).toBe(200)
  const { rows } = await t.owner.query<{ id: number }>(
    'select id from reviews where assessment_id = $1 and round = 2',
    [assessment],
  )
  const round = rows[0]?.id ?? 0
  expect((await t.as(auditor).post(`/reviews/${round}/beginning`)).status).toBe(200)
  const statements = (await reviewed(round)).elements.flatMap((element) => element.statements)
  expect(statements.map(({ changed }) => changed?.current ?? null)).toEqual([
    null,
    { before: 'Low' },
    ...Array<null>(4).fill(null),
  ])
  expect(statements.map(({ changed }) => changed?.is_new ?? false)).toEqual(Array(6).fill(false))
  expect(statements.map((one) => one.reviewed?.remark ?? null)).toEqual([
    'The minutes show more.',
    ...Array<null>(5).fill(null),
  ])
  expect(statements.map((one) => one.reviewed !== null)).toEqual([
    true,
    false,
    ...Array<boolean>(4).fill(true),
  ])
})

test('a certified review names its certificate, also after its revocation', async () => {
  const contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
  const user = await aUser(t.db, { tenant: acme })
  const { review } = await aSubmission(t.db, { user, contentSetId, is: 'reviewed' })
  const { version, certificate } = await reviewed(review)
  expect(certificate).toBeNull()
  const { body } = await t.as(auditor).post(`/reviews/${review}/certificate`, { version })
  const { id, number } = certifications.certify.response.parse(body).certification
  expect((await reviewed(review)).certificate).toEqual({ id, number, is_revoked: false })
  await t.as(auditor).post(`/certifications/${id}/revocation`, { reason: 'Forged.' })
  expect((await reviewed(review)).certificate).toEqual({ id, number, is_revoked: true })
})
