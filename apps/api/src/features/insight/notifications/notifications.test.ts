import { MAIL_PREFERENCES } from 'contract/mail-preferences'
import { beforeEach, expect, test } from 'vitest'
import { sendDigests } from '#features/insight/digest/send-digests.ts'
import { aSubmission, anAuditor } from '#testing/certifying.ts'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

let tenant: TestTenant
let ann: TestUser
let ben: TestUser
let contentSetId: number
let id: number
let elements: number[]

const at = (moment: string) => (t.clock.now = () => new Date(moment))

beforeEach(async () => {
  at('2026-12-01T12:00:00Z')
  await t.sql`update tenants set status = 'suspended' where kind = 'organisation'`
  tenant = await aTenant(t.db, { name: 'Kestrel Water' })
  contentSetId = await aContentSet(t.db, { tenant, file: aTinySet(), yearFrom: 2025 })
  ann = await aUser(t.db, { tenant, name: 'Ann Owner' })
  ben = await aUser(t.db, { tenant, name: 'Ben Helper' })
  id = await aSharedAssessment(t.db, { owner: ann, contentSetId, year: 2026, contributors: [ben] })
  elements = (await aRespondent(t, ann).overview()).elements.map((element) => element.id)
})

const ALL = Object.fromEntries(MAIL_PREFERENCES.map((kind) => [kind, true]))

type Notice = { ids: number[]; kind: string; by: string | null; is_read: boolean }

const bell = async (user: TestUser, seen?: string) =>
  await t.as(user).get(`/user/notifications${seen === undefined ? '' : `?seen=${seen}`}`)
const notices = async (user: TestUser) =>
  ((await bell(user)).body as { notifications: Notice[] }).notifications
const assign = async (ids: number[], due_on: string | null = null, user = ben) => {
  const body = { element_ids: ids, user_id: user.id, due_on }
  expect(await t.as(ann).put(`/assessments/${id}/assignments`, body)).toMatchObject({
    status: 200,
  })
}
const markDone = async (element: number | undefined) =>
  await t.sql`update element_assignments set done_at = now() where assessment_id = ${id} and element_id = ${element}`

/** The digests of seven in the morning. */
async function digestsOn(day: string) {
  at(`${day}T07:00:00Z`)
  const [last] = await t.sql<{ id: number }>`select coalesce(max(id), 0)::float8 as id from mails`
  await Promise.all([sendDigests(t.app), sendDigests(t.app)])
  return await t.sql<{ recipient: string; subject: string; text: string }>`
    select recipient, subject, text from mails where id > ${last?.id ?? 0} and tenant_id = ${tenant.id} order by id`
}

test('elements of one assignment are one notification, which can be read and is sent again only when changed', async () => {
  expect(await notices(ben)).toEqual([])
  await assign(elements.slice(0, 2))
  const { body } = await bell(ben)
  const { tag, notifications } = body as { tag: string; notifications: Notice[] }
  expect(notifications).toEqual([
    {
      ids: [expect.any(Number), expect.any(Number)],
      kind: 'assigned',
      by: 'Ann Owner',
      assessment_id: id,
      title: 'Tiny',
      year: 2026,
      set: contentSetId,
      elements: [
        { id: elements[0], title: 'Element A' },
        { id: elements[1], title: 'Element B' },
      ],
      actions: [],
      report_id: null,
      statement_id: null,
      email: null,
      at: '2026-12-01T12:00:00.000Z',
      is_read: false,
    },
  ])
  expect(await bell(ben, tag)).toMatchObject({ status: 204 })
  const ids = notifications.flatMap((notice) => notice.ids)
  const read = await t.as(ben).post('/user/notifications/read', { ids })
  expect(read.status).toBe(204)
  expect(await bell(ben, tag)).toMatchObject({ body: { notifications: [{ is_read: true }] } })
  expect(await notices(ann), 'who does something isn’t told about it').toEqual([])
})

