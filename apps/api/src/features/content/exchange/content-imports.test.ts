import { ContentSetFile } from 'contract/content-format'
import { ContentImport } from 'contract/content-imports'
import { beforeEach, expect, test } from 'vitest'
import {
  writeContentJson,
  writeContentWorkbook,
} from '#features/content/files/write-content-workbook.ts'
import { downloadExport } from '#testing/download-export.ts'
import { aContentSet, aSmallSet, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { longSet } from '#testing/long-set.ts'
import { testApp } from '#testing/test-app.ts'
import { workOnImport } from './write-import.ts'

const t = await testApp()
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
let tenant = await aTenant(t.db)
let admin = await aUser(t.db, { tenant, roles: ['admin'], name: 'An Author' })
beforeEach(async () => {
  tenant = await aTenant(t.db, { name: 'Northfield Trust' })
  admin = await aUser(t.db, { tenant, roles: ['admin'], name: 'An Author' })
})

const start = (bytes: string | Uint8Array, more: object = {}, by = admin) => {
  const file = Buffer.from(bytes).toString('base64')
  return t.as(by).post('/content-imports', { name: 'a set.json', file, ...more })
}
const started = async (...input: Parameters<typeof start>) =>
  ContentImport.parse((await start(...input)).body)
const importOf = async (id: number, by = admin) =>
  ContentImport.parse((await t.as(by).get(`/content-imports/${id}`)).body)
const accept = (id: number) => t.as(admin).post(`/content-imports/${id}/draft`, {})
const accepted = async (id: number) => ContentImport.parse((await accept(id)).body)
const jsonOf = async (id: number | null) => (await downloadExport(t, admin, id)).text
const countOfSets = async () =>
  Number((await t.owner.query('select count(*) from content_sets')).rows[0].count)
const settled = async (id: number) =>
  await expect
    .poll(() => importOf(id), { timeout: 60_000, interval: 200 })
    .toMatchObject({ status: expect.stringMatching(/^(faulty|ready|done|failed)$/), progress: 100 })

const file = aSmallSet()
const json = writeContentJson(file)

test.each([
  ['a set.json', async () => json],
  ['a set.xlsx', async () => await writeContentWorkbook(file)],
])(
  '%s is read and previewed, and its draft is created when it is accepted',
  async (name, write) => {
    const before = await countOfSets()
    const read = await started(await write(), { name })
    expect(read).toMatchObject({
      status: 'ready',
      name,
      tenant: { id: tenant.id, name: 'Northfield Trust' },
      faults: [],
      preview: {
        title: file.title,
        language: file.language ?? null,
        elements: 2,
        statements: 4,
        scale: file.scale,
        outline: file.elements.map(({ title }) => ({ title, statements: 2 })),
        added: 0,
      },
    })
    expect(await countOfSets()).toBe(before)
    const made = await accepted(read.id)
    expect(made.status).toBe('done')
    expect(await jsonOf(made.content_set_id)).toBe(json)
    const details = await t.as(admin).get(`/content-sets/${made.content_set_id}`)
    expect(details.body).toMatchObject({ status: 'draft', version: 1, saved_by: 'An Author' })
  },
)

test('a faulty file is refused with the place of each fault', async () => {
  const faulty = { ...file, title: '', elements: [{ ...file.elements[0], weight: -1 }] }
  const read = await started(JSON.stringify(faulty))
  expect(read).toMatchObject({
    status: 'faulty',
    fault_count: 2,
    faults: [
      { place: 'title', message: 'title is missing: enter text' },
      { place: 'elements[0].weight', message: 'weight must be 0 or more' },
    ],
    preview: null,
  })
  expect(await accept(read.id)).toMatchObject({
    status: 409,
    code: 'conflict',
  })
})

test.each([
  ['read straight away', file],
  ['read by a job', longSet({ elements: 60, statements: 2, responses: 50 })],
])('a file with the wrong ending is refused, %s', async (_, set) => {
  const read = await started(writeContentJson(set), { name: 'a set.xlsx' })
  await settled(read.id)
  const message =
    'The file name ends in .xlsx, but the file is a JSON file. Change the end of the file name to .json.'
  expect(await importOf(read.id)).toMatchObject({
    status: 'faulty',
    fault_count: 1,
    faults: [{ place: 'File', message }],
  })
})

test('the first 1,000 faults are kept and all are counted', async () => {
  const none = { weight: -1, title: '' }
  const elements = longSet({ elements: 600 }).elements.map((one) => ({ ...one, ...none }))
  const read = await started(JSON.stringify({ ...file, scale: undefined, elements }))
  expect(read.faults).toHaveLength(1000)
  expect(read.fault_count).toBe(1200)
})

test('a long file is read and written by jobs that show their progress', async () => {
  const long = longSet({ elements: 60, statements: 2, responses: 50 })
  const read = await started(writeContentJson(long))
  expect(read).toMatchObject({ status: 'reading', progress: 0, preview: null })
  await settled(read.id)
  expect(await importOf(read.id)).toMatchObject({ status: 'ready', preview: { responses: 6000 } })
  expect((await accepted(read.id)).status).toBe('writing')
  await settled(read.id)
  const made = await importOf(read.id)
  expect(made.status).toBe('done')
  expect(await jsonOf(made.content_set_id)).toBe(writeContentJson(long))
}, 120_000)

test('a file becomes the next version of a set, compared by its keys', async () => {
  const setId = await aContentSet(t.db, { tenant, file })
  const [first, second] = file.elements
  const changed = ContentSetFile.parse({
    ...file,
    elements: [
      { ...first, statements: first?.statements.map((one) => ({ ...one, text: 'Other words.' })) },
      { ...second, statements: second?.statements.slice(1) },
    ],
  })
  const read = await started(writeContentJson(changed), { content_set_id: setId })
  expect(read.preview).toMatchObject({ added: 0, changed: 2, removed: 1, other_changes: [] })
  expect(read.follows).toEqual({ id: setId, version: 1 })
  const { content_set_id: id } = await accepted(read.id)
  expect((await t.as(admin).get(`/content-sets/${id}`)).body).toMatchObject({
    version: 2,
    based_on: { id: setId, version: 1 },
  })
  expect(await start(json, { content_set_id: setId })).toMatchObject({
    status: 409,
    body: { message: 'This content set already has a draft. Publish or delete it first.' },
  })
})

test('a key of a file that only looks the same as one of the set is that key', async () => {
  const setId = await aContentSet(t.db, { tenant, file })
  const alike = json.replaceAll(/"(key|element|statement)": "(.)/g, '"$1": "$2\u200D')
  expect(alike).not.toBe(json)
  const read = await started(alike, { content_set_id: setId })
  expect(read.preview).toMatchObject({ added: 0, changed: 0, removed: 0, other_changes: [] })
  const { content_set_id: id } = await accepted(read.id)
  expect(await jsonOf(id)).toBe(json)
})

test('the preview lists other changes, and names a published set with the same title', async () => {
  await aContentSet(t.db, { tenant, file, isPublished: false })
  expect((await started(json)).namesake).toBeNull()
  const setId = await aContentSet(t.db, { tenant, file })
  const same = await started(json, { content_set_id: setId })
  expect(same).toMatchObject({
    preview: { added: 0, changed: 0, removed: 0, other_changes: [] },
    follows: { id: setId },
    namesake: null,
  })
  const [first, ...others] = file.elements
  const other = { ...file, title: 'Renamed', elements: [...others, { ...first, title: 'First' }] }
  const changed = await started(JSON.stringify(other), { content_set_id: setId })
  expect(changed.preview?.other_changes).toEqual(['title', 'elements', 'order'])
  expect((await started(json)).namesake).toMatchObject({ version: 1 })
  expect(await started(JSON.stringify(other))).toMatchObject({ follows: null, namesake: null })
})

test('of two accepted imports of one set, the second is refused because there is a draft', async () => {
  const setId = await aContentSet(t.db, { tenant, file })
  const read = () => started(json, { content_set_id: setId })
  const [one, other] = [await read(), await read()]
  await accepted(one.id)
  const before = await countOfSets()
  expect(await accept(other.id)).toMatchObject({
    status: 409,
    body: { message: /already has a draft/ },
  })
  expect(await countOfSets()).toBe(before)
  expect((await importOf(other.id)).status).toBe('ready')
})

test('eight parallel acceptances create one draft', async () => {
  const read = await started(json)
  const before = await countOfSets()
  const made = await Promise.all(Array.from({ length: 8 }, () => accepted(read.id)))
  expect(new Set(made.map(({ content_set_id: id }) => id)).size).toBe(1)
  expect(await countOfSets()).toBe(before + 1)
})

test('a failed acceptance leaves no partial draft and can be repeated', async () => {
  const read = await started(json)
  const before = await countOfSets()
  await t.owner.query(
    `alter table draft_elements add constraint broken check (element->>'key' <> '${file.elements[1]?.key}') not valid`,
  )
  expect((await accept(read.id)).status).toBe(500)
  expect(await countOfSets()).toBe(before)
  expect((await importOf(read.id)).status).toBe('ready')
  await t.owner.query('alter table draft_elements drop constraint broken')
  expect((await accepted(read.id)).status).toBe('done')
})

test('the job of an import is tried again after a failure, until the last attempt or a refusal', async () => {
  const setId = await aContentSet(t.db, { tenant, file })
  const { id } = await started(json, { content_set_id: setId })
  const job = { tenantId: tenant.id, id }
  const attempt = (isLast = false) => workOnImport(t.app, job, { number: 1, isLast })
  const status = async () => (await importOf(id)).status
  await t.sql`update content_imports set status = 'writing', file = 'bytes' where id = ${id}`
  await t.owner.query(
    `alter table draft_elements add constraint broken check (tenant_id <> ${tenant.id}) not valid`,
  )
  await expect(attempt()).rejects.toThrow(/broken/)
  expect(await status()).toBe('writing')
  await expect(attempt(true)).rejects.toThrow(/broken/)
  expect(await importOf(id)).toMatchObject({
    status: 'failed',
    faults: [{ place: 'File', message: expect.stringContaining('Something went wrong') }],
  })
  expect(await t.sql`select file from content_imports where id = ${id}`).toEqual([{ file: null }])
  await t.owner.query('alter table draft_elements drop constraint broken')
  expect(await accepted(id)).toMatchObject({ status: 'done', faults: [] })
  await t.sql`update content_imports set status = 'writing', content = '{}' where id = ${id}`
  await attempt()
  expect(await importOf(id)).toMatchObject({
    status: 'failed',
    faults: [{ message: expect.stringContaining('already has a draft') }],
  })
})

test('god-admins import anywhere, other editors only into their own organisation', async () => {
  const there = await started(json, { tenant_id: tenant.id }, god)
  expect(there.tenant.id).toBe(tenant.id)
  expect((await started(json, {}, god)).tenant.id).toBe(god.tenantId)
  const elsewhere = await aTenant(t.db)
  const stranger = await aUser(t.db, { tenant: elsewhere, roles: ['admin'] })
  const setId = await aContentSet(t.db, { tenant, file })
  const both = { tenant_id: elsewhere.id, content_set_id: setId }
  expect((await start(json, both, god)).status).toBe(404)
  for (const target of [{ tenant_id: tenant.id }, { content_set_id: setId }])
    expect((await start(json, target, stranger)).status).toBe(404)
})

test('a discarded import leaves its draft, and imports are deleted after a week', async () => {
  const read = await started(json)
  const { content_set_id: id } = await accepted(read.id)
  expect((await t.as(admin).delete(`/content-imports/${read.id}`)).status).toBe(204)
  expect((await t.as(admin).get(`/content-imports/${read.id}`)).status).toBe(404)
  expect(await jsonOf(id)).toBe(json)
  const old = await started(json)
  await t.sql`update content_imports set created_at = now() - interval '8 days' where id = ${old.id}`
  await started(json)
  expect((await t.as(admin).get(`/content-imports/${old.id}`)).status).toBe(404)
})
