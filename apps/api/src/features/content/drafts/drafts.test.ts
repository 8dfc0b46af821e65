import { contentSets } from 'contract/content-sets'
import type { DraftElement } from 'contract/draft'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { draftElementOf } from '#features/content/draft-of-file.ts'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let god: TestUser
let admin: TestUser
let colleague: TestUser
let northfield: TestTenant
let id: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const platform = await theTenant(t.db, 'admin')
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
})
beforeEach(async () => {
  northfield = await aTenant(t.db, { name: 'Northfield Trust' })
  admin = await aUser(t.db, { tenant: northfield, roles: ['admin'], name: 'First Author' })
  colleague = await aUser(t.db, { tenant: northfield, roles: ['admin'], name: 'Second Author' })
  id = await aContentSet(t.db, { tenant: northfield, file: aSmallSet(3), isPublished: false })
})
afterAll(() => t.close())

const detailsOf = async (by = admin, of = id) =>
  contentSets.get.response.parse((await t.as(by).get(`/content-sets/${of}`)).body)
const elementOf = async (elementId: number, by = admin) =>
  contentSets.element.response.parse(
    (await t.as(by).get(`/content-sets/${id}/elements/${elementId}`)).body,
  )
const save = (body: object, by = admin, of = id) => t.as(by).put(`/content-sets/${of}/draft`, body)
const COLLEAGUE = { saved_by: 'Second Author', is_own: false }
const titled = (title: string): DraftElement => ({
  key: title,
  title,
  description: '',
  group: '',
  required: true,
  weight: 1,
  reportBands: [],
  statements: [],
})
const titlesOf = async () => (await detailsOf()).outline.map(({ title }) => title)

test('an admin begins a content set in the own organisation, a god-admin in any and at the platform', async () => {
  const made = await t.as(admin).post('/content-sets', { title: 'Ours', scale: ['Low', 'High'] })
  const own = contentSets.create.response.parse(made.body)
  expect(await detailsOf(admin, own.id)).toMatchObject({
    status: 'draft',
    version: 1,
    tenant: { id: northfield.id, is_platform: false },
    head: { title: 'Ours', scale: ['Low', 'High'], offers_certification: true },
    outline: [],
    can_edit: true,
    saved_by: 'First Author',
  })
  const there = await t.as(god).post('/content-sets', { title: 'T', tenant_id: northfield.id })
  expect(there.status).toBe(200)
  const template = contentSets.create.response.parse(
    (await t.as(god).post('/content-sets', { title: 'Template' })).body,
  )
  expect(await detailsOf(god, template.id)).toMatchObject({ tenant: { is_platform: true } })
  expect((await t.as(admin).get(`/content-sets/${template.id}`)).status).toBe(404)
  const other = await aTenant(t.db)
  expect(
    await t.as(admin).post('/content-sets', { title: 'Theirs', tenant_id: other.id }),
  ).toMatchObject({ status: 404 })
  const { rows } = await t.owner.query(
    `select action, actor_id from audit_events where subject = $1`,
    [`content set ${own.id}`],
  )
  expect(rows).toEqual([{ action: 'content_set.created', actor_id: admin.id }])
})

test('elements are added after another or first, and read whole', async () => {
  const [first] = (await detailsOf()).outline
  const add = (title: string, after: number | null) =>
    t.as(admin).post(`/content-sets/${id}/elements`, { element: titled(title), after })
  const made = contentSets.addElement.response.parse((await add('Second', first?.id ?? 0)).body)
  await add('First', null)
  expect((await titlesOf()).slice(0, 3)).toEqual(['First', first?.title, 'Second'])
  expect(await elementOf(made.id)).toEqual({ ...made, element: titled('Second') })
  expect((await add('Nowhere', 999_999_999)).status).toBe(404)
})

test('an author saves several parts at once; what is missing in them is answered', async () => {
  const { head, head_version, outline } = await detailsOf()
  const [one, two] = outline
  const answer = await save({
    head: { version: head_version, head: { ...head, title: '' } },
    elements: [
      { id: one?.id, version: one?.version, element: titled('No statements') },
      { id: two?.id, version: two?.version, element: null },
    ],
  })
  const saved = contentSets.save.response.parse(answer.body)
  expect(saved).toMatchObject({
    head_version: head_version + 1,
    elements: [{ version: 2 }, { version: 2 }],
  })
  expect(saved.faults.map(({ element_id, field }) => [element_id, field])).toEqual([
    [null, 'title'],
    [one?.id, 'statements'],
  ])
  expect(await detailsOf()).toMatchObject({ head: { title: '' }, saved_by: 'First Author' })
  expect((await detailsOf()).outline).toHaveLength(2)
})

