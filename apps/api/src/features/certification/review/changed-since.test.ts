import { randomUUID } from 'node:crypto'
import { reviews as contract } from 'contract/reviews'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAttachment } from '#testing/attached.ts'
import { aCertification, aSubmission, anAuditor } from '#testing/certifying.ts'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let acme: TestTenant
let contentSetId: number
let auditor: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  acme = await aTenant(t.db, { domain: 'acme' })
  contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
  auditor = await anAuditor(t.db, acme)
})
afterAll(() => t.close())

async function statementsOf(review: number | undefined) {
  const { body } = await t.as(auditor).get(`/reviews/${review}`)
  const { elements } = contract.get.response.parse(body)
  return new Map(
    elements.flatMap(({ statements }) => statements.map((one) => [one.text.slice(-2), one])),
  )
}

type Statements = Awaited<ReturnType<typeof statementsOf>>
const idIn = (statements: Statements, key: string) => statements.get(key)?.id ?? 0

const changesIn = (statements: Statements) => [...statements.values()].map(({ changed }) => changed)

async function statementAt(key: string) {
  const { id } = await t.db
    .selectFrom('statements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return id
}

async function reviewOf(assessment: number, round: number) {
  const { id } = await t.db
    .selectFrom('reviews')
    .select('id')
    .where('assessment_id', '=', assessment)
    .where('round', '=', round)
    .executeTakeFirstOrThrow()
  return id
}

test('a second submission shows the changes of each statement', async () => {
  const user = await aUser(t.db, { tenant: acme, name: 'Rosa' })
  const b1 = await statementAt('B1')
  let old = 0
  const { assessment, review } = await aSubmission(t.db, {
    user,
    contentSetId,
    is: 'reviewed',
    before: async (id) => {
      old = await anAttachment(t, { user, assessment: id, statement: b1 })
    },
  })
  const first = await statementsOf(review)
  expect(changesIn(first)).toEqual(Array(6).fill(null))
  const idOf = (key: string) => idIn(first, key)
  await t.as(auditor).post(`/reviews/${review}/return`, { version: 1, reason: 'Fix it.' })

  const rosa = aRespondent(t, user)
  const elements = [...new Set((await rosa.overview({ type: 'certification' })).elements)]
  const change = (key: string, level: number, more: object = {}) =>
    rosa.save(assessment, {
      key: randomUUID(),
      statement_id: idOf(key),
      state: 1,
      statement_response_id: first.get(key)?.responses[level - 1]?.id ?? null,
      not_applicable_reason: null,
      version: 1,
      ...more,
    })
  expect((await change('A1', 2)).status).toBe(200)
  expect((await change('A2', 0, { not_applicable_reason: 'We have none.' })).status).toBe(200)
  const note = { key: randomUUID(), statement_id: idOf('B2'), note: 'Since May.', version: 0 }
  expect((await rosa.caller.put(`/assessments/${assessment}/notes`, note)).status).toBe(200)
  expect((await rosa.caller.delete(`/attachments/${old}`)).status).toBe(204)
  await anAttachment(t, { user, assessment, statement: idOf('B1') })
  await anAttachment(t, { user, assessment, statement: idOf('B1'), status: 'scanning' })
  await anAttachment(t, { user, assessment, statement: idOf('C1'), status: 'uploading' })
  for (const { id } of elements)
    await rosa.caller.post(`/assessments/${assessment}/elements/${id}/completion`)
  expect((await rosa.caller.post(`/assessments/${assessment}/submission`)).status).toBe(200)

  const again = await statementsOf(await reviewOf(assessment, 2))
  const nothing = { round: 1, is_new: false, note: false, files_added: 0, files_removed: 0 }
  const unchanged = { ...nothing, current: null, future: null }
  expect(again.get('A1')?.changed).toEqual({ ...unchanged, current: { before: 'Low' } })
  expect(again.get('A2')?.changed).toMatchObject({ current: { before: 'Low' } })
  expect(again.get('B1')?.changed).toEqual({ ...unchanged, files_added: 2, files_removed: 1 })
  expect(again.get('B2')?.changed).toEqual({ ...unchanged, note: true })
  expect(changesIn(again).slice(4)).toEqual([null, null])

  // Removed files are deleted later, and later changes belong to the next round.
  await t.owner.query('delete from attachments where removed_at is not null')
  const round = await reviewOf(assessment, 2)
  await t.as(auditor).post(`/reviews/${round}/beginning`)
  await t.as(auditor).post(`/reviews/${round}/return`, { version: 2, reason: 'Again.' })
  await anAttachment(t, { user, assessment, statement: idOf('B1') })
  await anAttachment(t, { user, assessment, statement: idOf('C2') })
  const later = { ...note, key: randomUUID(), statement_id: idOf('C1') }
  expect((await rosa.caller.put(`/assessments/${assessment}/notes`, later)).status).toBe(200)
  const ended = await statementsOf(round)
  expect(changesIn(ended)).toEqual(changesIn(again))
})

test('a submission withdrawn before its review is not compared', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const { assessment } = await aSubmission(t.db, { user, contentSetId })
  await t.as(user).delete(`/assessments/${assessment}/submission`)
  await t.as(user).post(`/assessments/${assessment}/submission`)
  const again = await statementsOf(await reviewOf(assessment, 2))
  expect(changesIn(again)).toEqual(Array(6).fill(null))
})

test("last year's certified response is shown, also if not applicable or revoked", async () => {
  const user = await aUser(t.db, { tenant: acme })
  const year = THIS_YEAR - 1
  const last = await aCertification(t.db, { user, contentSetId, year })
  await t.owner.query(
    `update review_responses set statement_response_id = null where statement_id in
       (select id from statements where content_set_id = $1 and key = 'A2')
     and review_id in (select id from reviews where assessment_id = $2)`,
    [contentSetId, last.assessment],
  )
  const { review } = await aSubmission(t.db, { user, contentSetId })
  const seen = await statementsOf(review)
  expect(seen.get('A1')?.last_certified).toMatchObject({ label: 'Low', is_revoked: false })
  expect(seen.get('A2')?.last_certified).toMatchObject({ year, label: null })
  await t.as(auditor).post(`/certifications/${last.id}/revocation`, { reason: 'Forged.' })
  expect((await statementsOf(review)).get('A1')?.last_certified?.is_revoked).toBe(true)
})

test('an ended review shows what was submitted, without later changes', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const { assessment, review } = await aSubmission(t.db, { user, contentSetId, is: 'reviewed' })
  await t.as(auditor).post(`/reviews/${review}/return`, { version: 1, reason: 'Fix it.' })
  const rosa = aRespondent(t, user)
  const before = (await statementsOf(review)).get('A1')
  const change = {
    key: randomUUID(),
    statement_id: before?.id,
    state: 1,
    statement_response_id: before?.responses[2]?.id,
    not_applicable_reason: null,
    version: 1,
  }
  expect((await rosa.save(assessment, change)).status).toBe(200)
  const note = { key: randomUUID(), statement_id: before?.id, note: 'Not for you yet.', version: 0 }
  expect((await rosa.caller.put(`/assessments/${assessment}/notes`, note)).status).toBe(200)
  const after = await statementsOf(review)
  expect([...after.keys()]).toEqual(['A1', 'A2', 'B1', 'B2', 'C1', 'C2'])
  expect(after.get('A1')).toEqual(before)
})
