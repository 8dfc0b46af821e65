import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { eventsAbout } from '#testing/events.ts'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

let tenant: TestTenant
let contentSetId: number
let users: Record<'admin' | 'ann' | 'ben' | 'eve', TestUser>
let ann: Respondent
let ben: Respondent
let eve: Respondent

beforeEach(async () => {
  tenant = await aTenant(t.db)
  contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
  const user = async (name: string) => await aUser(t.db, { tenant, name })
  users = {
    admin: await aUser(t.db, { tenant, roles: ['admin'], name: 'Ada Admin' }),
    ann: await user('Ann Owner'),
    ben: await user('Ben Helper'),
    eve: await user('Eve Elsewhere'),
  }
  ann = aRespondent(t, users.ann)
  ben = aRespondent(t, users.ben)
  eve = aRespondent(t, users.eve)
})

const admin = () => t.as(users.admin)
const offered = async () => (await admin().get('/shared-assessments/offered')).body
const create = async (owner = users.ann) =>
  await admin().post('/shared-assessments', {
    family_id: contentSetId,
    type: 'self_assessment',
    owner_id: owner.id,
  })

/** Ann's shared assessment. Ben answers its first element, which has a statement. */
async function aTeam() {
  const owner = { owner: users.ann, contentSetId }
  const id = await aSharedAssessment(t.db, owner)
  const [first, second] = (await ann.overview()).elements
  if (!first || !second) throw new Error('The set has fewer than two elements.')
  const assign = async (
    user: TestUser | null,
    elementIds = [first.id],
    due_on: string | null = null,
  ) =>
    await ann.caller.put(`/assessments/${id}/assignments`, {
      element_ids: elementIds,
      user_id: user?.id ?? null,
      due_on,
    })
  expect((await assign(users.ben)).status).toBe(200)
  const answer = async (who: Respondent, elementId: number, level = 1) => {
    const [statement] = (await who.quiz(id, elementId)).statements
    if (!statement) throw new Error('The element has no statement.')
    return await who.save(id, choice(statement, 1, level))
  }
  return { id, first, second, assign, answer }
}

test('an admin creates one shared assessment of a set, type and year, and its owner sees it as ours', async () => {
  expect(await offered()).toMatchObject({
    year: THIS_YEAR,
    sets: [
      { family_id: contentSetId, type: 'self_assessment' },
      { family_id: contentSetId, type: 'certification' },
    ],
  })
  const made = await create()
  expect(made.status).toBe(200)
  expect(await offered()).toMatchObject({ sets: [{ type: 'certification' }] })
  expect(await create()).toMatchObject({ status: 409, code: 'conflict' })
  expect((await admin().get('/shared-assessments')).body).toMatchObject({
    rows: [{ owner: { name: 'Ann Owner' }, members: [], answered: 0, certificate: null }],
  })
  expect(await ann.overview()).toMatchObject({
    assessment: made.body,
    shared: { role: 'owner', owner: { name: 'Ann Owner' }, assignments: [] },
    has_other: false,
  })
  // Opening it creates no personal one.
  expect(await ann.open()).toBe((made.body as { id: number }).id)
  expect(await eve.overview()).toMatchObject({ assessment: null, shared: null })
})

test('a personal assessment stays beside the shared one, and whose chooses between them', async () => {
  const own = await ann.open()
  const shared = await aSharedAssessment(t.db, { owner: users.ann, contentSetId })
  const seen = async (query?: Record<string, string>) => {
    const { assessment, has_other } = await ann.overview(query)
    return [assessment?.id, has_other]
  }
  expect(await seen()).toEqual([shared, true])
  expect(await seen({ whose: 'ours' })).toEqual([shared, true])
  expect(await seen({ whose: 'mine' })).toEqual([own, true])
  const opened = await ann.caller.post('/assessments', {
    year: THIS_YEAR,
    type: 'self_assessment',
    whose: 'mine',
  })
  expect(opened.body).toEqual({ id: own })
})

