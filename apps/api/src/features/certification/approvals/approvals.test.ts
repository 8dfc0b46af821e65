import { randomUUID } from 'node:crypto'
import type { Approvals } from 'contract/approvals'
import type { Notifications } from 'contract/notifications'
import { beforeEach, expect, test } from 'vitest'
import { upload } from '#testing/attached.ts'
import { anAuditor } from '#testing/certifying.ts'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { aLadder } from '#testing/ladder.ts'
import { type Respondent, aRespondent, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

let tenant: TestTenant
let users: Record<'admin' | 'ann' | 'ben' | 'dora', TestUser>
let ann: Respondent
let id: number
let elements: number[]

/** Ann's shared certification, which is complete. Ben is a contributor; Dora is to approve it. */
beforeEach(async () => {
  tenant = await aTenant(t.db)
  const contentSetId = await aContentSet(t.db, { tenant, file: aLadder() })
  const user = async (name: string) => await aUser(t.db, { tenant, name })
  users = {
    admin: await aUser(t.db, { tenant, roles: ['admin'], name: 'Ada Admin' }),
    ann: await user('Ann Owner'),
    ben: await user('Ben Helper'),
    dora: await user('Dora Director'),
  }
  const contributors = [users.ben]
  id = await aSharedAssessment(t.db, {
    owner: users.ann,
    contentSetId,
    type: 'certification',
    contributors,
  })
  ann = aRespondent(t, users.ann)
  elements = (await ann.overview({ type: 'certification' })).elements.map((one) => one.id)
  for (const element of elements) await ann.finish(id, element)
  expect((await setApprover(users.dora)).status).toBe(200)
})

const setApprover = async (user: TestUser | null, by = users.ann) =>
  await t.as(by).put(`/assessments/${id}/approver`, { user_id: user?.id ?? null })
const submit = async () => await ann.caller.post(`/assessments/${id}/submission`)
const seen = async (by = users.dora) =>
  (await t.as(by).get(`/assessments/${id}/approvals`)).body as Approvals
const request = async () => (await seen()).requests[0]?.id ?? 0
const approve = async (asked: number, by = users.dora) =>
  await t.as(by).post(`/assessments/${id}/approvals/approve`, { request: asked })
const refuse = async (asked: number, reason = 'The plan is missing.', by = users.dora) =>
  await t.as(by).post(`/assessments/${id}/approvals/refuse`, { request: asked, reason })
const toldTo = async (user: TestUser) =>
  ((await t.as(user).get('/user/notifications')).body as Notifications).notifications.map(
    ({ kind }) => kind,
  )
const status = async () => (await t.sql`select status from assessments where id = ${id}`)[0]?.status
const nextOf = async (user: TestUser) => (await t.as(user).get('/assessments/returned')).body
async function change(level: number) {
  const { statements, responses } = await ann.quiz(id, elements[0] ?? 0)
  const [statement] = statements
  if (!statement) throw new Error('The element has no statement.')
  const saved = responses.find((one) => one.statement_id === statement.id && one.state === 1)
  await ann.save(id, choice(statement, 1, level, saved?.version))
  return statement.id
}

test('submitting asks the approver, who reads everything, and the approval submits it', async () => {
  expect((await submit()).body).toMatchObject({ status: 'completed', can_submit: true })
  await submit()
  const { requests } = await seen()
  expect(requests).toMatchObject([
    { state: 'asked', approver: { name: 'Dora Director' }, asked_by: { name: 'Ann Owner' } },
  ])
  const dora = aRespondent(t, users.dora)
  expect(await dora.overview({ type: 'certification' })).toMatchObject({
    assessment: { id },
    shared: { role: 'viewer', approver: { id: users.dora.id } },
  })
  expect((await dora.quiz(id, elements[0] ?? 0)).responses).not.toEqual([])
  expect(await toldTo(users.dora)).toEqual(['approval'])
  expect((await approve(await request())).body).toMatchObject({ requests: [{ state: 'approved' }] })
  expect(await toldTo(users.ann)).toEqual(['approved'])
  expect(await status()).toBe('in_review')
  expect(await approve(requests[0]?.id ?? 0)).toMatchObject({ status: 409, code: 'conflict' })
})

test('who is asked finds the certification as their next step, until something changes or they decide', async () => {
  const { ann: owner, admin, dora } = users
  expect(await nextOf(dora)).toEqual({ returned: null, approval: null })
  await submit()
  const [own] = await t.sql<{ family_id: number }>`
    select c.family_id from content_sets c join assessments a on a.content_set_id = c.id where a.id = ${id}`
  const approval = { assessment_id: id, year: 2026, set: own?.family_id, asked_by: 'Ann Owner' }
  expect(await nextOf(dora)).toEqual({ returned: null, approval })
  for (const other of [owner, admin]) expect(await nextOf(other)).toMatchObject({ approval: null })
  await aContentSet(t.db, { tenant })
  const named = { approval: { ...approval, set_title: aLadder().title } }
  expect(await nextOf(dora), 'of several sets').toMatchObject(named)
  await change(2)
  expect(await nextOf(dora), 'changed').toMatchObject({ approval: null })
  await ann.complete(id, elements[0] ?? 0)
  await submit()
  expect(await nextOf(dora), 'asked again').toMatchObject({ approval })
  await approve(await request())
  expect(await nextOf(dora), 'approved').toMatchObject({ approval: null })
})

test('a refusal has a reason and goes back to the owner, who asks again', async () => {
  await submit()
  const first = await request()
  expect((await refuse(first, ' ')).body).toMatchObject({ fields: { reason: expect.anything() } })
  expect((await refuse(first)).status).toBe(200)
  expect(await toldTo(users.ann)).toEqual(['refused'])
  expect(await seen(users.ann)).toMatchObject({
    requests: [{ state: 'refused', reason: 'The plan is missing.' }],
  })
  expect(await status()).toBe('completed')
  await submit()
  expect((await seen()).requests).toMatchObject([{ state: 'asked' }, { state: 'refused' }])
  expect((await approve(first)).status).toBe(404)
})

test('a change clears the request, and the approver sees which statement who changed', async () => {
  await submit()
  const first = await request()
  const statement = await change(2)
  expect(await status()).toBe('in_progress')
  const changes = [{ statement_id: statement, by: { name: 'Ann Owner' }, at: expect.any(String) }]
  expect(await seen()).toMatchObject({ requests: [{ state: 'cleared' }], changes })
  expect(await approve(first)).toMatchObject({ status: 409, code: 'conflict' })
  expect((await submit()).code).toBe('submission-incomplete')
  await ann.complete(id, elements[0] ?? 0)
  await submit()
  expect(await seen()).toMatchObject({
    requests: [{ state: 'asked' }, { state: 'cleared', ended_at: expect.any(String) }],
    changes,
  })
  expect((await approve(await request())).status).toBe(200)
})

test('what arrives late for what isn’t asked leaves the request, until it is asked again', async () => {
  const [, hidden] = (await ann.quiz(id, elements[0] ?? 0)).statements
  if (!hidden) throw new Error('The element has two statements.')
  const scope = (level: string | null) =>
    ann.caller.put(`/assessments/${id}/scope`, { level, profiles: null })
  await scope('basic')
  await submit()
  const { body: note } = await ann.caller.put(`/assessments/${id}/notes`, {
    key: randomUUID(),
    statement_id: hidden.id,
    note: 'In the binder',
    version: 0,
  })
  expect(note).toMatchObject({ version: 1 })
  expect((await ann.save(id, choice(hidden, 1, 2, 1))).status).toBe(200)
  const file = await upload(ann, id, hidden.id, { name: 'a.txt', bytes: Buffer.from('Hello') })
  expect(file.status).toBe(200)
  expect(await seen()).toMatchObject({ requests: [{ state: 'asked' }], changes: [] })
  await scope(null)
  expect(await seen()).toMatchObject({
    requests: [{ state: 'cleared' }],
    changes: [{ statement_id: hidden.id }],
  })
})

test('an approver owns no element, and no one approves their own', async () => {
  const { ann: owner, ben, dora, admin } = users
  const why = async (user: TestUser, by = owner) => (await setApprover(user, by)).text
  expect(await why(owner)).toContain('Choose someone else to approve it')
  await ann.caller.put(`/assessments/${id}/assignments`, {
    element_ids: elements.slice(0, 1),
    user_id: ben.id,
    due_on: null,
  })
  expect(await why(ben, admin)).toContain('Ben Helper answers elements')
  expect((await setApprover(ben, ben)).code).toBe('not-assigned')
  const assign = { element_ids: elements, user_id: dora.id, due_on: null }
  for (const refused of [
    await ann.caller.put(`/assessments/${id}/assignments`, assign),
    await ann.caller.put(`/assessments/${id}/owner`, { user_id: dora.id }),
    await ann.caller.post(`/assessments/${id}/assignments/moves`, {
      from_id: ben.id,
      to_id: dora.id,
    }),
  ])
    expect(refused.text).toContain('approves the assessment')
  await submit()
  for (const by of [owner, ben, admin])
    expect((await approve(await request(), by)).status, by.email).toBeGreaterThan(403)
  expect(await status()).toBe('completed')
  const plain = await aSharedAssessment(t.db, {
    owner,
    contentSetId: Number(
      (await t.sql`select content_set_id as set from assessments where id = ${id}`)[0]?.set,
    ),
  })
  expect(
    await t.as(owner).put(`/assessments/${plain}/approver`, { user_id: dora.id }),
  ).toMatchObject({
    status: 409,
  })
})

test('another approver, none, or one who leaves clears the request', async () => {
  const { admin, dora } = users
  await submit()
  expect((await setApprover(null, admin)).body).toMatchObject({ approver: null })
  expect((await seen(users.ann)).requests).toMatchObject([{ state: 'cleared' }])
  await setApprover(dora)
  await submit()
  await t.as(admin).post('/users/changes', { ids: [dora.id], change: 'deactivate' })
  expect(await seen(users.ann)).toMatchObject({
    approver: null,
    requests: [{ state: 'cleared' }, {}],
  })
  expect((await submit()).body).toMatchObject({ status: 'in_review' })
})

test('no one reviews what they approved', async () => {
  await submit()
  await approve(await request())
  const [review] = await t.sql`select id from reviews where assessment_id = ${id}`
  const auditor = await anAuditor(t.db, tenant, { email: users.dora.email })
  const started = await t.as(auditor).post(`/reviews/${review?.id}/start`)
  expect(started.text).toContain('You took part in this assessment')
  const other = await anAuditor(t.db, tenant)
  expect((await t.as(other).post(`/reviews/${review?.id}/start`)).status).toBe(200)
})
