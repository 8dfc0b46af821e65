import { randomUUID } from 'node:crypto'
import { type Comment, comments } from 'contract/comments'
import { beforeEach, expect, test } from 'vitest'
import { eventsAbout } from '#testing/events.ts'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

let tenant: TestTenant
let users: Record<'admin' | 'ann' | 'ben' | 'cid' | 'eve', TestUser>
let ann: Respondent
let ben: Respondent
let cid: Respondent
let id: number
let elements: number[]
let first: number

/** Ann owns it, Ben contributes, Cid only reads. Eve and the admin aren't in it. */
beforeEach(async () => {
  tenant = await aTenant(t.db)
  const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
  const user = async (name: string) => await aUser(t.db, { tenant, name })
  users = {
    admin: await aUser(t.db, { tenant, roles: ['admin'], name: 'Ada Admin' }),
    ann: await user('Ann Owner'),
    ben: await user('Ben Helper'),
    cid: await user('Cid Reader'),
    eve: await user('Eve Elsewhere'),
  }
  ann = aRespondent(t, users.ann)
  ben = aRespondent(t, users.ben)
  cid = aRespondent(t, users.cid)
  const people = { owner: users.ann, contributors: [users.ben], viewers: [users.cid] }
  id = await aSharedAssessment(t.db, { ...people, contentSetId })
  elements = (await ann.overview()).elements.map((element) => element.id)
  first = await statementOf(0)
})

async function statementOf(element: number, position = 0) {
  const { statements } = await ann.quiz(id, elements[element] ?? 0)
  return statements[position]?.id ?? 0
}

const path = (comment?: Comment) => `/assessments/${id}/comments${comment ? `/${comment.id}` : ''}`

async function say(who: Respondent, text: string, more: object = {}) {
  const body = { key: randomUUID(), statement_id: first, text, user_id: null, ...more }
  return await who.caller.post(path(), body)
}

async function ask(who: Respondent, user: TestUser, text = 'Since when?') {
  const asked = await say(who, text, { user_id: user.id })
  expect(asked.status).toBe(200)
  return comments.add.response.parse(asked.body)
}

async function seenBy(who: Respondent, query: Record<string, string> = {}) {
  const answer = await who.caller.get(path(), { query })
  return answer.status === 200 ? comments.list.response.parse(answer.body).comments : answer.status
}

async function answer(who: Respondent, statementId = first) {
  const quiz = await ann.quiz(id, elements[0] ?? 0)
  const statement = quiz.statements.find((one) => one.id === statementId) ?? quiz.statements[0]
  if (!statement) throw new Error('The element has no statement.')
  const saved = quiz.responses.find((one) => one.statement_id === statement.id && one.state === 1)
  const { code, status } = await who.save(id, choice(statement, 1, 1, saved?.version))
  return code ?? status
}

const resolve = async (who: Respondent, comment: Comment) =>
  await who.caller.post(`${path(comment)}/resolution`)
const reopen = async (who: Respondent, comment: Comment) =>
  await who.caller.delete(`${path(comment)}/resolution`)

test('everyone of a shared assessment comments on its statements and reads what others say', async () => {
  const key = randomUUID()
  const said = await say(cid, '  See the **handbook**. ', { key })
  expect(said.body).toMatchObject({
    author: { name: 'Cid Reader' },
    text: 'See the **handbook**.',
    asked: null,
    version: 1,
  })
  // Sent twice, because the first answer was lost.
  expect((await say(cid, 'See the **handbook**.', { key })).body).toEqual(said.body)
  await say(ben, 'On another element', { statement_id: await statementOf(1) })
  const [mine, other] = elements.map(String)
  expect(await seenBy(ann)).toHaveLength(2)
  expect(await seenBy(ann, { element_id: mine ?? '' })).toEqual([said.body])
  expect(await seenBy(ben, { element_id: other ?? '' })).toMatchObject([
    { statement: 'Statement B1', element_id: elements[1] },
  ])
  expect(await seenBy(ben, { statement_id: String(first) })).toHaveLength(1)
})

