import { randomUUID } from 'node:crypto'
import type { TeamReminders } from 'contract/assignments'
import { comments } from 'contract/comments'
import { dashboard } from 'contract/dashboard'
import { plan } from 'contract/plan'
import { shared } from 'contract/shared-assessments'
import { beforeEach, expect, test } from 'vitest'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aReport,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { aLadder } from '#testing/ladder.ts'
import { type Respondent, aRespondent, aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { sendDigests } from './digest/send-digests.ts'

const t = await testApp({ works: false })

let tenant: TestTenant
let users: Record<'admin' | 'ann' | 'ben', TestUser>
let ann: Respondent
let ben: Respondent
let id: number
let elements: number[]
/** A1 of level Basic, and B1 of level Advanced. */
let statements: number[]

/** Ann’s shared assessment of level Advanced. Ben answers A and B, and has a question and an action about each. */
beforeEach(async () => {
  t.clock.now = () => new Date()
  tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aLadder() })
  users = {
    admin: await aUser(t.db, { tenant, roles: ['admin'], name: 'Ada Admin' }),
    ann: await aUser(t.db, { tenant, name: 'Ann Owner' }),
    ben: await aUser(t.db, { tenant, name: 'Ben Helper' }),
  }
  ann = aRespondent(t, users.ann)
  ben = aRespondent(t, users.ben)
  const [set] = (await offered()).sets
  const body = { family_id: set?.family_id, type: 'self_assessment', owner_id: users.ann.id }
  const created = await t
    .as(users.admin)
    .post('/shared-assessments', { ...body, level: 'advanced' })
  id = shared.create.response.parse(created.body).id
  elements = (await ann.overview()).elements.map((one) => one.id)
  const [a = 0, b = 0] = elements
  await assign(a, { user_id: users.ben.id })
  await assign(b, { user_id: users.ben.id, due_on: tomorrow() })
  const firsts = [(await ann.quiz(id, a)).statements[0], (await ann.quiz(id, b)).statements[0]]
  statements = firsts.map((one) => one?.id ?? 0)
  for (const statement_id of statements) {
    const question = { key: randomUUID(), statement_id, text: 'Since when?', user_id: users.ben.id }
    await ann.caller.post(`/assessments/${id}/comments`, question)
  }
  expect((await planned('A1')).status).toBe(200)
  expect((await planned('B1', { due_on: tomorrow() })).status).toBe(200)
})

const DAY_MS = 86_400_000
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
const offered = async () =>
  shared.offered.response.parse((await t.as(users.admin).get('/shared-assessments/offered')).body)
const assign = async (element: number, more: object) =>
  await ann.caller.put(`/assessments/${id}/assignments`, {
    element_ids: [element],
    user_id: null,
    due_on: null,
    ...more,
  })
const planned = async (key: string, more: object = {}) =>
  await ann.caller.post(`/assessments/${id}/plan`, {
    actions: [
      {
        key: randomUUID(),
        statement_key: key,
        title: `Do ${key}`,
        owner_id: users.ben.id,
        due_on: null,
        ...more,
      },
    ],
  })
const change = async (level: string | null) =>
  await ann.caller.put(`/assessments/${id}/scope`, { level, profiles: null })
const people = async () =>
  shared.people.response.parse((await ann.caller.get(`/assessments/${id}/people`)).body)
const leftFor = async () =>
  ((await ann.caller.get(`/assessments/${id}/reminders`)).body as TeamReminders).people.map(
    ({ left_to_do: left }) => left,
  )

test('members have to do only what is asked, and the rest comes back with its level', async () => {
  const counts = async () => {
    const [member] = (await people()).members
    return [member?.elements, member?.questions, member?.actions, ...(await leftFor())]
  }
  const asked = async () => (await ben.overview()).asked.length
  expect(await counts()).toEqual([2, 2, 2, 4])
  expect(await asked()).toBe(2)
  await change('basic')
  expect(await counts()).toEqual([1, 1, 1, 2])
  expect(await asked()).toBe(1)
  const { assignments } = (await ben.overview()).shared ?? {}
  expect(assignments?.map(({ element_id }) => element_id)).toEqual([elements[0]])
  const listed = await ann.caller.get(`/assessments/${id}/comments`)
  expect(comments.list.response.parse(listed.body).comments).toHaveLength(1)
  await change(null)
  expect(await counts()).toEqual([2, 2, 2, 4])
})