test('a removed element comes back where it was, by being saved again', async () => {
  const before = await detailsOf()
  const middle = before.outline[1]
  const { element } = await elementOf(middle?.id ?? 0)
  await save({ elements: [{ id: middle?.id, version: 1, element: null }] })
  expect((await t.as(admin).get(`/content-sets/${id}/elements/${middle?.id}`)).status).toBe(404)
  await save({ elements: [{ id: middle?.id, version: 2, element }] })
  const titles = before.outline.map(({ title }) => title)
  expect(await titlesOf()).toEqual(titles)
})

test('elements are put in order; one that another author added meanwhile is not lost', async () => {
  const { outline } = await detailsOf()
  const [a, b, c] = outline.map((element) => element.id)
  await t.as(colleague).post(`/content-sets/${id}/elements`, { element: titled('New'), after: a })
  expect((await save({ order: [c, b, a] })).status).toBe(200)
  const titles = [2, 1, 0].map((at) => outline[at]?.title)
  expect(await titlesOf()).toEqual([...titles, 'New'])
})

test('a conflict names who saved each part, not who saved anything last', async () => {
  const { head, head_version, outline } = await detailsOf()
  const element = { id: outline[0]?.id, version: outline[0]?.version }
  const renamed = (title: string) => ({ version: head_version, head: { ...head, title } })
  await save({ head: renamed('By the colleague') }, colleague)
  await save({ elements: [{ ...element, element: titled('By the first') }] })
  const inTurn = await save({ head: renamed('By the first') })
  expect(inTurn.body).toMatchObject({
    details: { ...COLLEAGUE, head: { ...COLLEAGUE, head: { title: 'By the colleague' } } },
  })
  const both = { head: renamed('Again'), elements: [{ ...element, element: titled('Again') }] }
  expect((await save(both)).body).toMatchObject({
    details: { head: COLLEAGUE, elements: [{ saved_by: 'First Author', is_own: true }] },
  })
})

test('what is read anew names who saved each part, not who saved anything last', async () => {
  const { head, head_version, outline } = await detailsOf()
  const [one, two] = outline.map((element) => element.id)
  await save({ head: { version: head_version, head: { ...head, title: 'Anew' } } }, colleague)
  await save(
    { elements: [{ id: one, version: 1, element: titled('By the colleague') }] },
    colleague,
  )
  await save({ elements: [{ id: two, version: 1, element: titled('By the first') }] })
  const OWN = { saved_by: 'First Author', is_own: true }
  expect(await detailsOf()).toMatchObject({ ...OWN, head_saved: COLLEAGUE })
  expect(await elementOf(one ?? 0)).toMatchObject(COLLEAGUE)
  expect(await elementOf(two ?? 0)).toMatchObject(OWN)
})

test('the second of two authors of one part is told what the first has saved, and nothing is overwritten', async () => {
  const { head, head_version, outline } = await detailsOf()
  const [one, two] = outline
  const version = one?.version
  await save({ elements: [{ id: one?.id, version, element: titled('By the first') }] })
  const answer = await save(
    {
      head: { version: head_version, head: { ...head, title: 'Renamed' } },
      elements: [
        { id: one?.id, version, element: titled('By the second') },
        { id: two?.id, version: two?.version, element: null },
      ],
    },
    colleague,
  )
  expect(answer).toMatchObject({
    status: 409,
    code: 'conflict',
    body: {
      details: {
        saved_by: 'First Author',
        is_own: false,
        head: null,
        elements: [{ id: one?.id, version: 2, element: { title: 'By the first' } }],
      },
    },
  })
  const inAnotherTab = await save({
    elements: [{ id: one?.id, version, element: titled('By the first, elsewhere') }],
  })
  expect(inAnotherTab).toMatchObject({
    status: 409,
    body: { details: { saved_by: 'First Author', is_own: true } },
  })
  expect(await detailsOf()).toMatchObject({ head: { title: head.title }, head_version })
  expect((await detailsOf()).outline).toHaveLength(3)
})