test('a colleague who is asked becomes a viewer and answers this statement only, until it is resolved', async () => {
  const eve = aRespondent(t, users.eve)
  const question = await ask(cid, users.eve)
  expect(question).toMatchObject({ asked: { name: 'Eve Elsewhere' }, needs_person: false })
  expect(await eve.overview()).toMatchObject({
    shared: {
      role: 'viewer',
      questions: [{ statement_id: first, asked_by: { name: 'Cid Reader' } }],
    },
    asked: [{ text: 'Since when?', asked_by: { name: 'Cid Reader' }, statement: { id: first } }],
  })
  expect((await eventsAbout(t, `user ${users.eve.id}`)).at(-1)).toMatchObject({
    action: 'shared_assessment.member_set',
    actor_id: users.cid.id,
  })
  expect((await eve.caller.get('/user/notifications')).body).toMatchObject({
    notifications: [{ kind: 'asked', by: 'Cid Reader', statement_id: first }],
  })
  expect(await answer(eve)).toBe(200)
  const note = { statement_id: first, note: 'Since May.', version: 0, key: randomUUID() }
  expect((await eve.caller.put(`/assessments/${id}/notes`, note)).status).toBe(200)
  expect(await answer(eve, await statementOf(0, 1))).toBe('not-assigned')
  // The one who asked reads only.
  expect(await answer(cid)).toBe('not-assigned')
  expect((await resolve(eve, question)).body).toMatchObject({
    resolved_by: { name: 'Eve Elsewhere' },
  })
  expect(await answer(eve)).toBe('not-assigned')
  expect(await eve.caller.put(`/assessments/${id}/notes`, { ...note, version: 1 })).toMatchObject({
    code: 'not-assigned',
  })
  expect((await eve.overview()).asked).toEqual([])
  expect((await reopen(ben, question)).body).toMatchObject({ resolved_at: null, resolved_by: null })
  expect(await answer(eve)).toBe(200)
})

test('asking someone who takes part already leaves their role', async () => {
  await ask(ann, users.ben)
  await ask(ben, users.ann)
  expect((await ann.caller.get(`/assessments/${id}/people`)).body).toMatchObject({
    owner: { name: 'Ann Owner' },
    members: [
      { name: 'Ben Helper', role: 'contributor' },
      { name: 'Cid Reader', role: 'viewer' },
    ],
  })
})

test('only who asked, who was asked and the owner resolve a question; resolved ones are listed apart', async () => {
  const question = await ask(ben, users.eve)
  expect(await resolve(cid, question)).toMatchObject({ status: 403, code: 'forbidden' })
  for (const who of [ann, ben]) {
    expect((await resolve(who, question)).status).toBe(200)
    expect(await seenBy(cid, { state: 'open' })).toEqual([])
    expect(await seenBy(cid, { state: 'resolved' })).toMatchObject([{ id: question.id }])
    expect((await reopen(cid, question)).status).toBe(200)
  }
  const plain = comments.add.response.parse((await say(ann, 'Not a question')).body)
  expect(await resolve(ann, plain)).toMatchObject({ status: 409, code: 'conflict' })
})

test('the author alone changes a comment, and not over a change from another tab', async () => {
  const said = comments.add.response.parse((await say(ben, 'Since Mai')).body)
  const change = async (who: Respondent, text: string, version = 1) =>
    await who.caller.patch(path(said), { text, version })
  expect(await change(ann, 'Mine')).toMatchObject({ status: 403 })
  for (const _ of [1, 2])
    expect((await change(ben, 'Since May')).body).toMatchObject({
      text: 'Since May',
      version: 2,
      edited_at: expect.any(String),
    })
  expect(await change(ben, 'Since June')).toMatchObject({
    status: 409,
    body: { details: { comment: { text: 'Since May' } } },
  })
})

test('the question of someone who left needs a new person, whom its author or the owner chooses', async () => {
  const question = await ask(ben, users.eve)
  const caller = t.as(users.admin)
  await caller.post('/users/changes', { ids: [users.eve.id], change: 'deactivate' })
  expect(await seenBy(ann)).toMatchObject([{ needs_person: true }])
  expect((await ann.overview()).shared?.questions).toMatchObject([{ person: null }])
  const give = async (who: Respondent, user: TestUser) =>
    await who.caller.put(`${path(question)}/asked`, { user_id: user.id })
  expect(await give(cid, users.ben)).toMatchObject({ status: 403 })
  expect((await give(ann, users.cid)).body).toMatchObject({
    asked: { name: 'Cid Reader' },
    needs_person: false,
  })
  expect(await answer(cid)).toBe(200)
  await resolve(cid, question)
  expect(await give(ann, users.ben)).toMatchObject({ status: 409 })
})

test('a removed colleague’s comments stay under “Former user”', async () => {
  await say(ben, 'Since May')
  await ask(ann, users.ben)
  expect((await t.as(users.admin).delete(`/users/${users.ben.id}`)).status).toBe(204)
  expect(await seenBy(ann)).toMatchObject([
    { author: { name: 'Former user' }, text: 'Since May' },
    { asked: { name: 'Former user' }, needs_person: true },
  ])
})

