import { certifications } from 'contract/certifications'
import { reviews } from 'contract/reviews'
import { expect, test } from 'vitest'
import { answerWith } from '#testing/answer-with.ts'
import { aSubmission, anAuditor } from '#testing/certifying.ts'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp()
const tenant = await aTenant(t.db)
const auditor = await anAuditor(t.db, tenant)

/** Passes with half of the range for the first statement of each element, with merit at the highest response. */
function aKnockOutSet() {
  const file = aTinySet()
  for (const { statements } of file.elements) if (statements[0]) statements[0].isKey = true
  const least = { minOverall: 0, minElement: 0, of: 'key' }
  const pass = { label: 'Pass', ...least, minStatement: 50 }
  const merit = { label: 'Merit', ...least, minStatement: 100 }
  return { ...file, certificationBands: [pass, merit] }
}

const user = await aUser(t.db, { tenant })
const contentSetId = await aContentSet(t.db, { tenant, file: aKnockOutSet() })
const { review } = await aSubmission(t.db, { user, contentSetId, is: 'reviewed' })
const outcome = async () =>
  reviews.get.response.parse((await t.as(auditor).get(`/reviews/${review}`)).body).outcome
const certify = () => t.as(auditor).post(`/reviews/${review}/certificate`, { version: 1 })

test('a certificate is refused while key statements stop the lowest band, which the outcome names', async () => {
  await answerWith(t.db, { review }, ({ key }) => (key === 'A1' ? 5 : 0))
  const { band, missing_band, next } = await outcome()
  expect([band, missing_band]).toEqual([null, { band: 'Pass', overall: null, elements: null }])
  expect(next).toMatchObject({ band: 'Pass', min_statement: 50, of_key: true })
  const stops = await t.sql`
    select s.key, o.label from statements s join statement_responses o on o.statement_id = s.id
    where o.id = any(${next?.missing.statements.map((one) => one.response_id)}::bigint[]) order by 1`
  expect(stops).toEqual([
    { key: 'B1', label: 'Middle' },
    { key: 'C1', label: 'Middle' },
  ])
  expect((await certify()).code).toBe('band-missed')
})

test('a certificate’s report says what the certified responses lack for the next band', async () => {
  await answerWith(t.db, { review }, ({ is_key: isKey }) => (isKey ? 5 : 0))
  const { band, next } = await outcome()
  expect([band, next?.band, next?.missing.statement_count]).toEqual(['Pass', 'Merit', 3])
  const { body } = await certify()
  const { certification } = certifications.certify.response.parse(body)
  const seen = await t.as(user).get(`/certifications/${certification.id}`)
  const { report } = certifications.get.response.parse(seen.body)
  expect(report.band).toBe('Pass')
  expect(report.certification?.next).toMatchObject({
    band: 'Merit',
    missing: { statement_count: 3 },
  })
})

test('a certificate is refused while a key statement wasn’t submitted, as in an optional element', async () => {
  const holder = await aUser(t.db, { tenant })
  const before = async (assessment: number) => {
    await t.sql`delete from element_completions where assessment_id = ${assessment}
      and element_id in (select id from elements where key = 'C')`
    await t.sql`delete from responses where assessment_id = ${assessment}
      and statement_id in (select id from statements where key in ('C1', 'C2'))`
  }
  const submitted = await aSubmission(t.db, { user: holder, contentSetId, is: 'reviewed', before })
  await answerWith(t.db, submitted, () => 10)
  const auditing = t.as(auditor)
  const seen = reviews.get.response.parse((await auditing.get(`/reviews/${submitted.review}`)).body)
  expect([seen.outcome.missing, seen.outcome.band]).toEqual([0, null])
  const refused = await auditing.post(`/reviews/${submitted.review}/certificate`, { version: 1 })
  expect(refused.code).toBe('band-missed')
})
