import { randomUUID } from 'node:crypto'
import { submissions } from 'contract/submissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAttachment } from '#testing/attached.ts'
import { aProvingSet, anAuditor } from '#testing/certifying.ts'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
  anAssessment,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let acme: TestTenant
let contentSetId: number
const statements = new Map<string, number>()
beforeAll(async () => {
  t = await startTestApp({ works: false })
  acme = await aTenant(t.db, { domain: 'acme' })
  contentSetId = await aContentSet(t.db, { tenant: acme, file: aProvingSet('A1', 'C1', 'C2') })
  const rows = await t.db
    .selectFrom('statements')
    .select(['id', 'key'])
    .where('content_set_id', '=', contentSetId)
    .execute()
  for (const { id, key } of rows) statements.set(key, id)
})
afterAll(() => t.close())

const at = (key: string) => statements.get(key) ?? 0

/** An assessment with the lowest responses, complete except for the last element. */
async function aWhole(type: 'certification' | 'self_assessment' = 'certification') {
  const user = await aUser(t.db, { tenant: acme })
  const id = await anAssessment(t.db, { user, contentSetId, type })
  await t.owner.query(
    `delete from element_completions where assessment_id = $1 and element_id = (select element_id from statements where id = $2)`,
    [id, at('C1')],
  )
  return { user, id }
}
type Whole = Awaited<ReturnType<typeof aWhole>>
const attach = (
  { user, id }: Whole,
  key: string,
  status: 'uploading' | 'scanning' | 'clean' | 'quarantined' = 'clean',
) => anAttachment(t, { user, assessment: id, statement: at(key), status })
const submit = ({ user, id }: Whole) => t.as(user).post(`/assessments/${id}/submission`)
const standing = async ({ user, id }: Whole) =>
  submissions.get.response.parse((await t.as(user).get(`/assessments/${id}/submission`)).body)

test('a submission without required evidence is refused and names the statements', async () => {
  const whole = await aWhole()
  expect(await submit(whole)).toMatchObject({
    status: 409,
    code: 'submission-incomplete',
    body: {
      message: 'One response asks for evidence that is not attached.',
      details: {
        elements: [{ title: 'Element A', statement_ids: [], evidence_ids: [at('A1')] }],
      },
    },
  })
  expect((await standing(whole)).can_submit).toBe(false)
  await attach(whole, 'A1')
  expect(await standing(whole)).toMatchObject({ missing: [], can_submit: true })
  expect((await submit(whole)).status).toBe(200)
})

test.each([
  ['uploading', 1],
  ['quarantined', 1],
  ['scanning', 0],
] as const)('of a file that is %s, what is missing is %i', async (status, missing) => {
  const whole = await aWhole()
  await attach(whole, 'A1', status)
  expect((await standing(whole)).missing).toHaveLength(missing)
})

test('other responses and inapplicable statements need no evidence', async () => {
  const whole = await aWhole()
  await t.owner.query(
    `update responses set statement_response_id = (select max(id) from statement_responses where statement_id = $2)
     where assessment_id = $1 and statement_id = $2 and state = 1`,
    [whole.id, at('A1')],
  )
  expect((await standing(whole)).missing).toEqual([])
  await t.owner.query(
    `update responses set statement_response_id = null, not_applicable_reason = 'We have none.'
     where assessment_id = $1 and statement_id = $2 and state = 1`,
    [whole.id, at('A1')],
  )
  expect((await standing(whole)).missing).toEqual([])
})

test('an optional element needs evidence after it is completed', async () => {
  const whole = await aWhole()
  await attach(whole, 'A1')
  expect((await standing(whole)).missing).toEqual([])
  await t
    .as(whole.user)
    .post(`/assessments/${whole.id}/elements/${await elementOf('C1')}/completion`)
  expect(await standing(whole)).toMatchObject({
    missing: [{ title: 'Element C', evidence_ids: [at('C1'), at('C2')] }],
    can_submit: false,
  })
})

async function elementOf(key: string) {
  const { element_id } = await t.db
    .selectFrom('statements')
    .select('element_id')
    .where('id', '=', at(key))
    .executeTakeFirstOrThrow()
  return element_id
}

test('a late file keeps a completed element complete', async () => {
  const whole = await aWhole()
  const file = await attach(whole, 'A1', 'uploading')
  expect((await t.as(whole.user).post(`/attachments/${file}/completion`)).status).toBe(200)
  expect(await standing(whole)).toMatchObject({ status: 'completed', can_submit: true })
})

test('a change in an optional element keeps the rest ready to submit', async () => {
  const whole = await aWhole()
  await attach(whole, 'A1')
  await attach(whole, 'C1')
  await attach(whole, 'C2')
  const rosa = t.as(whole.user)
  const element = `/assessments/${whole.id}/elements/${await elementOf('C1')}`
  expect((await rosa.post(`${element}/completion`)).status).toBe(200)
  const note = { key: randomUUID(), statement_id: at('C1'), note: 'More', version: 0 }
  expect((await rosa.put(`/assessments/${whole.id}/notes`, note)).status).toBe(200)
  expect(await standing(whole)).toMatchObject({ status: 'in_progress', can_submit: true })
  expect((await submit(whole)).status).toBe(200)
})

test('a self-assessment needs no evidence', async () => {
  const { user, id } = await aWhole('self_assessment')
  const path = `/assessments/${id}/elements/${await elementOf('A1')}/completion`
  expect((await t.as(user).post(path)).status).toBe(200)
})

test("required evidence can't be removed until the assessment is returned", async () => {
  const whole = await aWhole()
  const file = await attach(whole, 'A1')
  await submit(whole)
  const rosa = t.as(whole.user)
  expect((await rosa.delete(`/attachments/${file}`)).code).toBe('assessment-closed')
  const auditor: TestUser = await anAuditor(t.db, acme)
  const { rows } = await t.owner.query<{ id: number }>(
    'select id from reviews where assessment_id = $1',
    [whole.id],
  )
  const path = `/reviews/${rows[0]?.id}`
  await t.as(auditor).post(`${path}/beginning`)
  const body = { version: 2, reason: 'Attach the minutes of this year.' }
  expect((await t.as(auditor).post(`${path}/return`, body)).status).toBe(200)
  expect(await standing(whole)).toMatchObject({ status: 'returned', can_submit: true })
  expect((await rosa.delete(`/attachments/${file}`)).status).toBe(204)
  expect((await standing(whole)).missing).toMatchObject([{ evidence_ids: [at('A1')] }])
  expect((await submit(whole)).code).toBe('submission-incomplete')
})
