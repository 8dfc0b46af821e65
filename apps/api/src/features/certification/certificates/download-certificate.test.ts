import { certifications } from 'contract/certifications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBandedSet, aSubmission, anAuditor } from '#testing/certifying.ts'
import { THIS_YEAR, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
afterAll(() => t.close())

test('whoever may see the certificate of a person has its PDF, as its holder does, while it is valid', async () => {
  const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
  const contentSetId = await aContentSet(t.db, { tenant: acme, file: aBandedSet() })
  const auditor = await anAuditor(t.db, acme)
  const user = await aUser(t.db, { tenant: acme, name: 'Rosa' })
  const { review } = await aSubmission(t.db, { contentSetId, is: 'reviewed', user })
  const answer = await t.as(auditor).post(`/reviews/${review}/certificate`, { version: 1 })
  const { id } = certifications.certify.response.parse(answer.body).certification
  const own = await t.as(user).get(`/certifications/${id}/pdf`)
  const path = `/users/${user.id}/certifications/${id}/pdf`
  const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
  for (const who of [admin, auditor]) {
    const { status, headers, text } = await t.as(who).get(path)
    expect([status, text.slice(0, 5)]).toEqual([200, '%PDF-'])
    expect(headers['content-disposition']).toBe(own.headers['content-disposition'])
  }
  const other = await aTenant(t.db)
  const stranger = await aUser(t.db, { tenant: other, roles: ['admin'] })
  expect((await t.as(stranger).get(path)).status).toBe(404)
  expect((await t.as(user).get(path)).status).toBe(403)
  t.clock.now = () => new Date(`${THIS_YEAR + 2}-12-31T00:00:00Z`)
  expect((await t.as(admin).get(path)).code).toBe('conflict')
})
