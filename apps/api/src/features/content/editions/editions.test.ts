import { contentSets } from 'contract/content-sets'
import type { DraftElement } from 'contract/draft'
import { editions } from 'contract/editions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exported } from '#testing/exported.ts'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let admin: TestUser
let northfield: TestTenant
let first: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  northfield = await aTenant(t.db)
  admin = await aUser(t.db, { tenant: northfield, roles: ['admin'], name: 'Author' })
  first = await aContentSet(t.db, { tenant: northfield, file: aSmallSet() })
})
afterAll(() => t.close())

const detailsOf = async (id: number) =>
  contentSets.get.response.parse((await t.as(admin).get(`/content-sets/${id}`)).body)
const nextOf = async (id: number) =>
  editions.newVersion.response.parse((await t.as(admin).post(`/content-sets/${id}/versions`)).body)
    .id
const impactOf = async (id: number) =>
  editions.impact.response.parse((await t.as(admin).get(`/content-sets/${id}/impact`)).body)
const publish = async (id: number, body: object = {}) => {
  const { head_version } = await impactOf(id)
  return await t.as(admin).post(`/content-sets/${id}/publication`, {
    head_version,
    what_changed: 'Something changed.',
    is_minor: false,
    ...body,
  })
}

/** Changes one element of a draft by hand. */
async function change(id: number, at: number, how: (element: DraftElement) => void) {
  const place = (await detailsOf(id)).outline[at]
  const answer = await t.as(admin).get(`/content-sets/${id}/elements/${place?.id}`)
  const { element, version } = contentSets.element.response.parse(answer.body)
  how(element)
  const body = { elements: [{ id: place?.id, version, element }] }
  expect((await t.as(admin).put(`/content-sets/${id}/draft`, body)).status).toBe(200)
}
const reword = (id: number) =>
  change(id, 0, (element) => {
    for (const statement of element.statements) statement.guidance = 'Think of last year.'
  })
const addStatement = (id: number) =>
  change(id, 0, (element) => {
    const [like] = element.statements
    if (!like) return
    const responses = like.responses.map((one) => ({ ...one, key: `new-${one.key}` }))
    element.statements.push({ ...like, key: 'new', text: 'A new one.', responses })
  })

test('a next version begins as the edition was; there is one draft of it at a time', async () => {
  const draft = await nextOf(first)
  expect(await nextOf(first)).toBe(draft)
  const before = await detailsOf(first)
  const after = await detailsOf(draft)
  expect(after).toMatchObject({ version: 2, status: 'draft', based_on: { id: first, version: 1 } })
  expect(after.head).toEqual(before.head)
  expect(after.outline.map(({ key, statements }) => [key, statements])).toEqual(
    before.outline.map(({ key, statements }) => [key, statements]),
  )
  expect(before.draft_id).toBe(draft)
  expect(await impactOf(draft)).toMatchObject({
    changes: { added: [], removed: [], changed: [], moved: [] },
    may_be_minor: true,
  })
})

test('what changes beside statements is told before it is published', async () => {
  const draft = await nextOf(first)
  expect((await impactOf(draft)).other_changes).toEqual([])
  const { head, head_version, outline } = await detailsOf(draft)
  const body = {
    head: {
      version: head_version,
      head: { ...head, title: 'Renamed', introduction: 'Read this first.', year_to: 2099 },
    },
    order: outline.map(({ id }) => id).toReversed(),
  }
  expect((await t.as(admin).put(`/content-sets/${draft}/draft`, body)).status).toBe(200)
  await change(draft, 0, (element) => {
    element.title = 'An element by another name'
    element.reportBands = [{ from: 0, to: 100, title: 'All', text: 'Go on.' }]
  })
  expect(await impactOf(draft)).toMatchObject({
    changes: { added: [], removed: [], changed: [], moved: [] },
    other_changes: ['title', 'introduction', 'year_to', 'elements', 'reportBands', 'order'],
  })
  const others = async () => {
    const { body } = await t.as(admin).get(`/content-sets/${draft}/comparison?with=${first}`)
    return editions.compare.response.parse(body).other_changes
  }
  const { other_changes } = await impactOf(draft)
  expect(await others()).toEqual(other_changes)
  expect((await publish(draft)).status).toBe(200)
  expect(await others()).toEqual(other_changes)
})

