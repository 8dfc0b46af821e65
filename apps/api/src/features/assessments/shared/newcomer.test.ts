import { expect, test } from 'vitest'
import { anAuditor } from '#testing/certifying.ts'
import {
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aSmallSet,
  aTenant,
} from '#testing/factories.ts'
import { allowSso } from '#testing/sso.ts'
import { aTeamIn, mailsOf } from '#testing/team.ts'
import { testApp } from '#testing/test-app.ts'

// Elements assigned to an address without an account wait until someone joins with it.
const t = await testApp({ works: false })

const aTeam = async () => await aTeamIn(t, await aTenant(t.db))

const notices = async (who: TestUser) =>
  ((await t.as(who).get('/user/notifications')).body as { notifications: { kind: string }[] })
    .notifications
test('an admin’s assignment invites an address once, and again when the invitation has expired', async () => {
  const { ada, assign, people, elements } = await aTeam()
  const email = 'dora.once@partner.example'
  await assign(ada, email)
  await assign(ada, email.toUpperCase(), { element_ids: elements.slice(2) })
  expect(await mailsOf(t, email)).toMatchObject([{ subject: expect.stringContaining('invited') }])
  expect(await people()).toMatchObject({
    awaited: [{ elements: 3, invitation: 'open' }],
    needs_person: 0,
    members: [],
  })
  await t.sql`update one_time_links set expires_at = now() - interval '1 hour' where email = ${email}`
  expect(await people()).toMatchObject({ awaited: [{ invitation: 'expired' }] })
  await assign(ada, email)
  expect(await mailsOf(t, email)).toHaveLength(2)
  expect(await people()).toMatchObject({ awaited: [{ invitation: 'open' }] })
})

test('an owner who can’t invite asks the admins, who see the address until they have invited it', async () => {
  const { ann, ada, assign, elements } = await aTeam()
  const email = 'dora.asked@partner.example'
  await assign(ann, email)
  const asks = {
    kind: 'to_invite',
    by: 'Ann Owner',
    email,
    elements: elements.slice(0, 2).map((id) => ({ id })),
  }
  const bell = async (seen = '') => await t.as(ada).get(`/user/notifications?seen=${seen}`)
  const { tag, notifications } = (await bell()).body as { tag: string; notifications: unknown[] }
  expect(notifications).toMatchObject([asks])
  expect((await bell(tag)).status).toBe(204)
  expect(await mailsOf(t, email)).toEqual([])
  expect(await notices(ann)).toEqual([])
  // A withdrawn invitation doesn't ask again.
  expect((await t.as(ada).post('/invitations', { emails: [email], roles: ['user'] })).status).toBe(
    200,
  )
  expect((await bell(tag)).body).toMatchObject({ notifications: [] })
  await t.sql`update one_time_links set revoked_at = now() where email = ${email}`
  expect(await notices(ada)).toEqual([])
})

test('no admin is asked any more when nothing waits for the address', async () => {
  const { ann, ada, user, assign, elements } = await aTeam()
  await assign(ann, 'dora@partner.example')
  await assign(ann, 'emil@partner.example', { element_ids: elements.slice(0, 1) })
  expect(await notices(ada)).toMatchObject([
    { email: 'emil@partner.example', elements: [{ id: elements[0] }] },
    { email: 'dora@partner.example', elements: [{ id: elements[1] }] },
  ])
  const ben = await user('Ben Helper')
  await assign(ann, ben.email, { element_ids: elements })
  expect(await notices(ada)).toEqual([])
})

test('where users sign in with single sign-on only, the elements wait and no one is invited', async () => {
  const { ada, ann, assign, answerers, tenant, id } = await aTeam()
  await allowSso(t.db, tenant, 'sso')
  const email = 'dora.sso@harbour.example'
  const found = await t.as(ann).get(`/assessments/${id}/colleagues?search=${email}`)
  expect(found.body).toMatchObject({ newcomer: { email, way: 'sign_in' } })
  expect((await assign(ann, email)).status).toBe(200)
  expect(await answerers()).toEqual([email, email, 'owner'])
  expect(await mailsOf(t, email)).toEqual([])
  expect(await notices(ada)).toEqual([])
})

