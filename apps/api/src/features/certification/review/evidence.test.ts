import { randomUUID } from 'node:crypto'
import { submissions } from 'contract/submissions'
import { expect, test } from 'vitest'
import { anAttachment } from '#testing/attached.ts'
import { aSetWithEvidence, anAuditor } from '#testing/certifying.ts'
import { aContentSet, aTenant, aUser, anAssessment } from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme' })
const file = aSetWithEvidence('A1', 'C1', 'C2')
const contentSetId = await aContentSet(t.db, { tenant: acme, file })
const statements = await t.sql<{ id: number; key: string; element_id: number }>`
  select id, key, element_id from statements where content_set_id = ${contentSetId}`

const statementOf = (key: string) => statements.find((one) => one.key === key)
const at = (key: string) => statementOf(key)?.id ?? 0

/** An assessment with the lowest responses, complete except for the last element. */
async function aWhole(type: 'certification' | 'self_assessment' = 'certification') {
  const user = await aUser(t.db, { tenant: acme })
  const id = await anAssessment(t.db, { user, contentSetId, type })
  await t.sql`delete from element_completions
    where assessment_id = ${id} and element_id = ${statementOf('C1')?.element_id}`
  return { user, id, rosa: t.as(user) }
}
type Whole = Awaited<ReturnType<typeof aWhole>>
const attach = (
  { user, id }: Whole,
  key: string,
  status: 'uploading' | 'scanning' | 'clean' | 'quarantined' = 'clean',
) => anAttachment(t, { user, assessment: id, statement: at(key), status })
const submit = ({ rosa, id }: Whole) => rosa.post(`/assessments/${id}/submission`)
const complete = ({ rosa, id }: Whole, key: string) =>
  rosa.post(`/assessments/${id}/elements/${statementOf(key)?.element_id}/completion`)
const submissionOf = async ({ rosa, id }: Whole) =>
  submissions.get.response.parse((await rosa.get(`/assessments/${id}/submission`)).body)

test('a submission without required evidence is refused and names the statements', async () => {
  const whole = await aWhole()
  const missing = { title: 'Element A', statement_ids: [], evidence_ids: [at('A1')] }
  expect(await submit(whole)).toMatchObject({
    status: 409,
    code: 'submission-incomplete',
    body: {
      message: '1 response requires evidence. Attach a file before you submit the assessment.',
      details: { elements: [missing] },
    },
  })
  expect((await submissionOf(whole)).can_submit).toBe(false)
  await attach(whole, 'A1')
  expect(await submissionOf(whole)).toMatchObject({ missing: [], can_submit: true })
  expect((await submit(whole)).status).toBe(200)
})

test.each([
  ['uploading', 1],
  ['quarantined', 1],
  ['scanning', 0],
] as const)('of a file that is %s, what is missing is %i', async (status, missing) => {
  const whole = await aWhole()
  await attach(whole, 'A1', status)
  expect((await submissionOf(whole)).missing).toHaveLength(missing)
})

test('other responses and inapplicable statements need no evidence', async () => {
  const whole = await aWhole()
  await t.sql`update responses set statement_response_id = (select max(id) from statement_responses where statement_id = ${at('A1')})
    where assessment_id = ${whole.id} and statement_id = ${at('A1')} and state = 1`
  expect((await submissionOf(whole)).missing).toEqual([])
  await t.sql`update responses set statement_response_id = null, not_applicable_reason = 'We have none.'
    where assessment_id = ${whole.id} and statement_id = ${at('A1')} and state = 1`
  expect((await submissionOf(whole)).missing).toEqual([])
})

test('a statement that asks for evidence does so for every response above the lowest', async () => {
  const asking = aTinySet()
  for (const { statements } of asking.elements)
    for (const statement of statements)
      statement.asksForEvidence = statement.key === 'A1' || undefined
  const tenant = await aTenant(t.db)
  const setId = await aContentSet(t.db, { tenant, file: asking })
  const user = await aUser(t.db, { tenant })
  const id = await anAssessment(t.db, { user, contentSetId: setId, type: 'certification' })
  const missing = async () =>
    (await submissionOf({ user, id, rosa: t.as(user) })).missing.flatMap((one) => one.evidence_ids)
  expect(await missing()).toEqual([])
  const [raised] = await t.sql<{ statement_id: number }>`
    update responses r set statement_response_id = v.id from statement_responses v join statements s on s.id = v.statement_id
    where r.assessment_id = ${id} and r.state = 1 and r.statement_id = s.id and s.key = 'A1' and v.value = 5
    returning r.statement_id`
  expect(await missing()).toEqual([raised?.statement_id])
})