test('no one reads or marks the notifications of others, and who has left sees none', async () => {
  await assign(elements.slice(0, 1))
  const [notice] = await notices(ben)
  await t.as(ann).post('/user/notifications/read', { ids: notice?.ids })
  expect(await notices(ben)).toMatchObject([{ is_read: false }])
  await t.as(ann).delete(`/assessments/${id}/members/${ben.id}`)
  expect(await notices(ben)).toEqual([])
})

test('the first assignment is mailed, later ones are in one digest, and what is done by then in none', async () => {
  await assign(elements.slice(0, 1))
  expect(await digestsOn('2026-12-02')).toEqual([])
  // Not the first time again, though nothing is theirs any more.
  const backToOwner = { element_ids: elements.slice(0, 1), user_id: null, due_on: null }
  await t.as(ann).put(`/assessments/${id}/assignments`, backToOwner)
  await assign(elements.slice(1, 2), '2027-03-01')
  const [digest, ...others] = await digestsOn('2026-12-03')
  expect(others).toEqual([])
  expect(digest).toMatchObject({
    recipient: ben.email,
    subject: 'Ann Owner asks you to answer “Element B” (Kestrel Water)',
  })
  expect(digest?.text).toContain(`Tiny 2026. Due on Monday 1 March 2027. You get this email`)
  expect(digest?.text).toContain(`/assessment/${id}?elementId=${elements[1]}`)
  await markDone(elements[1])
  await t.as(ann).post(`/assessments/${id}/elements/${elements[1]}/return`)
  await markDone(elements[1])
  expect(await digestsOn('2026-12-04')).toEqual([])
})

test('elements are due 7 days and 1 day before, on the day and every week until they are done', async () => {
  await assign(elements.slice(0, 1), '2026-12-16')
  at('2026-12-01T12:01:00Z')
  await assign(elements.slice(1, 2), '2026-12-16')
  await digestsOn('2026-12-02')
  const subjects = async (day: string) =>
    (await digestsOn(day)).map(({ subject }) => subject.replace(' (Kestrel Water)', ''))
  expect(await subjects('2026-12-08')).toEqual([])
  const both = '“Element A” and 1 other element'
  expect(await subjects('2026-12-09')).toEqual([`Due on Wednesday 16 December 2026: ${both}`])
  expect(await subjects('2026-12-15')).toEqual([`Due tomorrow: ${both}`])
  await markDone(elements[0])
  expect(await subjects('2026-12-16')).toEqual(['Due today: “Element B”'])
  expect(await subjects('2026-12-23')).toEqual(['Overdue: “Element B”'])
  await markDone(elements[1])
  expect(await subjects('2026-12-30')).toEqual([])
  const kinds = (await notices(ben)).map(({ kind }) => kind)
  expect(kinds).toEqual(['due', 'due', 'due', 'due', 'assigned', 'assigned'])
})

test('who turned a kind off gets no mail about it, and sees it behind the bell', async () => {
  await t.as(ben).put('/user/mails', { ...ALL, assigned: false, due: false })
  await assign(elements.slice(0, 1))
  at('2026-12-01T12:01:00Z')
  await assign(elements.slice(1, 2), '2026-12-02')
  expect(await digestsOn('2026-12-02')).toEqual([])
  const mails = await t.sql`select from mails where recipient = ${ben.email}`
  expect(mails).toHaveLength(0)
  expect(await notices(ben)).toHaveLength(2)
})

test('everyone who answers together is told what the auditor has decided', async () => {
  const { assessment, review } = await aSubmission(t.db, { user: ann, contentSetId, is: 'started' })
  await t.sql`update assessments set user_id = null, owner_id = ${ann.id}, family_id = ${contentSetId} where id = ${assessment}`
  await t.sql`insert into assessment_members (tenant_id, assessment_id, user_id, role)
    values (${tenant.id}, ${assessment}, ${ben.id}, 'viewer')`
  const auditor = await anAuditor(t.db, tenant)
  const decision = { version: 1, reason: 'Attach the minutes.' }
  expect(await t.as(auditor).post(`/reviews/${review}/return`, decision)).toMatchObject({
    status: 200,
  })
  expect(await notices(ann)).toMatchObject([{ kind: 'decided', by: null, elements: [] }])
  expect(await notices(ben)).toMatchObject([{ kind: 'decided' }])
  expect(await digestsOn('2026-12-02')).toMatchObject([
    {
      recipient: ben.email,
      subject: 'The auditor has made a decision (Kestrel Water)',
      text: expect.stringContaining(`/certification?year=2026&set=${contentSetId}`),
    },
  ])
})

