import { randomUUID } from 'node:crypto'
import { ACTION_LENGTHS } from 'contract/list-sizes'
import { type PlannedAction, plan } from 'contract/plan'
import readWorkbook from 'read-excel-file/node'
import { beforeEach, expect, test } from 'vitest'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aReport,
  aSharedAssessment,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { aTinySet, anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

let tenant: TestTenant
let users: Record<'admin' | 'ann' | 'ben' | 'cid' | 'dee', TestUser>
let id: number

/** Ann owns it, Ben and Dee contribute, Cid only reads. The admin isn't in it. */
beforeEach(async () => {
  tenant = await aTenant(t.db)
  const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
  const user = async (name: string) => await aUser(t.db, { tenant, name })
  users = {
    admin: await aUser(t.db, { tenant, roles: ['admin'], name: 'Ada Admin' }),
    ann: await user('Ann Owner'),
    ben: await user('Ben Helper'),
    cid: await user('Cid Reader'),
    dee: await user('Dee Helper'),
  }
  const { ann: owner, ben, cid, dee } = users
  const people = { owner, contributors: [ben, dee], viewers: [cid] }
  id = await aSharedAssessment(t.db, { ...people, contentSetId })
})

const path = (of = id) => `/assessments/${of}/plan`

const anAction = (more: object = {}) => ({
  key: randomUUID(),
  statement_key: 'B1',
  title: 'Name a lead',
  owner_id: null,
  due_on: null,
  ...more,
})

const send = async (who: TestUser, ...actions: object[]) =>
  await t.as(who).post(path(), { actions })

async function add(who: TestUser, more: object = {}): Promise<PlannedAction> {
  const [action] = plan.add.response.parse((await send(who, anAction(more))).body).actions
  if (!action) throw new Error('Nothing was added.')
  return action
}

async function planOf(who: TestUser, of = id) {
  const answer = await t.as(who).get(path(of))
  return answer.status === 200 ? plan.list.response.parse(answer.body) : answer.status
}

async function change(who: TestUser, change: object, ...actions: PlannedAction[]) {
  const given = actions.map(({ id: actionId, version }) => ({ id: actionId, version }))
  return await t.as(who).patch(path(), { actions: given, ...change })
}

const remove = async (who: TestUser, ...actions: PlannedAction[]) =>
  await t.as(who).post(`${path()}/removals`, { ids: actions.map((action) => action.id) })

test('everyone of the assessment reads its plan, by statement', async () => {
  await add(users.ann, { owner_id: users.cid.id, due_on: '2099-12-12', note: 'Ask the board.' })
  await add(users.ben, { statement_key: 'A2', title: 'Write it down' })
  for (const user of [users.ann, users.ben, users.cid])
    expect(await planOf(user)).toMatchObject({
      is_shared: true,
      may_add: user !== users.cid,
      people: [{ name: 'Ann Owner' }, { name: 'Ben Helper' }, { name: 'Cid Reader' }, {}],
      actions: [
        {
          title: 'Write it down',
          statement: { reference: 'A2', text: 'Statement A2', element: 'Element A' },
          owner: null,
          status: 'open',
          may: user === users.cid ? 'nothing' : 'everything',
        },
        {
          owner: { name: 'Cid Reader' },
          due_on: '2099-12-12',
          note: 'Ask the board.',
          updated_by: 'Ann Owner',
          may: { [users.ann.id]: 'everything', [users.cid.id]: 'progress' }[user.id] ?? 'nothing',
        },
      ],
    })
  expect(await planOf(users.admin)).toBe(404)
})

test('an action that is sent twice is there once, and another one for its statement is said', async () => {
  const action = anAction()
  const first = await send(users.ann, action)
  expect((await send(users.ann, action)).body).toEqual(first.body)
  expect((await send(users.ben, anAction({ title: 'Name two leads' }))).body).toMatchObject({
    actions: [{ title: 'Name two leads' }],
    warning: 'There is already an action for this statement.',
  })
  const both = [anAction(), anAction({ statement_key: 'A1' })]
  expect((await send(users.ann, ...both)).body).toMatchObject({
    actions: [{ statement_key: 'A1' }, { statement_key: 'B1' }],
    warning: 'There is already an action for 1 of these statements.',
  })
})

test('a missing statement, a past date and a stranger as owner are refused, and nothing is half done', async () => {
  const refusal = async (more: object) => {
    const { status, body } = await send(
      users.ann,
      anAction({ statement_key: 'A1' }),
      anAction(more),
    )
    return [status, (body as { fields?: Record<string, string> }).fields]
  }
  expect(await refusal({ statement_key: 'Z9', title: 'Ask why' })).toEqual([
    400,
    {
      statement_key:
        'The content set no longer has the statement that “Ask why” is about. Leave this action out',
    },
  ])
  expect(await refusal({ due_on: '2020-01-01' })).toEqual([
    400,
    { due_on: 'Choose today or a later date' },
  ])
  const auditor = await aUser(t.db, { tenant, name: 'Odd Auditor', roles: ['user', 'auditor'] })
  await t.sql`insert into assessment_members (tenant_id, assessment_id, user_id, role)
    values (${tenant.id}, ${id}, ${auditor.id}, 'viewer')`
  await t.as(users.admin).post('/users/changes', { ids: [users.dee.id], change: 'deactivate' })
  for (const { id: owner_id } of [users.admin, auditor, users.dee])
    expect(await refusal({ owner_id })).toEqual([
      400,
      {
        owner_id: expect.stringMatching(
          / can’t own an action\. Choose an active person who takes part/,
        ),
      },
    ])
  expect(
    await refusal({ owner_id: (await aUser(t.db, { tenant: await aTenant(t.db) })).id }),
  ).toEqual([404, undefined])
  expect(await planOf(users.ann)).toMatchObject({ actions: [] })
  const action = await add(users.ann, { owner_id: users.ben.id })
  for (const bad of [{ due_on: '2020-01-01' }, { owner_id: users.admin.id }])
    expect((await change(users.ann, { ...bad, status: 'done' }, action)).status).toBe(400)
  expect(await planOf(users.ann)).toMatchObject({ actions: [action] })
})

test('a viewer adds nothing and says how far their own actions are, a contributor changes what they added', async () => {
  expect((await send(users.cid, anAction())).body).toMatchObject({
    code: 'not-assigned',
    message: 'Only the owner and contributors of this assessment can add to its plan.',
  })
  const mine = await add(users.ann, { owner_id: users.cid.id })
  const theirs = await add(users.ben)
  for (const refused of [{ title: 'No' }, { owner_id: null }, { due_on: null }])
    expect((await change(users.cid, refused, mine)).status).toBe(409)
  const done = await change(users.cid, { status: 'done', note: 'Since May.' }, mine)
  expect(done.body).toMatchObject({ actions: [{ status: 'done', updated_by: 'Cid Reader' }] })
  for (const user of [users.cid, users.dee]) {
    expect(await change(user, { status: 'done' }, theirs)).toMatchObject({ code: 'not-assigned' })
    expect(await remove(user, theirs)).toMatchObject({ code: 'not-assigned' })
  }
  expect((await change(users.ben, { owner_id: users.dee.id }, theirs)).status).toBe(200)
  // One of them isn't Ben's, so both stay.
  const [, now] = ((await planOf(users.ben)) as { actions: PlannedAction[] }).actions
  if (!now) throw new Error('The plan has two actions.')
  expect((await change(users.ben, { status: 'dropped' }, mine, now)).status).toBe(409)
  expect(await planOf(users.ben)).toMatchObject({
    actions: [{ status: 'done' }, { status: 'open' }],
  })
  expect((await remove(users.ben, mine, now)).status).toBe(409)
  expect(await planOf(users.ben)).toMatchObject({ actions: [{}, {}] })
  expect((await remove(users.ben, theirs)).body).toEqual({ removed: [theirs.id] })
  // Ben has removed one of the two.
  expect((await remove(users.ann, mine, theirs)).body).toEqual({ removed: [mine.id] })
  expect((await remove(users.ann, mine)).status).toBe(404)
  const gone = await change(users.ann, { status: 'done' }, mine, theirs)
  expect(gone.text).toMatch(/Some of these actions don’t exist.* Reload the page/)
})

test('a stale change is refused with the other value, and the same change again is not', async () => {
  const action = await add(users.ann, { owner_id: users.ben.id })
  for (const _ of [1, 2])
    expect((await change(users.ben, { status: 'in_progress' }, action)).body).toMatchObject({
      actions: [{ status: 'in_progress', version: 2 }],
    })
  const other = await add(users.ann, { statement_key: 'A1' })
  const drop = async (...actions: PlannedAction[]) =>
    await change(users.ann, { status: 'dropped' }, ...actions)
  const message =
    'Ben Helper has changed “Name a lead” since you opened the plan. Check the action, then try again.'
  const details = { actions: [{ id: action.id, status: 'in_progress', version: 2 }] }
  expect(await drop(action, other)).toMatchObject({ status: 409, body: { message, details } })
  expect((await drop(action)).text).toMatch(/changed this action since you opened it\. Your change/)
  expect(await planOf(users.ann)).toMatchObject({
    actions: [{ status: 'open' }, { status: 'in_progress' }],
  })
})

test('a removed action comes back with its status, note and a date that has passed', async () => {
  const { key: _, ...given } = anAction({ due_on: '2020-01-01', status: 'in_progress' })
  const back = { actions: [{ ...given, key: randomUUID(), note: 'Half way.' }], restores: true }
  expect((await t.as(users.ann).post(path(), back)).body).toMatchObject({
    actions: [{ due_on: '2020-01-01', status: 'in_progress', note: 'Half way.' }],
    warning: null,
  })
})

test('the actions of someone who leaves need a new person and move in one step, and back', async () => {
  const mine = await add(users.ann, { owner_id: users.ben.id })
  const done = await add(users.ann, { owner_id: users.ben.id, status: 'done' })
  const cid = await add(users.ann, { statement_key: 'C1', owner_id: users.cid.id })
  const move = async (body: object) =>
    (await t.as(users.ann).post(`/assessments/${id}/assignments/moves`, body)).body
  expect(await move({ from_id: users.ben.id, to_id: users.dee.id })).toMatchObject({
    moved_actions: [mine.id],
    members: [{ name: 'Ben Helper', actions: 0 }, { actions: 1 }, { actions: 1 }],
  })
  const back = { from_id: users.dee.id, to_id: users.ben.id, action_ids: [mine.id] }
  expect(await move(back)).toMatchObject({ moved_actions: [mine.id], moved: [] })
  await t.as(users.admin).post('/users/changes', { ids: [users.ben.id], change: 'deactivate' })
  expect((await t.as(users.admin).delete(`/users/${users.cid.id}`)).status).toBe(204)
  expect(await planOf(users.ann)).toMatchObject({
    people: [{ name: 'Ann Owner' }, { name: 'Dee Helper' }],
    actions: [
      { id: mine.id, owner: { name: 'Ben Helper' }, needs_person: true },
      { id: done.id, needs_person: false },
      { id: cid.id, owner: { name: 'Former user' }, needs_person: true },
    ],
  })
  const open = `/assessments/${id}/assignments/open`
  expect((await t.as(users.ann).get(open)).body).toMatchObject({ actions: [{}, { id: cid.id }] })
  expect((await t.as(users.ann).get(`/assessments/${id}/people`)).body).toMatchObject({
    actions_need_person: 2,
  })
  expect(await move({ from_id: null, to_id: users.dee.id })).toMatchObject({
    moved_actions: [mine.id, cid.id],
    actions_need_person: 0,
  })
})

test('2,000 actions are added, changed, removed and put back in one request each, whatever their texts', async () => {
  const title = 'Name who leads this, and say it. '.repeat(4)
  const many = Array.from({ length: 2000 }, () => anAction({ title, note: title.repeat(3) }))
  const added = await send(users.ann, ...many)
  expect(added.status).toBe(200)
  const { actions } = plan.add.response.parse(added.body)
  expect(actions).toHaveLength(2000)
  expect((await send(users.ann, anAction())).body).toMatchObject({
    message: 'A plan can have at most 2,000 actions. Remove some, then try again.',
  })
  expect(await change(users.ann, { status: 'done' }, ...actions)).toMatchObject({ status: 200 })
  const [sheet] = await readWorkbook((await t.as(users.ann).get(`${path()}/xlsx`)).bytes)
  expect(sheet?.data).toHaveLength(2001)
  expect(await remove(users.ann, ...actions)).toMatchObject({ status: 200 })
  // The longest ones, with three bytes for each character.
  const texts = { title: '測'.repeat(ACTION_LENGTHS.title), note: '測'.repeat(ACTION_LENGTHS.note) }
  const longest = many.map((action) => ({ ...action, ...texts }))
  const restored = await t.as(users.ann).post(path(), { actions: longest, restores: true })
  expect(plan.add.response.parse(restored.body).actions).toHaveLength(2000)
})

test('a user’s own assessment has a plan of their own, whose actions are theirs', async () => {
  const { user, anna, id: own } = await anOpenAssessment(t)
  const added = await anna.caller.post(path(own), { actions: [anAction()] })
  expect(added.body).toMatchObject({ actions: [{ owner: { id: user.id }, may: 'everything' }] })
  const [action] = plan.add.response.parse(added.body).actions
  const body = { actions: [{ id: action?.id, version: 1 }], owner_id: null, status: 'done' }
  expect((await anna.caller.patch(path(own), body)).body).toMatchObject({
    actions: [{ owner: { id: user.id }, status: 'done' }],
  })
  expect(await planOf(users.ann, own)).toBe(404)
})

test('a plan downloads as CSV and workbook, with its report and year', async () => {
  await aReport(t.db, users.ann, id)
  await add(users.ann, { title: '=1+1', owner_id: users.ben.id, due_on: '2099-12-12' })
  const csv = await t.as(users.cid).get(`${path()}/csv`)
  const [head, row] = csv.text.split('\r\n')
  expect(head).toBe(
    '\ufeffAction,Status,Owner,Due,Element,Statement reference,Statement,Note,Report,Year',
  )
  expect(row).toMatch(/^'=1\+1,Open,Ben Helper,2099-12-12,Element B,B1,Statement B1,,.+,20\d\d$/)
  const file = await t.as(users.cid).get(`${path()}/xlsx`)
  const [sheet] = await readWorkbook(file.bytes)
  expect(sheet?.data[1]?.slice(0, 3)).toEqual(['=1+1', 'Open', 'Ben Helper'])
})
