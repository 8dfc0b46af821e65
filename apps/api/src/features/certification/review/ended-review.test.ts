import { certifications } from 'contract/certifications'
import { reviews as contract } from 'contract/reviews'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSubmission, anAuditor } from '#testing/certifying.ts'
import { type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let auditor: TestUser
let review: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const tenant = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
  const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
  const user = await aUser(t.db, { tenant, name: 'Rosa' })
  auditor = await anAuditor(t.db, tenant)
  review = (await aSubmission(t.db, { user, contentSetId, is: 'reviewed' })).review
})
afterAll(() => t.close())

async function read() {
  const { body } = await t.as(auditor).get(`/reviews/${review}`)
  return contract.get.response.parse(body)
}

test('a review that was certified names its certificate, also once that is revoked', async () => {
  const { version, certificate } = await read()
  expect(certificate).toBeNull()
  const { body } = await t.as(auditor).post(`/reviews/${review}/certificate`, { version })
  const { id, number } = certifications.certify.response.parse(body).certification
  expect((await read()).certificate).toEqual({ id, number, is_revoked: false })
  await t.as(auditor).post(`/certifications/${id}/revocation`, { reason: 'Forged.' })
  expect((await read()).certificate).toEqual({ id, number, is_revoked: true })
})
