import { contentSets } from 'contract/content-sets'
import type { DraftElement } from 'contract/draft'
import { editions } from 'contract/editions'
import { beforeEach, expect, test } from 'vitest'
import { downloadExport } from '#testing/download-export.ts'
import {
  THIS_YEAR,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from '#testing/factories.ts'
import { aNextDraft, impactOf, publish } from '#testing/minor-change.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
let tenant = await aTenant(t.db)
let admin = await aUser(t.db, { tenant, roles: ['admin'], name: 'Author' })
let first = 0
let draft = 0
beforeEach(async () => {
  tenant = await aTenant(t.db)
  admin = await aUser(t.db, { tenant, roles: ['admin'], name: 'Author' })
  first = await aContentSet(t.db, { tenant, file: aSmallSet() })
  draft = await aNextDraft(t, admin, first)
})

const call = () => t.as(admin)
const detailsOf = async (id: number) =>
  contentSets.get.response.parse((await call().get(`/content-sets/${id}`)).body)
const saveHead = async (change: object, order?: number[]) => {
  const { head, head_version: version } = await detailsOf(draft)
  const body = { head: { version, head: { ...head, ...change } }, order }
  expect((await call().put(`/content-sets/${draft}/draft`, body)).status).toBe(200)
}
const comparison = async () => {
  const { body } = await call().get(`/content-sets/${draft}/comparison?with=${first}`)
  return editions.compare.response.parse(body)
}
const NO_CHANGES = { added: [], removed: [], changed: [], moved: [] }

/** Changes one element of the draft. */
async function change(change: (element: DraftElement) => void) {
  const [entry] = (await detailsOf(draft)).outline
  const answer = await call().get(`/content-sets/${draft}/elements/${entry?.id}`)
  const { element, version } = contentSets.element.response.parse(answer.body)
  change(element)
  const body = { elements: [{ id: entry?.id, version, element }] }
  expect((await call().put(`/content-sets/${draft}/draft`, body)).status).toBe(200)
}

test('a next version starts as a copy of the edition, with one draft at a time', async () => {
  expect(await aNextDraft(t, admin, first)).toBe(draft)
  const before = await detailsOf(first)
  const after = await detailsOf(draft)
  expect(after).toMatchObject({ version: 2, status: 'draft', based_on: { id: first, version: 1 } })
  expect(after.head).toEqual(before.head)
  const texts = ({ outline }: typeof before) =>
    outline.map(({ key, statements }) => [key, statements.map((one) => [one.key, one.text])])
  expect(texts(after)).toEqual(texts(before))
  expect(before.draft_id).toBe(draft)
  expect(await impactOf(t, admin, draft)).toMatchObject({
    changes: NO_CHANGES,
    other_changes: [],
    may_be_minor: true,
  })
})

test('the impact lists changes beside statements', async () => {
  const order = (await detailsOf(draft)).outline.map(({ id }) => id).toReversed()
  await saveHead({ title: 'Renamed', introduction: 'Read this first.', year_to: 2099 }, order)
  await change((element) => {
    element.title = 'An element by another name'
    element.reportBands = [{ from: 0, to: 100, title: 'All', text: 'Go on.' }]
  })
  const other_changes = ['title', 'introduction', 'year_to', 'elements', 'reportBands', 'order']
  const expected = { changes: NO_CHANGES, other_changes }
  expect(await impactOf(t, admin, draft)).toMatchObject(expected)
  expect(await comparison()).toMatchObject({ other_changes })
  expect((await publish(t, admin, draft)).status).toBe(200)
  expect(await comparison()).toMatchObject({ other_changes })
})

test('the impact of a first edition lists all statements as added', async () => {
  const [from] = (await detailsOf(first)).outline
  const { element } = contentSets.element.response.parse(
    (await call().get(`/content-sets/${first}/elements/${from?.id}`)).body,
  )
  const { id } = contentSets.create.response.parse(
    (await call().post('/content-sets', { title: 'The first' })).body,
  )
  await call().post(`/content-sets/${id}/elements`, { element, after: null })
  const { based_on, changes } = await impactOf(t, admin, id)
  expect(based_on).toBeNull()
  expect(changes.added.map(({ key }) => key)).toEqual(element.statements.map(({ key }) => key))
})

test('the impact lists what publishing changes, and publishing retires the previous edition', async () => {
  const user = await aUser(t.db, { tenant })
  await anAssessment(t.db, { user, contentSetId: first })
  const busy = await aUser(t.db, { tenant })
  await anAssessment(t.db, { user: busy, contentSetId: first, answered: [] })
  for (const status of ['in_review', 'certified', 'returned']) {
    const holder = await aUser(t.db, { tenant })
    const type = 'certification'
    const id = await anAssessment(t.db, { user: holder, contentSetId: first, type })
    await t.sql`update assessments set status = ${status} where id = ${id}`
  }
  await change(({ statements }) => {
    const [like] = statements
    const responses = like?.responses.map((one) => ({ ...one, key: `new-${one.key}` })) ?? []
    if (like) statements.push({ ...like, key: 'new', text: 'A new one.', responses })
  })
  expect(await impactOf(t, admin, draft)).toMatchObject({
    version: 2,
    based_on: { id: first },
    changes: { ...NO_CHANGES, added: [{ key: 'new' }] },
    assessments_in_progress: 2,
    assessments_completed: 1,
    assessments_submitted: 2,
    organisations: 1,
    may_be_minor: false,
  })
  expect((await publish(t, admin, draft, { is_minor: true })).body).toMatchObject({
    fields: { is_minor: expect.any(String) },
  })
  expect((await publish(t, admin, draft, { what_changed: '' })).body).toMatchObject({
    fields: { what_changed: expect.any(String) },
  })
  expect(await publish(t, admin, draft)).toMatchObject({
    status: 200,
    body: { status: 'published', version: 2, can_edit: false, draft_id: null },
  })
  expect(await detailsOf(first)).toMatchObject({ status: 'retired' })
  const history = await call().get(`/content-sets/${draft}/versions`)
  expect(editions.history.response.parse(history.body).versions).toMatchObject([
    { id: draft, version: 2, changes: { added: 1, changed: 0, removed: 0 }, by: 'Author' },
    { id: first, version: 1, changes: null, assessments: 5 },
  ])
  expect(await comparison()).toMatchObject({ added: [{ key: 'new' }], other_changes: [] })
  const rows = await t.sql`
    select action from audit_events where tenant_id = ${tenant.id} order by id`
  expect(rows.map(({ action }) => action)).toEqual([
    'content_set.version_created',
    'content_set.published',
  ])
})

test('requests for evidence and a note are changes that are published, exported and copied to the next version', async () => {
  await change(({ statements: [statement] }) => {
    const [, second] = statement?.responses ?? []
    if (second) second.asksForEvidence = true
    if (second) second.asksForNote = true
  })
  const { changes, may_be_minor } = await impactOf(t, admin, draft)
  const fields = ['asksForEvidence', 'asksForNote'].map((name) => {
    return { field: expect.stringMatching(`\\.${name}$`), before: '', after: 'true' }
  })
  expect(changes).toMatchObject({ added: [], changed: [{ fields, asksAgain: false }], removed: [] })
  expect(may_be_minor).toBe(false)
  expect((await publish(t, admin, draft)).status).toBe(200)
  const next = await aNextDraft(t, admin, draft)
  for (const id of [draft, next]) {
    const { text } = await downloadExport(t, admin, id)
    expect(text.match(/"asksFor(Evidence|Note)": true/g)).toHaveLength(2)
  }
  expect((await impactOf(t, admin, next)).changes).toMatchObject({
    added: [],
    changed: [],
    removed: [],
  })
})

test('a key that only looks the same as one of the edition before is that key', async () => {
  await change((element) => {
    const [statement] = element.statements
    const [response] = statement?.responses ?? []
    for (const one of [element, statement, response]) if (one) one.key = `\u2062${one.key}`
  })
  expect(await comparison()).toMatchObject({ ...NO_CHANGES, other_changes: [] })
  expect(await impactOf(t, admin, draft)).toMatchObject({
    changes: NO_CHANGES,
    other_changes: [],
    may_be_minor: true,
  })
  expect((await publish(t, admin, draft)).status).toBe(200)
  const [before, after] = [first, draft].map(
    async (id) => (await downloadExport(t, admin, id)).text,
  )
  expect(await after).toBe(await before)
})

test('an edition stays in force for years that the next one does not cover', async () => {
  await saveHead({ year_from: THIS_YEAR + 1 })
  expect((await publish(t, admin, draft)).status).toBe(200)
  expect(await detailsOf(first)).toMatchObject({ status: 'published' })
})

test('an incomplete draft is refused with all its faults', async () => {
  await change((element) => {
    element.title = ''
    for (const statement of element.statements)
      Object.assign(statement, { text: '', responses: [] })
  })
  const answer = await call().post(`/content-sets/${draft}/publication`, {
    head_version: 2,
    what_changed: 'x',
    is_minor: false,
  })
  expect(answer).toMatchObject({ status: 409, code: 'content-incomplete' })
  const { details } = answer.body as { details: { field: string; statement: string | null }[] }
  expect(new Set(details.map(({ field }) => field))).toEqual(
    new Set(['title', 'text', 'responses']),
  )
  expect(new Set(details.map(({ statement }) => statement)).size).toBe(3)
  expect((await call().get(`/content-sets/${draft}/impact`)).code).toBe('content-incomplete')
  const { changed } = await comparison()
  expect(changed).toHaveLength(2)
  expect(changed[0]?.fields).toContainEqual(expect.objectContaining({ field: 'text', after: '' }))
})

test('a draft without action texts is published, and its impact counts them', async () => {
  expect(await impactOf(t, admin, draft)).toMatchObject({ missing_actions: 0 })
  await change(({ statements: [statement] }) => {
    for (const response of statement?.responses ?? []) response.action = ' '
  })
  // Of four responses, the lowest needs none.
  expect(await impactOf(t, admin, draft)).toMatchObject({ missing_actions: 3 })
  expect((await publish(t, admin, draft)).status).toBe(200)
})

test('a draft that was changed after its impact was read is not published', async () => {
  const { head_version } = await impactOf(t, admin, draft)
  await change((element) => (element.title = 'Changed'))
  expect(await publish(t, admin, draft, { head_version })).toMatchObject({
    status: 409,
    code: 'conflict',
  })
})

test('no database role can change a published edition', async () => {
  for (const [text, role] of [
    [`update content_sets set title = 'x' where id = ${first}`, 'wm_app'],
    [`update content_sets set status = 'draft' where id = ${first}`, 'wm_platform'],
    [`update statements set text = 'x' where content_set_id = ${first}`, 'wm_app'],
    [`delete from elements where content_set_id = ${first}`, 'wm_platform'],
  ]) {
    await t.owner.query('begin')
    await t.owner.query(`set local role ${role}`)
    await t.owner.query(
      `select set_config('app.tenant_id', '${tenant.id}', true), set_config('app.tenant_ids', '{${tenant.id}}', true)`,
    )
    await expect(t.owner.query(String(text))).rejects.toThrow(/does not change|permission denied/)
    await t.owner.query('rollback')
  }
})

test('an edition is retired once, and only unused editions and drafts can be deleted', async () => {
  const retired = await call().post(`/content-sets/${first}/retirement`)
  expect(retired.body).toMatchObject({ status: 'retired', retired_at: expect.any(String) })
  expect((await call().post(`/content-sets/${first}/retirement`)).status).toBe(200)
  expect((await call().post(`/content-sets/${draft}/retirement`)).status).toBe(409)
  expect((await call().delete(`/content-sets/${draft}`)).status).toBe(204)
  expect((await call().get(`/content-sets/${draft}`)).status).toBe(404)
  const used = await aContentSet(t.db, { tenant, file: aSmallSet() })
  const user = await aUser(t.db, { tenant })
  await anAssessment(t.db, { user, contentSetId: used })
  expect((await call().delete(`/content-sets/${used}`)).status).toBe(409)
  expect((await call().delete(`/content-sets/${first}`)).status).toBe(204)
  const rows = await t.sql`
    select count(*)::int as left from statements where content_set_id = ${first}`
  expect(rows).toEqual([{ left: 0 }])
})
