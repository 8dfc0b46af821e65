import { randomUUID } from 'node:crypto'
import { reviews as contract } from 'contract/reviews'
import { expect, test } from 'vitest'
import { anAttachment } from '#testing/attached.ts'
import { aCertification, aSubmission, anAuditor } from '#testing/certifying.ts'
import { THIS_YEAR, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme' })
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
const auditor = await anAuditor(t.db, acme)

async function statementsOf(review: number) {
  const { body } = await t.as(auditor).get(`/reviews/${review}`)
  const { elements } = contract.get.response.parse(body)
  return new Map(
    elements.flatMap(({ statements }) => statements.map((one) => [one.text.slice(-2), one])),
  )
}

type Statements = Awaited<ReturnType<typeof statementsOf>>
const changesIn = (statements: Statements) => [...statements.values()].map(({ changed }) => changed)

async function secondRound(assessment: number) {
  const [review] = await t.sql<{ id: number }>`
    select id from reviews where assessment_id = ${assessment} and round = 2`
  return review?.id ?? 0
}

/** A change of the current response, to a level from 1, after the first save. */
const changeOf = (statements: Statements, key: string, level: number) => ({
  key: randomUUID(),
  statement_id: statements.get(key)?.id,
  state: 1,
  statement_response_id: statements.get(key)?.responses[level - 1]?.id ?? null,
  not_applicable_reason: null,
  version: 1,
})

test('a second submission shows the changes of each statement', async () => {
  const user = await aUser(t.db, { tenant: acme, name: 'Rosa' })
  let old = 0
  const { assessment, review } = await aSubmission(t.db, {
    user,
    contentSetId,
    is: 'reviewed',
    before: async (id) => {
      const [b1] = await t.sql<{ id: number }>`
        select id from statements where content_set_id = ${contentSetId} and key = 'B1'`
      old = await anAttachment(t, { user, assessment: id, statement: b1?.id ?? 0 })
    },
  })
  const first = await statementsOf(review)
  expect(changesIn(first)).toEqual(Array(6).fill(null))
  const idOf = (key: string) => first.get(key)?.id ?? 0
  const attach = (key: string, status: 'clean' | 'scanning' | 'uploading' = 'clean') =>
    anAttachment(t, { user, assessment, statement: idOf(key), status })
  await t.as(auditor).post(`/reviews/${review}/return`, { version: 1, reason: 'Fix it.' })

  const rosa = aRespondent(t, user)
  const elements = new Set((await rosa.overview({ type: 'certification' })).elements)
  const addNote = async (key: string) =>
    (await rosa.caller.put(`/assessments/${assessment}/notes`, { ...note, ...keyed(key) })).status
  const note = { note: 'Since May.', version: 0 }
  const keyed = (key: string) => ({ key: randomUUID(), statement_id: idOf(key) })
  const without = { ...changeOf(first, 'A2', 0), not_applicable_reason: 'We have none.' }
  expect((await rosa.save(assessment, changeOf(first, 'A1', 2))).status).toBe(200)
  expect((await rosa.save(assessment, without)).status).toBe(200)
  expect(await addNote('B2')).toBe(200)
  expect((await rosa.caller.delete(`/attachments/${old}`)).status).toBe(204)
  await attach('B1')
  await attach('B1', 'scanning')
  await attach('C1', 'uploading')
  for (const { id } of elements) await rosa.complete(assessment, id)
  expect((await rosa.caller.post(`/assessments/${assessment}/submission`)).status).toBe(200)

  const round = await secondRound(assessment)
  const again = await statementsOf(round)
  const nothing = { round: 1, is_new: false, note: false, files_added: 0, files_removed: 0 }
  const unchanged = { ...nothing, current: null, future: null }
  expect(again.get('A1')?.changed).toEqual({ ...unchanged, current: { before: 'Low' } })
  expect(again.get('A2')?.changed).toMatchObject({ current: { before: 'Low' } })
  expect(again.get('B1')?.changed).toEqual({ ...unchanged, files_added: 2, files_removed: 1 })
  expect(again.get('B2')?.changed).toEqual({ ...unchanged, note: true })
  expect(changesIn(again).slice(4)).toEqual([null, null])

  // Removed files are deleted later, and later changes belong to the next round.
  await t.sql`delete from attachments where removed_at is not null`
  await t.as(auditor).post(`/reviews/${round}/start`)
  await t.as(auditor).post(`/reviews/${round}/return`, { version: 2, reason: 'Again.' })
  await attach('B1')
  await attach('C2')
  expect(await addNote('C1')).toBe(200)
  expect(changesIn(await statementsOf(round))).toEqual(changesIn(again))
})

test('a submission withdrawn before its review is not compared', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const { assessment } = await aSubmission(t.db, { user, contentSetId })
  const { body } = await t.as(user).delete(`/assessments/${assessment}/submission`)
  expect(body).toMatchObject({ rounds: [{ status: 'withdrawn' }] })
  await t.as(user).post(`/assessments/${assessment}/submission`)
  const again = await statementsOf(await secondRound(assessment))
  expect(changesIn(again)).toEqual(Array(6).fill(null))
})

test("last year's certified response is shown, also if not applicable or revoked", async () => {
  const user = await aUser(t.db, { tenant: acme })
  const year = THIS_YEAR - 1
  const last = await aCertification(t.db, { user, contentSetId, year })
  await t.sql`update review_responses set statement_response_id = null where statement_id in
       (select id from statements where content_set_id = ${contentSetId} and key = 'A2')
     and review_id in (select id from reviews where assessment_id = ${last.assessment})`
  const { review } = await aSubmission(t.db, { user, contentSetId })
  const seen = await statementsOf(review)
  expect(seen.get('A1')?.last_certified).toMatchObject({ label: 'Low', is_revoked: false })
  expect(seen.get('A2')?.last_certified).toMatchObject({ year, label: null })
  await t.as(auditor).post(`/certifications/${last.id}/revocation`, { reason: 'Forged.' })
  expect((await statementsOf(review)).get('A1')?.last_certified?.is_revoked).toBe(true)
  const other = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
  const ofOther = await aSubmission(t.db, { user, contentSetId: other })
  expect((await statementsOf(ofOther.review)).get('A1')?.last_certified).toBeNull()
})

test('an ended review shows what was submitted, without later changes', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const { assessment, review } = await aSubmission(t.db, { user, contentSetId, is: 'reviewed' })
  await t.as(auditor).post(`/reviews/${review}/return`, { version: 1, reason: 'Fix it.' })
  const rosa = aRespondent(t, user)
  const before = await statementsOf(review)
  expect((await rosa.save(assessment, changeOf(before, 'A1', 3))).status).toBe(200)
  const keyed = { key: randomUUID(), statement_id: before.get('A1')?.id }
  const note = { ...keyed, note: 'Not for you yet.', version: 0 }
  expect((await rosa.caller.put(`/assessments/${assessment}/notes`, note)).status).toBe(200)
  const after = await statementsOf(review)
  expect([...after.keys()]).toEqual(['A1', 'A2', 'B1', 'B2', 'C1', 'C2'])
  expect(after.get('A1')).toEqual(before.get('A1'))
})
