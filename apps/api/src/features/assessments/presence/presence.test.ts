import { beforeEach, expect, test } from 'vitest'
import { type Changes, type NoteChanged, type Shown, type StatementChange } from 'contract/presence'
import {
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

let users: Record<'ann' | 'ben' | 'eve', TestUser>
let ann: Respondent
let ben: Respondent
let id: number
let elements: number[]

beforeEach(async () => {
  const tenant = await aTenant(t.db)
  const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
  const user = async (name: string) => await aUser(t.db, { tenant, name })
  users = {
    ann: await user('Ann Owner'),
    ben: await user('Ben Helper'),
    eve: await user('Eve Elsewhere'),
  }
  ann = aRespondent(t, users.ann)
  ben = aRespondent(t, users.ben)
  id = await aSharedAssessment(t.db, {
    owner: users.ann,
    contentSetId,
    contributors: [users.ben],
  })
  elements = (await ann.overview()).elements.map((element) => element.id)
  await t.sql`insert into element_assignments (tenant_id, assessment_id, element_id, user_id)
    values (${tenant.id}, ${id}, ${elements[0]}, ${users.ben.id})`
})

const [FIRST, SECOND] = [0, 1]

async function share(
  who: Respondent,
  {
    element = FIRST,
    statement = null,
    seen,
  }: { element?: number; statement?: number | null; seen?: string } = {},
) {
  const body = { element_id: elements[element], statement_id: statement, seen }
  return await who.caller.put(`/assessments/${id}/presence`, body)
}
const shown = async (...asked: Parameters<typeof share>) => (await share(...asked)).body as Shown

const statementsOf = async (element = FIRST) =>
  (await ann.quiz(id, elements[element] ?? 0)).statements

test('who has an element open sees who else is where, for a minute', async () => {
  const [statement] = await statementsOf()
  expect(await shown(ann)).toMatchObject({ people: [] })
  expect(await shown(ben, { statement: statement?.id ?? 0 })).toMatchObject({
    people: [{ name: 'Ann Owner', element_id: elements[0], statement_id: null }],
  })
  expect(await shown(ann, { element: SECOND })).toMatchObject({
    people: [{ name: 'Ben Helper', element_id: elements[0], statement_id: statement?.id }],
  })
  await t.sql`update presence set seen_at = now() - interval '61 seconds' where assessment_id = ${id}`
  expect(await shown(ann)).toMatchObject({ people: [] })
})

test('what others save in the element is sent once, and nothing if nothing has changed', async () => {
  const [statement] = await statementsOf()
  if (!statement) throw new Error('The element has no statement.')
  const first = await shown(ann)
  expect(first).toMatchObject({ responses: [], notes: [] })
  expect(await share(ann, { seen: first.tag })).toMatchObject({ status: 204, text: '' })
  await ben.save(id, choice(statement, 1, 2))
  const note = {
    statement_id: statement.id,
    note: 'As of May',
    version: 0,
    key: crypto.randomUUID(),
  }
  expect((await ben.caller.put(`/assessments/${id}/notes`, note)).status).toBe(200)
  const second = await shown(ann, { seen: first.tag })
  expect(second).toMatchObject({
    responses: [
      { statement_id: statement.id, state: 1, version: 1, updated_at: expect.stringMatching(/Z$/) },
    ],
    notes: [{ note: 'As of May' }],
    standing: { status: 'in_progress', assignment: { person_id: users.ben.id, is_done: false } },
  })
  expect((await share(ann, { seen: second.tag })).status).toBe(204)
  // Another element is something else.
  expect(await shown(ann, { element: SECOND, seen: second.tag })).toMatchObject({ responses: [] })
})

test('an assignment, a handover and a completed element change what is sent', async () => {
  let { tag } = await shown(ben)
  const next = async () => {
    const there = await shown(ben, { seen: tag })
    tag = there.tag
    return there.standing
  }
  await ann.finish(id, elements[0] ?? 0)
  expect(await next()).toMatchObject({ is_complete: true })
  await ann.caller.put(`/assessments/${id}/assignments`, {
    element_ids: [elements[0]],
    user_id: null,
    due_on: null,
  })
  expect(await next()).toMatchObject({ assignment: null })
  await ann.caller.put(`/assessments/${id}/owner`, { user_id: users.ben.id })
  expect(await next()).toMatchObject({ owner_id: users.ben.id })
})

test('the tag says what is behind the bell', async () => {
  const bell = async () =>
    ((await ben.caller.get('/user/notifications')).body as { tag: string }).tag
  const first = await shown(ben)
  expect(first.tag.split('-')[2]).toBe(await bell())
  await ann.caller.put(`/assessments/${id}/assignments`, {
    element_ids: [elements[SECOND]],
    user_id: users.ben.id,
    due_on: null,
  })
  const second = await shown(ben, { seen: first.tag })
  expect(second.tag.split('-')[2]).not.toBe(first.tag.split('-')[2])
  expect(second.tag.split('-')[2]).toBe(await bell())
})

test('only the people of a shared assessment share where they are', async () => {
  const eve = aRespondent(t, users.eve)
  expect((await share(eve)).status).toBe(404)
  const own = await eve.open()
  const body = { element_id: elements[0], statement_id: null }
  expect((await eve.caller.put(`/assessments/${own}/presence`, body)).status).toBe(404)
  expect((await eve.caller.get(`/assessments/${own}/changes`)).status).toBe(404)
  await t.sql`update users set is_active = false where id = ${users.ben.id}`
  expect(await share(ben)).toMatchObject({ status: 401, code: 'signed-out' })
})

const changes = async (who: Respondent) =>
  (await who.caller.get(`/assessments/${id}/changes`)).body as Changes

test('changes by others are listed since the visit before, while this visit lasts', async () => {
  const [statement, other] = await statementsOf()
  if (!statement || !other) throw new Error('The element has two statements.')
  expect(await changes(ann)).toEqual({ since: null, statements: [] })
  await share(ann)
  await ben.save(id, choice(statement, 1, 2))
  expect(await changes(ann)).toEqual({ since: null, statements: [] })
  const pass = async (minutes: number) => {
    await t.sql`update assessment_visits set seen_at = seen_at - make_interval(mins => ${minutes})`
    await t.sql`update response_events set at = at - make_interval(mins => ${minutes}) where assessment_id = ${id}`
    await t.sql`update notes set updated_at = updated_at - make_interval(mins => ${minutes}) where assessment_id = ${id}`
  }
  await pass(61)
  await ben.save(id, choice(statement, 2, 3))
  await ann.save(id, choice(other, 1, 2))
  const [, , noted] = await statementsOf(SECOND).then((more) => [statement, other, ...more])
  const note = { statement_id: noted?.id, note: 'As of May', version: 0, key: crypto.randomUUID() }
  await t.as(users.ann).put(`/assessments/${id}/notes`, { ...note, statement_id: other.id })
  await t.sql`update element_assignments set element_id = ${elements[1]} where assessment_id = ${id}`
  expect((await ben.caller.put(`/assessments/${id}/notes`, note)).status).toBe(200)
  const listed = {
    since: expect.any(String),
    statements: [
      { statement_id: statement.id, element_id: elements[0] },
      { statement_id: noted?.id, element_id: elements[1] },
    ],
  }
  expect(await changes(ann)).toEqual(listed)
  await share(ann)
  expect(await changes(ann)).toEqual(listed)
  await pass(6)
  await share(ann)
  expect(await changes(ann)).toEqual(listed)
  await pass(61)
  expect(await changes(ann)).toMatchObject({ statements: [] })
})

test('a statement’s history says who changed what, the last change first', async () => {
  const [, statement] = await statementsOf()
  if (!statement) throw new Error('The element has two statements.')
  await ben.save(id, choice(statement, 2, 2))
  await ben.save(id, choice(statement, 1, 1))
  const higher = choice(statement, 1, 3, 1)
  await ann.save(id, higher)
  const path = `/assessments/${id}/statements/${statement.id}/history`
  const note = {
    statement_id: statement.id,
    note: 'As of May',
    version: 0,
    key: crypto.randomUUID(),
  }
  expect((await ben.caller.get(path)).body).toMatchObject({ note: null })
  await ann.caller.put(`/assessments/${id}/notes`, note)
  const { changes: all, note: noted } = (await ben.caller.get(path)).body as {
    changes: StatementChange[]
    note: NoteChanged | null
  }
  expect(noted).toEqual({ by: { id: users.ann.id, name: 'Ann Owner' }, at: expect.any(String) })
  expect(
    all.map(({ by, state, before, after }) => [by.name, state, before.label, after.label]),
  ).toEqual([
    ['Ann Owner', 1, 'Low', 'High'],
    // Raised by the one above.
    ['Ann Owner', 2, 'Middle', 'High'],
    ['Ben Helper', 1, null, 'Low'],
    ['Ben Helper', 2, null, 'Middle'],
  ])
  expect(all[0]?.after.statement_response_id).toBe(higher.statement_response_id)
})

test('an element that its owner has completed is opened again by the owner alone', async () => {
  const [first = 0] = elements
  await ann.finish(id, first)
  const [statement] = await statementsOf()
  if (!statement) throw new Error('The element has no statement.')
  const refused = await ben.save(id, choice(statement, 1, 2, 1))
  const note = { statement_id: statement.id, note: 'Later', version: 0, key: crypto.randomUUID() }
  expect([refused.status, refused.code]).toEqual([409, 'element-complete'])
  const save = async () => await ben.caller.put(`/assessments/${id}/notes`, note)
  expect(await save()).toMatchObject({ code: 'element-complete' })
  const isComplete = async () => (await ann.overview()).elements[0]?.is_complete
  expect(await isComplete()).toBe(true)
  const back = `/assessments/${id}/elements/${first}/return`
  expect((await ann.caller.post(back)).status).toBe(200)
  expect(await isComplete()).toBe(false)
  expect((await save()).status).toBe(200)
})

test('a stale answer or note is refused with the one who saved before, also if both have one name', async () => {
  await t.sql`update users set name = 'Ann Owner' where id = ${users.ben.id}`
  const [statement] = await statementsOf()
  if (!statement) throw new Error('The element has no statement.')
  await ann.save(id, choice(statement, 1, 2))
  expect(await ben.save(id, choice(statement, 1, 1))).toMatchObject({
    code: 'conflict',
    body: { details: { saved_by: 'Ann Owner', responses: [{ version: 1 }] } },
  })
  const save = async (who: Respondent, note: string) =>
    await who.caller.put(`/assessments/${id}/notes`, {
      statement_id: statement.id,
      note,
      version: 0,
      key: crypto.randomUUID(),
    })
  await save(ann, 'Of Ann')
  expect(await save(ben, 'Of Ben')).toMatchObject({
    code: 'conflict',
    body: { details: { saved_by: 'Ann Owner', note: { note: 'Of Ann' } } },
  })
  // Their own note from another device.
  expect(await save(ann, 'Later')).toMatchObject({ body: { details: { saved_by: null } } })
})

test('calls of an organisation wait for each other, share a transaction and keep no one out', async () => {
  const { promise: together, resolve: begin } = Promise.withResolvers<void>()
  const waiting: number[] = []
  const gathering = (tenantId: number) => {
    waiting.push(tenantId)
    return together
  }
  const node = await testApp({ works: false, besides: t, gathering })
  const body = { element_id: elements[FIRST], statement_id: null }
  const callers = [users.ann, users.ben].map((user) => node.as(user))
  await Promise.all(callers.map((caller) => caller.get('/user')))
  const answers = callers.map((caller) => caller.put(`/assessments/${id}/presence`, body))
  await expect.poll(() => waiting).toEqual([users.ann.tenantId, users.ben.tenantId])
  expect(node.app.door.inside()).toBe(0)
  // Without a session, no one waits.
  const stranger = node.at(users.ann.host).put(`/assessments/${id}/presence`, body)
  expect((await stranger).status).toBe(401)
  begin()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
  expect(
    await t.sql`select count(distinct xmin::text)::int as transactions, count(*)::int as people from presence
      where assessment_id = ${id}`,
  ).toEqual([{ transactions: 1, people: 2 }])
})
