import type { Comment } from 'contract/comments'
import { beforeEach, expect, test } from 'vitest'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aSmallSet,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

let tenant: TestTenant
let users: Record<'admin' | 'ann' | 'ben' | 'cleo', TestUser>
let id: number
let elements: number[]

/** Ann's shared assessment of three elements. Ben answers the first two, Cleo the third. */
beforeEach(async () => {
  tenant = await aTenant(t.db)
  const contentSetId = await aContentSet(t.db, { tenant, file: aSmallSet(3) })
  const user = async (name: string) => await aUser(t.db, { tenant, name })
  users = {
    admin: await aUser(t.db, { tenant, roles: ['admin'], name: 'Ada Admin' }),
    ann: await user('Ann Owner'),
    ben: await user('Ben Helper'),
    cleo: await user('Cleo Helper'),
  }
  id = await aSharedAssessment(t.db, { owner: users.ann, contentSetId })
  elements = (
    await t.sql`select id from elements where content_set_id = ${contentSetId} order by position`
  ).map((row) => Number(row.id))
  await assign(users.ben, elements.slice(0, 2))
  await assign(users.cleo, elements.slice(2))
})

const assign = async (user: TestUser, ids: number[]) =>
  await t.as(users.ann).put(`/assessments/${id}/assignments`, {
    element_ids: ids,
    user_id: user.id,
    due_on: null,
  })
const decline = async (who: TestUser, body: object = {}, element = elements[0]) =>
  await t.as(who).post(`/assessments/${id}/elements/${element}/decline`, {
    reason: 'Finance knows this.',
    suggested_id: users.cleo.id,
    ...body,
  })
const move = async (who: TestUser, from: TestUser | null, to: TestUser, ids?: number[]) =>
  await t.as(who).post(`/assessments/${id}/assignments/moves`, {
    from_id: from?.id ?? null,
    to_id: to.id,
    ...(ids && { element_ids: ids }),
  })
const listOpen = async (who: TestUser) => await t.as(who).get(`/assessments/${id}/assignments/open`)
const answerers = async () => {
  const { body } = await t.as(users.ann).get(`/overview`)
  const { shared } = body as {
    shared: { assignments: { element_id: number; person: { name: string } | null }[] }
  }
  return elements.map((element) => {
    const found = shared.assignments.find(({ element_id }) => element_id === element)
    return found ? (found.person?.name ?? null) : 'owner'
  })
}

test('an element that isn’t theirs goes back to the owner with a reason and a colleague’s name', async () => {
  const { ann, ben, cleo, admin } = users
  const given = await decline(ben)
  expect(given.status).toBe(200)
  // Only the owner reads the reason.
  expect(given.body).toMatchObject({
    assignments: [{ person: null, declined: null }, {}, {}],
  })
  const declined = {
    by: { id: ben.id, name: 'Ben Helper' },
    reason: 'Finance knows this.',
    suggested: { id: cleo.id, name: 'Cleo Helper', email: cleo.email },
  }
  expect((await t.as(ann).get('/overview')).body).toMatchObject({
    shared: { assignments: [{ element_id: elements[0], person: null, declined }, {}, {}] },
  })
  for (const who of [ann, admin])
    expect((await listOpen(who)).body).toMatchObject({
      elements: [{ element_id: elements[0], title: expect.any(String), declined }],
    })
  expect(await listOpen(ben)).toMatchObject({ code: 'not-assigned' })
  // Ben stays a contributor, and gives nothing back twice.
  expect((await t.as(admin).get('/shared-assessments')).body).toMatchObject({
    rows: [{ needs_person: 1, members: [{ name: 'Ben Helper', elements: 1 }, { elements: 1 }] }],
  })
  expect(await decline(ben)).toMatchObject({ status: 409, code: 'not-assigned' })
})

test('a new person ends the reason of the one before', async () => {
  await decline(users.ben)
  await assign(users.cleo, elements.slice(0, 1))
  expect((await t.as(users.ann).get('/overview')).body).toMatchObject({
    shared: { assignments: [{ person: { name: 'Cleo Helper' }, declined: null }, {}, {}] },
  })
})