test('who saved last is told in few words, and whether that was oneself', async () => {
  const latest = async (by: TestUser) =>
    contentSets.latestSave.response.parse(
      (await t.as(by).get(`/content-sets/${id}/latest-save`)).body,
    )
  const { head, head_version } = await detailsOf()
  const body = { head: { version: head_version, head: { ...head, source: 'A handbook' } } }
  const { saved_at } = contentSets.save.response.parse((await save(body)).body)
  const told = { status: 'draft', saved_at, saved_by: 'First Author' }
  expect(await latest(admin)).toEqual({ ...told, is_own: true })
  expect(await latest(colleague)).toEqual({ ...told, is_own: false })
})

test('a save that is sent again after a lost answer is no conflict', async () => {
  const { head, head_version, outline } = await detailsOf()
  const body = {
    head: { version: head_version, head: { ...head, title: 'Once' } },
    elements: [{ id: outline[0]?.id, version: 1, element: titled('Once') }],
  }
  const first = contentSets.save.response.parse((await save(body)).body)
  const again = contentSets.save.response.parse((await save(body)).body)
  expect(again).toMatchObject({ head_version: first.head_version, elements: first.elements })
})

test('every fault of a draft is told at once', async () => {
  const set = await t.as(admin).post('/content-sets', { title: 'Empty' })
  const { id: empty } = contentSets.create.response.parse(set.body)
  const answer = await t.as(admin).get(`/content-sets/${empty}/faults`)
  expect(contentSets.faults.response.parse(answer.body).faults.map(({ field }) => field)).toEqual([
    'elements',
  ])
})

test('a published edition is read like a draft, and refuses every change', async () => {
  const of = await aContentSet(t.db, { tenant: northfield, file: aSmallSet() })
  const { outline, ...set } = await detailsOf(admin, of)
  expect(set).toMatchObject({
    status: 'published',
    can_edit: false,
    head: { title: aSmallSet().title },
  })
  const [element] = outline
  const read = await t.as(admin).get(`/content-sets/${of}/elements/${element?.id}`)
  expect(contentSets.element.response.parse(read.body).element).toEqual(
    draftElementOf(aSmallSet().elements[0] as never),
  )
  expect(await save({ order: [] }, admin, of)).toMatchObject({ status: 409, code: 'conflict' })
  const added = { element: titled('x'), after: null }
  expect((await t.as(admin).post(`/content-sets/${of}/elements`, added)).status).toBe(409)
})

test('auditors read the organisations that they are assigned to; respondents do neither', async () => {
  const platform = await theTenant(t.db, 'admin')
  const auditor = await aUser(t.db, { tenant: platform, roles: ['auditor'] })
  expect((await t.as(auditor).get(`/content-sets/${id}`)).status).toBe(404)
  await t.db
    .insertInto('tenant_auditors')
    .values({ tenant_id: platform.id, auditor_id: auditor.id, organisation_id: northfield.id })
    .execute()
  expect(await detailsOf(auditor)).toMatchObject({ can_edit: false })
  expect((await save({ order: [] }, auditor)).status).toBe(403)
  const user = await aUser(t.db, { tenant: northfield })
  expect((await t.as(user).get(`/content-sets/${id}`)).status).toBe(403)
})

test('the list holds what is in view, by title, organisation and state', async () => {
  await aContentSet(t.db, { tenant: northfield, file: { ...aSmallSet(), title: 'Águas 50%' } })
  const list = async (query: string, by = god) =>
    contentSets.list.response.parse((await t.as(by).get(`/content-sets?${query}`)).body)
  expect(await list(`title=aguas 50%25&tenant_id=${northfield.id}`)).toMatchObject({
    total: 1,
    rows: [{ status: 'published', elements: 2, statements: 4, assessments: 0, version: 1 }],
  })
  expect(await list('status=draft', admin)).toMatchObject({
    rows: [{ id, elements: 3, statements: 6, year_from: expect.any(Number) }],
  })
  expect((await list('sort=title.desc&limit=1', admin)).total).toBe(2)
})
