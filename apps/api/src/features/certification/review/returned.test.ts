import { reviews } from 'contract/reviews'
import { submissions } from 'contract/submissions'
import { expect, test } from 'vitest'
import { aSubmission, anAuditor } from '#testing/certifying.ts'
import { THIS_YEAR, type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
const auditor = await anAuditor(t.db, tenant, { name: 'Ada Auditor' })

const returnedTo = async (user: TestUser) =>
  submissions.returned.response.parse((await t.as(user).get('/assessments/returned')).body).returned
const end = (review: number, how: 'return' | 'refusal', version = 1) =>
  t.as(auditor).post(`/reviews/${review}/${how}`, { version, reason: 'Attach the minutes.' })
const reviewOf = async (id: number) =>
  reviews.get.response.parse((await t.as(auditor).get(`/reviews/${id}`)).body)

test('a returned certification is its respondent’s next step until it is submitted again', async () => {
  const user = await aUser(t.db, { tenant })
  const { assessment, review } = await aSubmission(t.db, { user, contentSetId, is: 'started' })
  expect(await returnedTo(user)).toBeNull()
  expect((await end(review, 'return')).status).toBe(200)
  const [own] = await t.sql<{ family_id: number }>`
    select family_id from content_sets where id = ${contentSetId}`
  const returned = {
    assessment_id: assessment,
    year: THIS_YEAR,
    set: own?.family_id,
    reviewer: 'Ada Auditor',
  }
  expect(await returnedTo(user)).toEqual({ ...returned, is_complete: false })
  expect(await returnedTo(await aUser(t.db, { tenant }))).toBeNull()
  await t.sql`update assessments set status = 'completed' where id = ${assessment}`
  expect(await returnedTo(user)).toEqual({ ...returned, is_complete: true })
  expect((await t.as(user).post(`/assessments/${assessment}/submission`)).status).toBe(200)
  expect(await returnedTo(user)).toBeNull()
})

test('of several content sets a returned certification names its own', async () => {
  const tenant = await aTenant(t.db)
  const user = await aUser(t.db, { tenant })
  const of = (title: string) => aContentSet(t.db, { tenant, file: { ...aTinySet(), title } })
  const { review } = await aSubmission(t.db, {
    user,
    contentSetId: await of('Care'),
    is: 'started',
  })
  const reviewer = await anAuditor(t.db, tenant)
  const body = { version: 1, reason: 'Attach the minutes.' }
  expect((await t.as(reviewer).post(`/reviews/${review}/return`, body)).status).toBe(200)
  expect(await returnedTo(user)).not.toHaveProperty('set_title')
  await of('Safety')
  expect(await returnedTo(user)).toMatchObject({ set_title: 'Care' })
})

test('a refused certification is no next step', async () => {
  const user = await aUser(t.db, { tenant })
  const { review } = await aSubmission(t.db, { user, contentSetId, is: 'started' })
  await end(review, 'refusal')
  expect(await returnedTo(user)).toBeNull()
})

test('an older review names the present round, and the newest one none', async () => {
  const user = await aUser(t.db, { tenant })
  const { assessment, review } = await aSubmission(t.db, { user, contentSetId, is: 'started' })
  expect((await reviewOf(review)).present).toBeNull()
  await end(review, 'return')
  await t.as(user).post(`/assessments/${assessment}/submission`)
  const { present } = await reviewOf(review)
  expect(present?.round).toBe(2)
  expect(await reviewOf(present?.id ?? 0)).toMatchObject({ round: 2, present: null })
})