test('of a first edition, all statements are told as added before it is published', async () => {
  const [from] = (await detailsOf(first)).outline
  const { element } = contentSets.element.response.parse(
    (await t.as(admin).get(`/content-sets/${first}/elements/${from?.id}`)).body,
  )
  const { id } = contentSets.create.response.parse(
    (await t.as(admin).post('/content-sets', { title: 'The first' })).body,
  )
  await t.as(admin).post(`/content-sets/${id}/elements`, { element, after: null })
  const { based_on, changes } = await impactOf(id)
  expect(based_on).toBeNull()
  expect(changes.added.map(({ key }) => key)).toEqual(element.statements.map(({ key }) => key))
})

test('what publishing would change is told before, and publishing retires the edition before', async () => {
  const user = await aUser(t.db, { tenant: northfield })
  // One is completed; it may move, and is not in progress.
  await anAssessment(t.db, { user, contentSetId: first })
  const busy = await aUser(t.db, { tenant: northfield })
  await anAssessment(t.db, { user: busy, contentSetId: first, answered: [] })
  const draft = await nextOf(first)
  await addStatement(draft)
  expect(await impactOf(draft)).toMatchObject({
    version: 2,
    based_on: { id: first },
    changes: { added: [{ key: 'new' }], removed: [], changed: [], moved: [] },
    assessments_in_progress: 1,
    assessments_completed: 1,
    organisations: 1,
    may_be_minor: false,
  })
  expect((await publish(draft, { is_minor: true })).body).toMatchObject({
    fields: { is_minor: expect.any(String) },
  })
  expect((await publish(draft, { what_changed: '' })).body).toMatchObject({
    fields: { what_changed: expect.any(String) },
  })
  expect(await publish(draft)).toMatchObject({
    status: 200,
    body: { status: 'published', version: 2, can_edit: false, draft_id: null },
  })
  expect(await detailsOf(first)).toMatchObject({ status: 'retired' })
  const history = await t.as(admin).get(`/content-sets/${draft}/versions`)
  expect(editions.history.response.parse(history.body).versions).toMatchObject([
    { id: draft, version: 2, changes: { added: 1, changed: 0, removed: 0 }, by: 'Author' },
    { id: first, version: 1, changes: null, assessments: 2 },
  ])
  const compared = await t.as(admin).get(`/content-sets/${draft}/comparison?with=${first}`)
  expect(editions.compare.response.parse(compared.body)).toMatchObject({
    added: [{ key: 'new' }],
    other_changes: [],
  })
  const { rows } = await t.owner.query(
    'select action from audit_events where tenant_id = $1 order by id',
    [northfield.id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'content_set.version_created',
    'content_set.published',
  ])
})

test('that a response asks for evidence is a change, is published, written to files and copied on', async () => {
  const draft = await nextOf(first)
  await change(draft, 0, ({ statements: [statement] }) => {
    const [, second] = statement?.responses ?? []
    if (second) second.asksForEvidence = true
  })
  const { changes, may_be_minor } = await impactOf(draft)
  const fields = [{ field: expect.stringMatching(/\.asksForEvidence$/), before: '', after: 'true' }]
  expect(changes).toMatchObject({ added: [], changed: [{ fields, asksAnew: false }], removed: [] })
  expect(may_be_minor).toBe(false)
  expect((await publish(draft)).status).toBe(200)
  const next = await nextOf(draft)
  for (const id of [draft, next]) {
    const { text } = await exported(t, admin, id)
    expect(text.match(/"asksForEvidence": true/g)).toHaveLength(1)
  }
  expect((await impactOf(next)).changes).toMatchObject({ added: [], changed: [], removed: [] })
})