test('giving back needs a reason, one’s own element and a colleague who can take part', async () => {
  const { ben, cleo } = users
  expect((await decline(ben, { reason: ' ' })).body).toMatchObject({
    fields: { reason: expect.anything() },
  })
  expect(await decline(cleo, { suggested_id: ben.id })).toMatchObject({ code: 'not-assigned' })
  expect((await decline(ben, { suggested_id: ben.id })).body).toMatchObject({
    fields: { suggested_id: 'Choose someone else, or no one' },
  })
  const auditor = await aUser(t.db, { tenant, roles: ['user', 'auditor'], name: 'Dan Auditor' })
  expect((await decline(ben, { suggested_id: auditor.id })).body).toMatchObject({
    fields: { suggested_id: expect.stringContaining('Dan Auditor can’t take part') },
  })
  const stranger = await aUser(t.db, { tenant: await aTenant(t.db) })
  expect((await decline(ben, { suggested_id: stranger.id })).status).toBe(404)
  expect((await decline(stranger)).status).toBe(404)
  await t.sql`update assessments set status = 'in_review' where id = ${id}`
  expect(await decline(ben)).toMatchObject({ code: 'assessment-closed' })
  expect(await answerers()).toEqual(['Ben Helper', 'Ben Helper', 'Cleo Helper'])
})

test('everything moves from one colleague to another, and back', async () => {
  const { ann, admin, ben, cleo } = users
  const moved = await move(ann, ben, cleo)
  expect(moved.body).toMatchObject({
    moved: elements.slice(0, 2),
    members: [
      { name: 'Ben Helper', elements: 0 },
      { name: 'Cleo Helper', elements: 3 },
    ],
  })
  await move(admin, cleo, ben, elements.slice(0, 2))
  expect(await answerers()).toEqual(['Ben Helper', 'Ben Helper', 'Cleo Helper'])
  expect(await move(ben, cleo, ben)).toMatchObject({ code: 'not-assigned' })
  expect((await move(ann, users.admin, ben)).status).toBe(404)
})

test('open questions move with everything else, and back', async () => {
  const { ann, admin, ben, cleo } = users
  const [statement] =
    await t.sql`select id from statements where element_id = ${elements[0]} limit 1`
  const ask = async (who: TestUser, asked: TestUser, text: string) => {
    const comment = {
      key: crypto.randomUUID(),
      statement_id: Number(statement?.id),
      text,
      user_id: asked.id,
    }
    return ((await t.as(who).post(`/assessments/${id}/comments`, comment)).body as Comment).id
  }
  const [open, own] = [
    await ask(ann, ben, 'Who checks this?'),
    await ask(cleo, ben, 'And who pays?'),
  ]
  const askedIn = async (which: number) => {
    const { body: answer } = await t.as(ann).get(`/assessments/${id}/comments`)
    return (answer as { comments: Comment[] }).comments.find((one) => one.id === which)?.asked?.name
  }
  const moved = (await move(ann, ben, cleo)).body as { moved_questions: number[] }
  // Cleo isn't asked her own question.
  expect(moved).toMatchObject({ moved: elements.slice(0, 2), moved_questions: [open] })
  expect([await askedIn(open), await askedIn(own)]).toEqual(['Cleo Helper', 'Ben Helper'])
  const { notifications } = (await t.as(cleo).get('/user/notifications')).body as {
    notifications: { kind: string }[]
  }
  expect(notifications.map(({ kind }) => kind)).toContain('asked')
  const back = {
    from_id: cleo.id,
    to_id: ben.id,
    element_ids: [],
    question_ids: moved.moved_questions,
  }
  expect((await t.as(admin).post(`/assessments/${id}/assignments/moves`, back)).body).toMatchObject(
    {
      moved: [],
      moved_questions: [open],
      members: [
        { name: 'Ben Helper', elements: 0, questions: 2 },
        { name: 'Cleo Helper', elements: 3, questions: 0 },
      ],
    },
  )
  expect(await t.as(admin).post(`/assessments/${id}/assignments/moves`, back)).toMatchObject({
    status: 404,
    body: {
      message: 'There is nothing left to move. Everything has already been moved or finished.',
    },
  })
  await t.sql`update users set is_active = false where id = ${ben.id}`
  expect((await listOpen(ann)).body).toMatchObject({
    questions: [{ text: 'Who checks this?', asked: { name: 'Ben Helper' } }, { id: own }],
  })
  expect((await listOpen(admin)).body).toMatchObject({ questions: [] })
  expect((await t.as(ann).get(`/assessments/${id}/people`)).body).toMatchObject({
    questions_need_person: 2,
  })
  expect((await move(ann, null, cleo)).body).toMatchObject({
    moved_questions: [open],
    questions_need_person: 1,
  })
})

test('what needs a new person moves to one, or to the owner, who has no assignments', async () => {
  const { ann, ben, cleo } = users
  await decline(ben)
  expect((await move(ann, null, cleo)).body).toMatchObject({
    needs_person: 0,
    moved: [elements[0]],
  })
  await move(ann, cleo, ann)
  expect(await answerers()).toEqual(['owner', 'Ben Helper', 'owner'])
})