test('a contributor reads everything and answers what is assigned to them', async () => {
  const { id, first, second, answer } = await aTeam()
  expect((await ben.quiz(id, second.id)).shared).toMatchObject({
    role: 'contributor',
    assignments: [{ element_id: first.id, person: { name: 'Ben Helper' } }],
  })
  expect((await answer(ben, first.id)).status).toBe(200)
  const refused = await answer(ben, second.id)
  expect([refused.status, refused.code]).toEqual([409, 'not-assigned'])
  expect((await answer(ann, second.id)).status).toBe(200)
  const [statement] = (await ben.quiz(id, second.id)).statements
  const note = { statement_id: statement?.id, note: 'Not mine', version: 0, key: randomUUID() }
  expect(await ben.caller.put(`/assessments/${id}/notes`, note)).toMatchObject({
    code: 'not-assigned',
  })
  const file = { statement_id: statement?.id, key: randomUUID(), name: 'a.txt', size: 1 }
  expect(await ben.caller.post(`/assessments/${id}/attachments`, file)).toMatchObject({
    code: 'not-assigned',
  })
  expect(await ben.complete(id, first.id)).toMatchObject({ code: 'not-assigned' })
  expect(await eve.caller.get(`/assessments/${id}/elements/${first.id}`)).toMatchObject({
    status: 404,
  })
})

test('an element goes round: assigned, done, returned, done, and only the owner completes it', async () => {
  const { id, first } = await aTeam()
  const say = async (who: Respondent, what: 'done' | 'return') =>
    await who.caller.post(`/assessments/${id}/elements/${first.id}/${what}`)
  const open = await say(ben, 'done')
  expect([open.status, open.code]).toEqual([409, 'element-incomplete'])
  expect(await say(ann, 'done')).toMatchObject({ code: 'not-assigned' })
  expect((await ann.overview()).shared?.assignments).toMatchObject([{ done_at: null }])
  const { statements } = await ben.quiz(id, first.id)
  for (const statement of statements)
    for (const state of [1, 2] as const) await ben.save(id, choice(statement, state, 2))
  expect(await say(ann, 'done')).toMatchObject({ code: 'not-assigned' })
  expect((await say(ben, 'done')).body).toMatchObject({
    assignments: [{ done_at: expect.any(String), returned_at: null }],
  })
  expect(await say(ben, 'return')).toMatchObject({ code: 'not-assigned' })
  expect((await say(ann, 'return')).body).toMatchObject({
    assignments: [{ done_at: null, returned_at: expect.any(String) }],
  })
  expect((await say(ann, 'return')).status).toBe(409)
  expect((await say(ben, 'done')).status).toBe(200)
  expect((await ann.complete(id, first.id)).status).toBe(200)
})

test('the first assignment is mailed straight away, and an element that is given back if it has a date', async () => {
  const { id, assign, first, second } = await aTeam()
  const [mail] = await mailsTo(t, users.ben.email)
  expect(mail?.subject).toContain('Ann Owner asks you to answer part of Tiny')
  expect(mail?.text).toContain(`/assessment/${id}?elementId=${first.id}`)
  await assign(users.ben, [second.id], `${THIS_YEAR + 1}-01-31`)
  await t.sql`update element_assignments set done_at = now() where assessment_id = ${id}`
  for (const element of [first, second])
    await ann.caller.post(`/assessments/${id}/elements/${element.id}/return`)
  const mails = await mailsTo(t, users.ben.email, 2)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Ann Owner gave “Element B” back to you'),
    mail?.subject,
  ])
})

test('who can’t take part isn’t assigned, and nothing is half done', async () => {
  const { id, assign, first, second } = await aTeam()
  await t.sql`update users set is_active = false where id = ${users.eve.id}`
  const refused = await assign(users.eve)
  expect([refused.code, refused.body]).toMatchObject([
    'invalid-input',
    { fields: { user_id: expect.stringContaining('Eve Elsewhere can’t take part') } },
  ])
  const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
  expect((await assign(god)).status).toBe(404)
  expect((await assign(users.ben, [second.id], '2020-01-01')).body).toMatchObject({
    fields: { due_on: 'Choose today or a later date' },
  })
  expect((await assign(users.ben, [first.id, 1])).status).toBe(404)
  expect((await ann.overview()).shared?.assignments).toMatchObject([
    { element_id: first.id, due_on: null },
  ])
  expect((await assign(users.ben, [first.id, first.id])).body, 'named twice').toMatchObject({
    assignments: [{ element_id: first.id }],
  })
  expect((await assign(null)).body).toMatchObject({ assignments: [] })
  expect((await ann.caller.get(`/assessments/${id}/people`)).body).toMatchObject({
    members: [{ name: 'Ben Helper', role: 'contributor' }],
  })
})

