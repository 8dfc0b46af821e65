import { certifications } from 'contract/certifications'
import type { DraftElement } from 'contract/draft'
import { reviews as contract } from 'contract/reviews'
import { submissions } from 'contract/submissions'
import { expect, test } from 'vitest'
import { moveRunning } from '#features/assessments/answering/move-running.ts'
import { aSubmission, anAuditor } from '#testing/certifying.ts'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aNextEdition } from '#testing/minor-change.ts'
import { aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme' })
const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
const auditor = await anAuditor(t.db, acme)

async function reviewed(review: number) {
  const { body } = await t.as(auditor).get(`/reviews/${review}`)
  return contract.get.response.parse(body)
}

/** An assessment returned with a remark, whose edition then has other guidance, and another text of B1. */
async function returnedAndMoved() {
  const contentSetId = await aContentSet(t.db, { tenant: acme, file: withActions() })
  const user = await aUser(t.db, { tenant: acme, name: 'Rosa' })
  const submission = await aSubmission(t.db, { user, contentSetId, is: 'reviewed' })
  const { review } = submission
  const [first] = (await reviewed(review)).elements.flatMap(({ statements }) => statements)
  const response = {
    statement_id: first?.id,
    statement_response_id: first?.responses[1]?.id,
    remark: 'The minutes show more.',
    version: 1,
  }
  const ada = t.as(auditor)
  expect((await ada.put(`/reviews/${review}/responses`, response)).status).toBe(200)
  await ada.post(`/reviews/${review}/return`, { version: 2, reason: 'Fix it.' })
  const before = await reviewed(review)
  const reword = (element: DraftElement) => ({
    ...element,
    statements: element.statements.map((statement) => ({
      ...statement,
      guidance: 'Think again.',
      ...(statement.key === 'B1' && { text: 'Statement B1, in other words' }),
    })),
  })
  const edition = await aNextEdition(t, admin, contentSetId, reword, { is_minor: true })
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
  expect(before.elements[0]?.statements[0]?.guidance).not.toBe('Think again.')
  const { edition: shown, elements, outcome } = after
  expect({ ...before, edition: shown, elements, outcome }).toEqual(before)
})

test('remarks are shown at the statements of the new edition, which keeps other responses unless the statement asks again', async () => {
  const { assessment, user, edition } = await returnedAndMoved()
  const rosa = aRespondent(t, user)
  const { body } = await rosa.caller.get(`/assessments/${assessment}/submission`)
  const { content_set, elements } = await rosa.overview({ type: 'certification' })
  expect(content_set?.id).toBe(edition)
  const elementId = elements[0]?.id ?? 0
  const [first, second] = (await rosa.quiz(assessment, elementId)).statements
  if (!first || !second) throw new Error('The element has two statements.')
  expect(submissions.get.response.parse(body).rounds[0]?.remarks).toMatchObject([
    {
      statement_id: first.id,
      element_id: elementId,
      remark: 'The minutes show more.',
      declared: 'Low',
      certified: 'Middle',
    },
  ])

  expect((await rosa.save(assessment, choice(second, 1, 2, 1))).status).toBe(200)
  await rosa.complete(assessment, elementId)
  expect((await rosa.caller.post(`/assessments/${assessment}/submission`)).status).toBe(200)
  const [next] = await t.sql<{ id: number }>`
    select id from reviews where assessment_id = ${assessment} and round = 2`
  const round = next?.id ?? 0
  expect((await t.as(auditor).post(`/reviews/${round}/start`)).status).toBe(200)
  const statements = (await reviewed(round)).elements.flatMap((element) => element.statements)
  const unchanged = { current: null, isNew: false, remark: null, isReviewed: true }
  const shown = statements.map(({ changed, reviewed }) => ({
    current: changed?.current ?? null,
    isNew: changed?.is_new ?? false,
    remark: reviewed?.remark ?? null,
    isReviewed: reviewed !== null,
  }))
  expect(shown).toEqual([
    { ...unchanged, remark: 'The minutes show more.' },
    { ...unchanged, current: { before: 'Low' }, isReviewed: false },
    { ...unchanged, isReviewed: false },
    ...Array.from({ length: 3 }, () => unchanged),
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