test('an edition stays in force for what the next one does not cover', async () => {
  const draft = await nextOf(first)
  const { head, head_version: version } = await detailsOf(draft)
  const later = { ...head, year_from: THIS_YEAR + 1 }
  await t.as(admin).put(`/content-sets/${draft}/draft`, { head: { version, head: later } })
  expect((await publish(draft)).status).toBe(200)
  expect(await detailsOf(first)).toMatchObject({ status: 'published' })
})

test('a draft in which something is missing is not published: everything is told at once', async () => {
  const draft = await nextOf(first)
  await change(draft, 0, (element) => {
    element.title = ''
    for (const statement of element.statements) statement.responses = []
  })
  const answer = await t.as(admin).post(`/content-sets/${draft}/publication`, {
    head_version: 2,
    what_changed: 'x',
    is_minor: false,
  })
  expect(answer).toMatchObject({ status: 409, code: 'content-incomplete' })
  const { details } = answer.body as { details: { field: string; statement: string | null }[] }
  expect(new Set(details.map(({ field }) => field))).toEqual(new Set(['title', 'responses']))
  expect(new Set(details.map(({ statement }) => statement)).size).toBe(3)
  expect((await t.as(admin).get(`/content-sets/${draft}/impact`)).code).toBe('content-incomplete')
})

test('nobody publishes what another author has changed since the impact was told', async () => {
  const draft = await nextOf(first)
  const { head_version } = await impactOf(draft)
  await reword(draft)
  const body = { head_version, what_changed: 'x', is_minor: false }
  expect(await t.as(admin).post(`/content-sets/${draft}/publication`, body)).toMatchObject({
    status: 409,
    code: 'conflict',
  })
})

test('what is published stays as it is, whoever asks the database', async () => {
  for (const [text, role] of [
    [`update content_sets set title = 'x' where id = ${first}`, 'wm_app'],
    [`update content_sets set status = 'draft' where id = ${first}`, 'wm_platform'],
    [`update statements set text = 'x' where content_set_id = ${first}`, 'wm_app'],
    [`delete from elements where content_set_id = ${first}`, 'wm_platform'],
  ]) {
    await t.owner.query('begin')
    await t.owner.query(`set local role ${role}`)
    await t.owner.query(
      `select set_config('app.tenant_id', '${northfield.id}', true), set_config('app.tenant_ids', '{${northfield.id}}', true)`,
    )
    await expect(t.owner.query(String(text))).rejects.toThrow(/does not change|permission denied/)
    await t.owner.query('rollback')
  }
})

test('an edition is retired once; what nobody has used can be deleted, and nothing else', async () => {
  const retired = await t.as(admin).post(`/content-sets/${first}/retirement`)
  expect(retired.body).toMatchObject({ status: 'retired', retired_at: expect.any(String) })
  expect((await t.as(admin).post(`/content-sets/${first}/retirement`)).status).toBe(200)
  const draft = await nextOf(first)
  expect((await t.as(admin).post(`/content-sets/${draft}/retirement`)).status).toBe(409)
  expect((await t.as(admin).delete(`/content-sets/${draft}`)).status).toBe(204)
  expect((await t.as(admin).get(`/content-sets/${draft}`)).status).toBe(404)
  const used = await aContentSet(t.db, { tenant: northfield, file: aSmallSet() })
  const user = await aUser(t.db, { tenant: northfield })
  await anAssessment(t.db, { user, contentSetId: used })
  expect((await t.as(admin).delete(`/content-sets/${used}`)).status).toBe(409)
  expect((await t.as(admin).delete(`/content-sets/${first}`)).status).toBe(204)
  const { rows } = await t.owner.query(
    'select count(*)::int as left from statements where content_set_id = $1',
    [first],
  )
  expect(rows).toEqual([{ left: 0 }])
})