test('a response that requires a note needs one before its assessment is submitted', async () => {
  const asking = aTinySet()
  const [element] = asking.elements
  if (element?.statements[0]) element.statements[0].asksForNote = true
  const tenant = await aTenant(t.db)
  const setId = await aContentSet(t.db, { tenant, file: asking })
  const user = await aUser(t.db, { tenant })
  const id = await anAssessment(t.db, { user, contentSetId: setId, type: 'certification' })
  const whole = { user, id, rosa: t.as(user) }
  const [missing] = (await submissionOf(whole)).missing
  expect(missing).toMatchObject({
    statement_ids: [],
    evidence_ids: [],
    note_ids: [expect.any(Number)],
  })
  expect((await submit(whole)).body).toMatchObject({
    message: '1 response requires a note. Write it before you submit the assessment.',
  })
  const note = { key: randomUUID(), statement_id: missing?.note_ids[0], note: 'Yes', version: 0 }
  expect((await whole.rosa.put(`/assessments/${id}/notes`, note)).status).toBe(200)
  expect(
    (await whole.rosa.post(`/assessments/${id}/elements/${missing?.id}/completion`)).status,
  ).toBe(200)
  expect((await submit(whole)).status).toBe(200)
})

test('an optional element needs evidence after completion and no completion to submit', async () => {
  const whole = await aWhole()
  await attach(whole, 'A1')
  expect((await submissionOf(whole)).missing).toEqual([])
  expect((await complete(whole, 'C1')).status).toBe(200)
  expect(await submissionOf(whole)).toMatchObject({
    missing: [{ title: 'Element C', evidence_ids: [at('C1'), at('C2')] }],
    can_submit: false,
  })
  await attach(whole, 'C1')
  await attach(whole, 'C2')
  const note = { key: randomUUID(), statement_id: at('C1'), note: 'More', version: 0 }
  expect((await whole.rosa.put(`/assessments/${whole.id}/notes`, note)).status).toBe(200)
  expect(await submissionOf(whole)).toMatchObject({ status: 'in_progress', can_submit: true })
  expect((await submit(whole)).status).toBe(200)
})

test('a late file keeps a completed element complete', async () => {
  const whole = await aWhole()
  const late = await attach(whole, 'A1', 'uploading')
  expect((await whole.rosa.post(`/attachments/${late}/completion`)).status).toBe(200)
  expect(await submissionOf(whole)).toMatchObject({ status: 'completed', can_submit: true })
})

test('a self-assessment needs no evidence', async () => {
  expect((await complete(await aWhole('self_assessment'), 'A1')).status).toBe(200)
})

test("required evidence can't be removed until the assessment is returned", async () => {
  const whole = await aWhole()
  const required = await attach(whole, 'A1')
  await submit(whole)
  expect((await whole.rosa.delete(`/attachments/${required}`)).code).toBe('assessment-closed')
  const ada = t.as(await anAuditor(t.db, acme))
  const [review] = await t.sql<{ id: number }>`
    select id from reviews where assessment_id = ${whole.id}`
  await ada.post(`/reviews/${review?.id}/start`)
  const body = { version: 2, reason: 'Attach the minutes of this year.' }
  expect((await ada.post(`/reviews/${review?.id}/return`, body)).status).toBe(200)
  expect(await submissionOf(whole)).toMatchObject({ status: 'returned', can_submit: true })
  expect((await whole.rosa.delete(`/attachments/${required}`)).status).toBe(204)
  expect((await submissionOf(whole)).missing).toMatchObject([{ evidence_ids: [at('A1')] }])
  expect((await submit(whole)).code).toBe('submission-incomplete')
})