test('what isn’t asked needs no new person and waits for no one', async () => {
  const [a = 0, b = 0] = elements
  await ben.caller.post(`/assessments/${id}/elements/${b}/decline`, {
    reason: 'Ask Cleo.',
    suggested_id: null,
  })
  const open = async () => {
    const { body } = await ann.caller.get(`/assessments/${id}/assignments/open`)
    return (body as { elements: unknown[] }).elements.length
  }
  expect([(await people()).needs_person, await open()]).toEqual([1, 1])
  await change('basic')
  expect([(await people()).needs_person, await open()]).toEqual([0, 0])
  await change(null)
  await assign(b, { email: 'cleo@partner.example' })
  expect((await people()).awaited).toMatchObject([{ elements: 1 }])
  await change('basic')
  expect((await people()).awaited).toEqual([])
  expect((await assign(a, { user_id: users.ben.id })).status).toBe(200)
})

test('a page from before a lower level was chosen says why an element can’t be worked on any more', async () => {
  const [a = 0, b = 0] = elements
  await change('basic')
  const message = 'This element is outside the scope now. Reload the page.'
  const element = `/assessments/${id}/elements/${b}`
  const reason = { reason: 'Ask Cleo.', suggested_id: null }
  for (const answer of [
    await assign(b, { user_id: users.ben.id }),
    await assign(b, { email: 'cleo@partner.example' }),
    await ben.caller.post(`${element}/done`),
    await ann.caller.post(`${element}/return`),
    await ben.caller.post(`${element}/decline`, reason),
  ])
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', message } })
  expect((await assign(a, { element_ids: [a, b] })).body).toMatchObject({
    message: 'Some of these elements are outside the scope now. Reload the page.',
  })
  expect((await assign(a, { element_ids: [a, 2_000_000_000] })).status).toBe(404)
})

test('a question about what isn’t asked is refused, and a late comment is kept for when it is', async () => {
  const [, b1 = 0] = statements
  const path = `/assessments/${id}/comments`
  const say = (text: string, user_id: number | null, key = randomUUID()) =>
    ann.caller.post(path, { key, statement_id: b1, text, user_id })
  const listed = async () =>
    comments.list.response.parse((await ann.caller.get(path)).body).comments
  const earlier = (await listed()).find(({ statement_id }) => statement_id === b1)
  const key = randomUUID()
  const saved = await say('Until when?', users.ben.id, key)
  const resolution = `${path}/${comments.add.response.parse(saved.body).id}/resolution`
  await change('basic')
  // Sent twice, because the first answer was lost.
  const again = await say('Until when?', users.ben.id, key)
  expect([again.status, again.body]).toEqual([200, saved.body])
  const refused = {
    status: 409,
    body: {
      message:
        'This statement is outside the scope, so no one can answer a question about it. Change the scope first, or ask the owner to change it.',
    },
  }
  expect(await say('Who knows?', users.ben.id)).toMatchObject(refused)
  const cleo = await aUser(t.db, { tenant, name: 'Cleo' })
  expect(await say('Who knows?', cleo.id)).toMatchObject(refused)
  const another = { user_id: cleo.id }
  expect(await ann.caller.put(`${path}/${earlier?.id}/asked`, another)).toMatchObject(refused)
  expect((await ann.caller.delete(resolution)).status).toBe(200)
  expect((await ann.caller.post(resolution)).status).toBe(200)
  expect(await ann.caller.delete(resolution)).toMatchObject(refused)
  const { caller } = aRespondent(t, cleo)
  expect((await caller.get(`/shared-assessments/${id}`)).status).toBe(404)
  expect((await say('Seen in May', null)).status).toBe(200)
  expect((await listed()).map(({ text }) => text)).toEqual(['Since when?'])
  await change(null)
  expect((await listed()).map(({ text }) => text)).toEqual([
    'Since when?',
    'Since when?',
    'Until when?',
    'Seen in May',
  ])
  expect((await ann.caller.delete(resolution)).status).toBe(200)
})