test('the search names what happens with an address that no one has, to those who assign', async () => {
  const { ann, ada, user, assign, elements, id } = await aTeam()
  const email = 'dora.found@partner.example'
  const ben = await user('Ben Helper')
  const found = async (who: TestUser, search = email) =>
    (await t.as(who).get(`/assessments/${id}/colleagues?search=${encodeURIComponent(search)}`)).body
  await assign(ann, ben.email, { element_ids: elements })
  expect(await found(ann)).toEqual({ colleagues: [], newcomer: { email, way: 'ask' } })
  expect(await found(ada)).toMatchObject({ newcomer: { way: 'invite' } })
  expect(await found(ben)).toMatchObject({ newcomer: null })
  expect(await found(ann, 'dora.found@partner')).toMatchObject({ newcomer: null })
  expect(await found(ann, ben.email)).toMatchObject({
    colleagues: [{ id: ben.id }],
    newcomer: null,
  })
  await assign(ada, email)
  expect(await found(ann)).toMatchObject({ newcomer: { way: 'invited' } })
})

test('who can’t take part, no address and a past date are refused, and nothing changes', async () => {
  const { ann, user, assign, answerers, elements } = await aTeam()
  const auditor = await user('Abe Auditor', ['user', 'auditor'])
  const inactive = await user('Ina Inactive')
  await t.sql`update users set is_active = false where id = ${inactive.id}`
  const refused = async (email: string, fields: object, body: object = {}) =>
    expect(await assign(ann, email, body)).toMatchObject({ body: { fields } })
  await refused(auditor.email, { user_id: expect.stringContaining('Abe Auditor can’t take part') })
  await refused(inactive.email, {
    user_id: expect.stringContaining('Ina Inactive can’t take part'),
  })
  await refused(
    'dora@partner.example',
    { email: 'Choose a user or an address, not both' },
    { user_id: ann.id },
  )
  await refused('dora', { email: expect.stringContaining('full email address') })
  const past = { due_on: '2020-01-01' }
  await refused('dora.bad@partner.example', { due_on: expect.stringContaining('today') }, past)
  expect((await assign(ann, 'dora.bad@partner.example', { element_ids: [1] })).status).toBe(404)
  expect((await assign(await user('Eve Elsewhere'), 'dora.bad@partner.example')).status).toBe(404)
  expect(await answerers()).toEqual(['owner', 'owner', 'owner'])
  // Of the owner.
  await assign(ann, ann.email, { element_ids: elements })
  expect(await answerers()).toEqual(['owner', 'owner', 'owner'])
})

test('the approver answers nothing by their address either', async () => {
  const { ann, user, tenant } = await aTeam()
  const contentSetId = await aContentSet(t.db, { tenant, file: aSmallSet(1) })
  const id = await aSharedAssessment(t.db, { owner: ann, contentSetId, type: 'certification' })
  const dora = await user('Dora Director')
  await t.as(ann).put(`/assessments/${id}/approver`, { user_id: dora.id })
  const [element] = await t.sql<{
    id: number
  }>`select id from elements where content_set_id = ${contentSetId}`
  const body = {
    element_ids: [element?.id],
    user_id: null,
    due_on: null,
    email: dora.email,
  }
  expect(await t.as(ann).put(`/assessments/${id}/assignments`, body)).toMatchObject({
    body: { fields: { user_id: expect.stringContaining('approves the assessment') } },
  })
})

test('what waits moves to a colleague or back to the owner, and stays after a handover', async () => {
  const { ann, user, assign, answerers, people, id, elements } = await aTeam()
  const email = 'dora.moves@partner.example'
  const ben = await user('Ben Helper')
  const move = async (to: TestUser, more: object) =>
    await t
      .as(ann)
      .post(`/assessments/${id}/assignments/moves`, { from_id: null, to_id: to.id, ...more })
  await assign(ann, email)
  expect((await move(ben, {})).status, 'it needs no new person').toBe(404)
  expect((await t.as(ann).get(`/assessments/${id}/assignments/open`)).body).toMatchObject({
    elements: [],
  })
  expect((await move(ben, { from_email: email, element_ids: elements.slice(0, 1) })).status).toBe(
    200,
  )
  expect(await answerers()).toEqual(['Ben Helper', email, 'owner'])
  await move(ann, { from_email: email })
  expect(await answerers()).toEqual(['Ben Helper', 'owner', 'owner'])
  await assign(ann, email)
  await t.as(ann).put(`/assessments/${id}/owner`, { user_id: ben.id })
  expect(await people(ben)).toMatchObject({ awaited: [{ email, elements: 2 }] })
})

test('auditors see who takes part, without the addresses of those who haven’t joined', async () => {
  const { ann, ada, assign, tenant } = await aTeam()
  await assign(ann, 'dora@partner.example')
  const listedTo = async (who: TestUser) => (await t.as(who).get('/shared-assessments')).body
  expect(await listedTo(ada)).toMatchObject({ rows: [{ awaited: [{ elements: 2 }] }] })
  const auditor = await anAuditor(t.db, tenant)
  expect(await listedTo(auditor)).toMatchObject({ rows: [{ owner: { id: ann.id }, awaited: [] }] })
})