test('an owner or admin hands it over, and the owner before stays as a contributor', async () => {
  const { id } = await aTeam()
  const hand = async (caller = ann.caller, to = users.ben) =>
    await caller.put(`/assessments/${id}/owner`, { user_id: to.id })
  expect(await hand(ben.caller)).toMatchObject({ code: 'not-assigned' })
  expect((await hand()).body).toMatchObject({
    owner: { name: 'Ben Helper' },
    members: [{ name: 'Ann Owner', role: 'contributor' }],
  })
  expect((await ann.overview()).shared).toMatchObject({ role: 'contributor', assignments: [] })
  expect((await hand(admin(), users.eve)).body).toMatchObject({ owner: { name: 'Eve Elsewhere' } })
  expect((await eventsAbout(t, `user ${users.eve.id}`)).at(-1)).toMatchObject({
    action: 'shared_assessment.handed_over',
    actor_id: users.admin.id,
  })
})

test('who leaves leaves elements that need a new person, and an owner has to be replaced first', async () => {
  const { id, first } = await aTeam()
  const change = async (user: TestUser, what: string) =>
    await admin().post('/users/changes', { ids: [user.id], change: what })
  const refused = await change(users.ann, 'deactivate')
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('Ann Owner owns the shared assessment'),
  ])
  expect((await admin().delete(`/users/${users.ann.id}`)).status).toBe(409)
  const year = THIS_YEAR - 1
  await aSharedAssessment(t.db, { owner: users.ann, contentSetId, year })
  expect((await change(users.ann, 'deactivate')).text).toMatch(
    /of 20\d\d and 1 other\. First, an admin of the organisation has to choose a new owner for each of them under “Shared assessments”\./,
  )
  expect((await change(users.ben, 'deactivate')).status).toBe(200)
  expect((await ann.overview()).shared?.assignments).toMatchObject([
    { element_id: first.id, person: null },
  ])
  const moved = await ann.caller.post(`/assessments/${id}/assignments/moves`, {
    from_id: null,
    to_id: users.eve.id,
  })
  expect(moved.body).toMatchObject({ members: [{ name: 'Eve Elsewhere', elements: 1 }] })
  expect((await admin().delete(`/users/${users.ben.id}`)).status).toBe(204)
})

test('a viewer answers nothing, and who is no member any more sees nothing', async () => {
  const { id, first, answer } = await aTeam()
  const member = `/assessments/${id}/members/${users.ben.id}`
  expect((await ann.caller.put(member, { role: 'viewer' })).body).toMatchObject({
    members: [{ role: 'viewer' }],
  })
  expect(await answer(ben, first.id)).toMatchObject({ code: 'not-assigned' })
  expect((await ann.overview()).shared?.assignments).toMatchObject([{ person: null }])
  expect((await ann.caller.delete(member)).body).toMatchObject({ members: [] })
  expect((await ann.caller.delete(member)).status).toBe(404)
  expect((await ben.overview()).assessment).toBeNull()
  const owner = `/assessments/${id}/members/${users.ann.id}`
  expect((await ann.caller.delete(owner)).status).toBe(409)
})

test('users of the public site don’t answer together', async () => {
  const open = await theTenant(t.db, 'public')
  const publicAdmin = await aUser(t.db, { tenant: open, roles: ['admin'] })
  const body = { family_id: 1, type: 'self_assessment', owner_id: publicAdmin.id }
  expect(await t.as(publicAdmin).post('/shared-assessments', body)).toMatchObject({ status: 403 })
})