test('a comment without a counterpart in a new edition stays readable, whatever is asked', async () => {
  const commented = async () => {
    const { body } = await ann.caller.get(`/assessments/${id}/comments`)
    return comments.list.response.parse(body).comments.map((one) => [one.element_id, one.statement])
  }
  const [a = 0, b = 0] = elements
  expect(await commented()).toEqual([
    [a, 'Statement A1'],
    [b, 'Statement B1'],
  ])
  await change('basic')
  expect(await commented()).toEqual([[a, 'Statement A1']])
  const file = aLadder()
  file.elements[1]?.statements.splice(0, 1)
  const [edition] = await t.sql<{ after: number }>`
    select content_set_id as after from assessments where id = ${id}`
  const content_set_id = await aContentSet(t.db, { tenant, file, ...edition })
  await ann.caller.post(`/assessments/${id}/edition`, { content_set_id })
  const [first] = (await ann.overview()).elements
  expect(await commented()).toEqual([
    [first?.id, 'Statement A1'],
    [null, 'Statement B1'],
  ])
})

test('the daily email is about what is asked', async () => {
  await change('basic')
  t.clock.now = () => workdayAfter(1)
  await sendDigests(t.app)
  const mails = await t.sql<{ text: string }>`select text from mails
    where recipient = ${users.ben.email} order by id`
  const text = mails.map((mail) => mail.text).join('\n')
  expect(text).toContain('Do A1')
  expect(text).not.toContain('Do B1')
})

test('an action for what isn’t asked is refused, and one that was there stays but doesn’t count', async () => {
  await change('basic')
  const message =
    '“Do B1” is about a statement outside the scope. Change the scope first, or leave this action out'
  expect(await planned('B1')).toMatchObject({
    status: 400,
    body: { message: `${message}.`, fields: { statement_key: message } },
  })
  const listed = plan.list.response.parse((await ann.caller.get(`/assessments/${id}/plan`)).body)
  expect(listed.actions.map((one) => [one.statement_key, one.is_in_scope])).toEqual([
    ['A1', true],
    ['B1', false],
  ])
  const csv = (await ann.caller.get(`/assessments/${id}/plan/csv`)).text.split('\r\n')
  expect(csv.slice(0, 3).map((row) => row.split(',').at(-1))).toEqual(['In scope', 'Yes', 'No'])
  await aReport(t.db, users.ann, id)
  expect((await ann.overview()).plan).toMatchObject({ left: 1, next: [{ title: 'Do A1' }] })
  const { body } = await t.as(users.admin).get('/dashboard')
  expect(dashboard.get.response.parse(body).results).toMatchObject([{ plan: { left: 1 } }])
  await change('advanced')
  expect((await ann.overview()).plan).toMatchObject({ left: 2 })
  const [head] = (await ann.caller.get(`/assessments/${id}/plan/csv`)).text.split('\r\n')
  expect(head).not.toContain('In scope')
})

test('an admin chooses the level of a shared assessment with counts, and its owner changes it', async () => {
  await t.sql`update assessments set year = ${THIS_YEAR - 1}, scope_levels = '{basic}' where id = ${id}`
  const [set] = (await offered()).sets
  // The choice of the last shared one is offered.
  expect(set?.scope).toMatchObject({
    chosen: { level: 'basic', profiles: null },
    levels: [{ key: 'basic' }, { key: 'advanced' }],
    profiles: [{ key: 'small' }, { key: 'large' }],
  })
  expect(set?.scope?.parts).toContainEqual({
    level_key: 'advanced',
    profile_keys: null,
    statements: 3,
    answered: 0,
  })
  const body = { family_id: set?.family_id, type: 'self_assessment', owner_id: users.ann.id }
  const choice = { level: 'advanced', profiles: ['large'] }
  await t.as(users.admin).post('/shared-assessments', { ...body, ...choice })
  const { scope, assessment } = await ann.overview()
  expect(scope).toMatchObject({ chosen: choice, can_change: true })
  id = assessment?.id ?? 0
  expect((await change('basic')).body).toMatchObject({ text: 'Basic' })
})

test('a set without levels and profiles offers no choice', async () => {
  const file = { ...aTinySet(), title: 'Plain' }
  await aContentSet(t.db, { tenant, file })
  const { sets } = await offered()
  expect(sets.find(({ title }) => title === 'Plain')).not.toHaveProperty('scope')
})

/** At noon, some workdays from now. */
function workdayAfter(days: number): Date {
  const at = new Date(Date.now() + days * DAY_MS)
  at.setUTCHours(12)
  return [0, 6].includes(at.getUTCDay()) ? workdayAfter(days + 1) : at
}
