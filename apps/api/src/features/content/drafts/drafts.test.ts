import { contentSets } from 'contract/content-sets'
import type { DraftElement } from 'contract/draft'
import { beforeEach, expect, test } from 'vitest'
import { draftElementOf } from '#features/content/draft-of-file.ts'
import { anAuditor } from '#testing/certifying.ts'
import {
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
let tenant = await aTenant(t.db)
let admin: TestUser
let colleague: TestUser
let id: number
beforeEach(async () => {
  tenant = await aTenant(t.db)
  admin = await aUser(t.db, { tenant, roles: ['admin'], name: 'First Author' })
  colleague = await aUser(t.db, { tenant, roles: ['admin'], name: 'Second Author' })
  id = await aContentSet(t.db, { tenant, file: aSmallSet(3), isPublished: false })
})

const detailsOf = async (by = admin, of = id) =>
  contentSets.get.response.parse((await t.as(by).get(`/content-sets/${of}`)).body)
const elementOf = async (elementId = 0, by = admin, of = id) =>
  contentSets.element.response.parse(
    (await t.as(by).get(`/content-sets/${of}/elements/${elementId}`)).body,
  )
const create = (body: object, by = admin) => t.as(by).post('/content-sets', body)
const created = async (body: object, by = admin) =>
  contentSets.create.response.parse((await create(body, by)).body).id
const save = (body: object, by = admin, of = id) => t.as(by).put(`/content-sets/${of}/draft`, body)
const OWN = { saved_by: 'First Author', is_own: true }
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

test('an admin creates a content set in their organisation, a god-admin in any and at the platform', async () => {
  const own = await created({ title: 'Ours', scale: ['Low', 'High'] })
  expect(await detailsOf(admin, own)).toMatchObject({
    status: 'draft',
    version: 1,
    tenant_id: tenant.id,
    tenant: { id: tenant.id, is_platform: false },
    head: { title: 'Ours', scale: ['Low', 'High'], offers_certification: true },
    outline: [],
    can_edit: true,
    saved_by: 'First Author',
  })
  expect((await t.as(admin).get('/content-sets?title=Ours')).body).toMatchObject({
    rows: [{ id: own, title: 'Ours', tenant_id: tenant.id, tenant: { id: tenant.id } }],
  })
  expect((await create({ title: 'T', tenant_id: tenant.id }, god)).status).toBe(200)
  const template = await created({ title: 'Template' }, god)
  expect(await detailsOf(god, template)).toMatchObject({ tenant: { is_platform: true } })
  const other = await aTenant(t.db)
  expect((await create({ title: 'Theirs', tenant_id: other.id })).status).toBe(404)
  const { rows } = await t.owner.query(
    `select action, actor_id from audit_events where subject = $1`,
    [`content set ${own}`],
  )
  expect(rows).toEqual([{ action: 'content_set.created', actor_id: admin.id }])
})

test('elements are added after another one or first, and read whole', async () => {
  const [first] = (await detailsOf()).outline
  const add = (title: string, after: number | null) =>
    t.as(admin).post(`/content-sets/${id}/elements`, { element: titled(title), after })
  const made = contentSets.addElement.response.parse((await add('Second', first?.id ?? 0)).body)
  await add('First', null)
  expect((await titlesOf()).slice(0, 3)).toEqual(['First', first?.title, 'Second'])
  expect(await elementOf(made.id)).toEqual({ ...made, element: titled('Second') })
  expect((await add('Nowhere', 999_999_999)).status).toBe(404)
})

test('several parts are saved together, the answer has their faults, and a repeated save is no conflict', async () => {
  const { head, head_version, outline } = await detailsOf()
  const [one, two] = outline
  const body = {
    head: { version: head_version, head: { ...head, title: '' } },
    elements: [
      { id: one?.id, version: 1, element: titled('No statements') },
      { id: two?.id, version: 1, element: null },
    ],
  }
  const saved = contentSets.save.response.parse((await save(body)).body)
  const versions = {
    head_version: head_version + 1,
    elements: [{ version: 2 }, { version: 2 }],
  }
  expect(saved).toMatchObject(versions)
  expect(
    saved.faults.map(({ element_id, field, message }) => [element_id, field, message]),
  ).toEqual([
    [null, 'title', 'Enter text'],
    [one?.id, 'statements', 'Add at least one statement'],
  ])
  expect((await save(body)).body).toMatchObject(versions)
  expect(await detailsOf()).toMatchObject({ head: { title: '' }, saved_by: 'First Author' })
  expect((await detailsOf()).outline).toHaveLength(2)
})

test('a removed element returns to its place when it is saved again', async () => {
  const titles = await titlesOf()
  const middle = (await detailsOf()).outline[1]
  const { element } = await elementOf(middle?.id)
  await save({ elements: [{ id: middle?.id, version: 1, element: null }] })
  expect((await t.as(admin).get(`/content-sets/${id}/elements/${middle?.id}`)).status).toBe(404)
  await save({ elements: [{ id: middle?.id, version: 2, element }] })
  expect(await titlesOf()).toEqual(titles)
})

test('each part names who saved it, in a conflict and when it is read', async () => {
  const { head, head_version, outline } = await detailsOf()
  const [one, two] = outline.map((element) => element.id)
  const renamed = (title: string) => ({ version: head_version, head: { ...head, title } })
  const element = (of: number | undefined, title: string) => ({
    id: of,
    version: 1,
    element: titled(title),
  })
  await save({ head: renamed('Second'), elements: [element(one, 'Second')] }, colleague)
  await save({ elements: [element(two, 'First')] })
  expect(await detailsOf()).toMatchObject({ ...OWN, head_saved: COLLEAGUE })
  expect(await elementOf(one)).toMatchObject(COLLEAGUE)
  expect(await elementOf(two)).toMatchObject(OWN)
  expect((await save({ head: renamed('First') })).body).toMatchObject({
    details: { ...COLLEAGUE, head: { ...COLLEAGUE, head: { title: 'Second' } } },
  })
  const both = { head: renamed('Again'), elements: [element(two, 'Again')] }
  expect((await save(both)).body).toMatchObject({ details: { head: COLLEAGUE, elements: [OWN] } })
})

test('the second of two authors of one element gets the saved version, and nothing is overwritten', async () => {
  const { head, head_version, outline } = await detailsOf()
  const [one, two] = outline
  const element = (title: string) => ({ id: one?.id, version: 1, element: titled(title) })
  await save({ elements: [element('By the first')] })
  const body = {
    head: { version: head_version, head: { ...head, title: 'Renamed' } },
    elements: [element('By the second'), { id: two?.id, version: 1, element: null }],
  }
  expect(await save(body, colleague)).toMatchObject({
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
  expect(await save({ elements: [element('In another tab')] })).toMatchObject({
    status: 409,
    body: { details: OWN },
  })
  expect(await detailsOf()).toMatchObject({ head: { title: head.title }, head_version })
  expect((await detailsOf()).outline).toHaveLength(3)
})

test('the latest save names its author, and a god-admin’s save is only their own', async () => {
  const latest = async (by: TestUser) =>
    contentSets.latestSave.response.parse(
      (await t.as(by).get(`/content-sets/${id}/latest-save`)).body,
    )
  const second = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
  const { head, head_version, outline } = await detailsOf()
  const body = (version: number, title: string) => ({
    head: { version, head: { ...head, title } },
    elements: [{ id: outline[0]?.id, version, element: titled(title) }],
  })
  const { saved_at } = contentSets.save.response.parse((await save(body(head_version, 'A'))).body)
  expect(await latest(admin)).toEqual({ status: 'draft', saved_at, ...OWN })
  expect(await latest(colleague)).toMatchObject({ saved_by: 'First Author', is_own: false })
  expect((await save(body(head_version + 1, 'B'), god)).status).toBe(200)
  expect(await latest(god)).toMatchObject({ saved_by: null, is_own: true })
  for (const other of [admin, second])
    expect(await latest(other)).toMatchObject({ saved_by: null, is_own: false })
  expect((await save(body(head_version + 1, 'C'), god)).body).toMatchObject({
    details: { is_own: true, head: { is_own: true }, elements: [{ is_own: true }] },
  })
})

test('a published edition is read like a draft, and refuses every change', async () => {
  const of = await aContentSet(t.db, { tenant, file: aSmallSet() })
  const { outline, ...set } = await detailsOf(admin, of)
  const { title } = aSmallSet()
  expect(set).toMatchObject({ status: 'published', can_edit: false, head: { title } })
  const { element } = await elementOf(outline[0]?.id, admin, of)
  expect(element).toEqual(draftElementOf(aSmallSet().elements[0] as never))
  expect(await save({ order: [] }, admin, of)).toMatchObject({ status: 409, code: 'conflict' })
  const added = { element: titled('x'), after: null }
  expect((await t.as(admin).post(`/content-sets/${of}/elements`, added)).status).toBe(409)
})

test('auditors read content sets of the organisations that they are assigned to', async () => {
  expect(await detailsOf(await anAuditor(t.db, tenant))).toMatchObject({ can_edit: false })
})

test('the list has the content sets in view, by title, organisation and status', async () => {
  await aContentSet(t.db, { tenant, file: { ...aSmallSet(), title: 'Águas 50%' } })
  const list = async (query: string, by = god) =>
    contentSets.list.response.parse((await t.as(by).get(`/content-sets?${query}`)).body)
  expect(await list(`title=aguas 50%25&tenant_id=${tenant.id}`)).toMatchObject({
    total: 1,
    rows: [{ status: 'published', elements: 2, statements: 4, assessments: 0, version: 1 }],
  })
  expect((await list(`tenant_id=${tenant.id}`)).total).toBe(2)
  expect(await list('status=draft', admin)).toMatchObject({
    rows: [{ id, elements: 3, statements: 6, year_from: expect.any(Number) }],
  })
  expect((await list('sort=title.desc&limit=1', admin)).total).toBe(2)
})

test('an empty draft has the fault that elements are missing', async () => {
  const answer = await t.as(admin).get(`/content-sets/${await created({ title: 'Empty' })}/faults`)
  expect(contentSets.faults.response.parse(answer.body).faults).toMatchObject([
    { field: 'elements', message: 'Add at least one element' },
  ])
})