test('who is to approve a certification is led to it', async () => {
  const type = 'certification'
  const own = await aSharedAssessment(t.db, { owner: ann, contentSetId, year: 2026, type })
  await t.as(ann).put(`/assessments/${own}/approver`, { user_id: ben.id })
  await t.sql`update assessments set status = 'completed' where id = ${own}`
  await t.sql`insert into element_completions (tenant_id, assessment_id, element_id)
    select tenant_id, ${own}, id from elements where content_set_id = ${contentSetId}`
  expect((await t.as(ann).post(`/assessments/${own}/submission`)).status).toBe(200)
  expect(await notices(ben)).toMatchObject([{ kind: 'approval', year: 2026, set: contentSetId }])
  expect(await digestsOn('2026-12-02')).toMatchObject([
    { text: expect.stringContaining(`/?type=certification&year=2026&set=${contentSetId}`) },
  ])
})

test('a question and an element that isn’t theirs are told, until they are settled', async () => {
  const [statement] = (await aRespondent(t, ann).quiz(id, elements[0] ?? 0)).statements
  const ask = async (key: string) => {
    const body = { key, statement_id: statement?.id, text: 'Since when?', user_id: ben.id }
    const asked = await t.as(ann).post(`/assessments/${id}/comments`, body)
    return (asked.body as { id: number }).id
  }
  const question = await ask('00000000-0000-4000-8000-000000000001')
  expect(await notices(ben)).toMatchObject([{ kind: 'asked', statement_id: statement?.id }])
  expect(await digestsOn('2026-12-02')).toMatchObject([
    {
      recipient: ben.email,
      subject: 'Ann Owner has a question for you in “Element A” (Kestrel Water)',
      text: expect.stringContaining(`?elementId=${elements[0]}#statement-${statement?.id}`),
    },
  ])
  await t.as(ann).post(`/assessments/${id}/comments/${question}/resolution`)
  const other = await ask('00000000-0000-4000-8000-000000000002')
  await t.as(ann).post(`/assessments/${id}/comments/${other}/resolution`)
  expect(await digestsOn('2026-12-03'), 'nothing waits any more').toEqual([])
  await assign(elements.slice(0, 1))
  await digestsOn('2026-12-04')
  const declined = { reason: 'Finance knows this.', suggested_id: null }
  await t.as(ben).post(`/assessments/${id}/elements/${elements[0]}/decline`, declined)
  expect(await notices(ann)).toMatchObject([{ kind: 'not_mine', by: 'Ben Helper' }])
  expect(await digestsOn('2026-12-07')).toMatchObject([
    { recipient: ann.email, subject: 'Ben Helper can’t answer “Element A” (Kestrel Water)' },
  ])
})

test('who may invite is asked to in the digest, until it is done or they turned it off', async () => {
  const [ada, ivo] = [
    await aUser(t.db, { tenant, roles: ['admin'] }),
    await aUser(t.db, { tenant, roles: ['admin'] }),
  ]
  const ask = async (email: string, element: number | undefined) =>
    await t.as(ann).put(`/assessments/${id}/assignments`, {
      element_ids: [element],
      user_id: null,
      due_on: null,
      email,
    })
  await t.as(ivo).put('/user/mails', { ...ALL, to_invite: false })
  await ask('dora+a@partner.example', elements[0])
  await ask('emil@partner.example', elements[1])
  await t.as(ivo).post('/invitations', { emails: ['emil@partner.example'], roles: ['user'] })
  const digests = await digestsOn('2026-12-02')
  expect(digests).toMatchObject([
    {
      recipient: ada.email,
      subject:
        'Ann Owner asks you to invite dora+a@partner.example to answer “Element A” (Kestrel Water)',
    },
  ])
  expect(digests[0]?.text).toContain('/admin/users?invite=dora%2Ba%40partner.example')
})