test('neither an admin outside the assessment nor an auditor sees comments, not even of the same organisation', async () => {
  await ask(ann, users.ben, 'A canary')
  const list = `/assessments/${id}/comments`
  const both = await aUser(t.db, { tenant, roles: ['admin', 'auditor'] })
  await t.sql`insert into assessment_members (tenant_id, assessment_id, user_id, role)
    values (${tenant.id}, ${id}, ${both.id}, 'viewer')`
  for (const user of [users.admin, users.eve, both])
    expect(await t.as(user).get(list)).toMatchObject({ status: 404 })
  const auditor = await aUser(t.db, { tenant, roles: ['auditor'] })
  expect(await t.as(auditor).get(list)).toMatchObject({ status: 403 })
  expect((await t.as(users.admin).get('/shared-assessments')).text).not.toContain('canary')
  expect((await t.as(both).get('/overview')).text).not.toContain('canary')
  const gone = `/assessments/${id}/members/${users.ben.id}`
  expect((await ann.caller.delete(gone)).status).toBe(200)
  expect(await seenBy(ben)).toBe(404)
})

test('who can’t be asked, an empty, a long and a misplaced comment are refused, and nothing is half done', async () => {
  const refusal = async (more: object, text = 'Since when?') => {
    const { status, body } = await say(ann, text, more)
    return [status, (body as { fields?: Record<string, string> }).fields]
  }
  const inactive = await aUser(t.db, { tenant, name: 'Ina Active', isActive: false })
  const auditor = await aUser(t.db, { tenant, name: 'Odd Auditor', roles: ['auditor'] })
  for (const { id: user_id } of [inactive, auditor])
    expect(await refusal({ user_id })).toEqual([
      400,
      { user_id: expect.stringMatching(/ can’t take part. Choose an active colleague who isn’t/) },
    ])
  expect(await refusal({ user_id: users.ann.id })).toEqual([
    400,
    { user_id: 'You can’t ask yourself. Choose a colleague' },
  ])
  const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
  const outside = await aUser(t.db, { tenant: await aTenant(t.db) })
  for (const { id: user_id } of [god, outside])
    expect(await refusal({ user_id })).toEqual([404, undefined])
  expect(await refusal({}, ' \n ')).toEqual([400, { text: 'Enter a value' }])
  expect(await refusal({}, 'x'.repeat(2001))).toEqual([
    400,
    { text: 'Use at most 2,000 characters' },
  ])
  expect(await refusal({ statement_id: 1 })).toEqual([404, undefined])
  await t.sql`update assessments set status = 'in_review' where id = ${id}`
  expect(await say(ann, 'Too late')).toMatchObject({
    code: 'assessment-closed',
    body: {
      message: 'This assessment has been submitted, so you can’t change its comments.',
    },
  })
  expect(await seenBy(ann)).toEqual([])
  const people = (await ann.caller.get(`/assessments/${id}/people`)).body
  expect((people as { members: unknown[] }).members).toHaveLength(2)
})

test('comments follow their statement to another edition, and stay readable without a counterpart', async () => {
  const question = await ask(ann, users.cid)
  await say(ben, 'About the second', { statement_id: await statementOf(0, 1) })
  const file = aTinySet()
  file.elements[0]?.statements.splice(1, 1)
  const next = await aContentSet(t.db, { tenant, file, after: await editionOf() })
  const accepted = await ann.caller.post(`/assessments/${id}/edition`, { content_set_id: next })
  expect(accepted.status).toBeLessThan(300)
  elements = (await ann.overview()).elements.map((element) => element.id)
  const now = await statementOf(0)
  expect(now).not.toBe(first)
  for (const element of elements.slice(0, 2))
    expect(await seenBy(cid, { element_id: String(element) })).toMatchObject([
      ...(element === elements[0]
        ? [{ id: question.id, statement_id: now, element_id: element }]
        : []),
      { element_id: null, statement: 'Statement A2', text: 'About the second' },
    ])
  // From a page of the earlier edition.
  expect((await say(cid, 'Answered')).body).toMatchObject({ statement_id: now })
  expect(await answer(cid, now)).toBe(200)
})

async function editionOf() {
  const [row] = await t.sql<{ id: number }>`
    select content_set_id as id from assessments where id = ${id}`
  return row?.id ?? 0
}
