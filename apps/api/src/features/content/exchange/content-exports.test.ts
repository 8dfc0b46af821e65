import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeContentJson } from '#features/content/files/write-content-json.ts'
import { writeContentWorkbook } from '#features/content/files/write-content-workbook.ts'
import { breakExport } from '#testing/break-export.ts'
import { exported, settledExport, startedExport } from '#testing/exported.ts'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { longSet } from '#testing/long-set.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

const HOUR = 3_600_000

let t: TestApp
let god: TestUser
let auditor: TestUser
let admin: TestUser
let northfield: TestTenant
beforeAll(async () => {
  t = await startTestApp()
  const platform = await theTenant(t.db, 'admin')
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
  auditor = await aUser(t.db, { tenant: platform, roles: ['auditor'] })
})
beforeEach(async () => {
  t.clock.now = () => new Date()
  northfield = await aTenant(t.db, { name: 'Northfield Trust' })
  admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
})
afterAll(() => t.close())

const small = aSmallSet()
const large = longSet({ elements: 300, statements: 2, responses: 4 })

const exportsOf = async (setId: number) =>
  (
    await t.owner.query<{ id: number; status: string }>(
      'select id, status from content_exports where content_set_id = $1 order by id',
      [setId],
    )
  ).rows

test('a small set is written as a file that is named after it, and the audit log tells', async () => {
  const file = { ...small, title: 'Überblick / 日本: "A" & B' }
  const id = await aContentSet(t.db, { tenant: northfield, file })
  expect(await startedExport(t, admin, id)).toMatchObject({
    name: 'Überblick-日本-A-B-v1.json',
    status: 'ready',
  })
  const asJson = await exported(t, admin, id, 'json')
  const asWorkbook = await exported(t, admin, id, 'xlsx')
  expect(asJson.text).toBe(writeContentJson(file))
  expect(asJson.headers['content-disposition']).toBe(
    `attachment; filename="berblick-A-B-v1.json"; filename*=UTF-8''${encodeURIComponent('Überblick-日本-A-B-v1.json')}`,
  )
  expect(asWorkbook.bytes.equals(await writeContentWorkbook(file))).toBe(true)
  expect(asWorkbook.headers['content-disposition']).toContain('v1.xlsx"')
  expect(asWorkbook.headers['content-type']).toContain('spreadsheetml')
  const { rows } = await t.owner.query(
    `select details->>'format' as format from audit_events where action = 'content_set.exported' and subject = $1 order by id`,
    [`content set ${id}`],
  )
  expect(rows).toEqual([{ format: 'json' }, { format: 'json' }, { format: 'xlsx' }])
})

test.each([true, false])(
  'a large set’s file is made by a job, once for all who ask while it does not change (published: %s)',
  async (isPublished) => {
    const id = await aContentSet(t.db, { tenant: northfield, file: large, isPublished })
    const asked = [
      await startedExport(t, admin, id),
      await startedExport(t, admin, id),
      await startedExport(t, admin, id, 'xlsx'),
    ]
    expect(asked.map(({ status }) => status)).toEqual(['making', 'making', 'making'])
    expect(new Set(asked.map((one) => one.id)).size).toBe(isPublished ? 2 : 3)
    const [json, , workbook] = asked
    const early = await t.as(admin).get(`/content-exports/${workbook?.id}/file`)
    expect([200, 409]).toContain(early.status)
    for (const one of asked) await settledExport(t, admin, one.id)
    const fileOf = (one = json) => t.as(admin).get(`/content-exports/${one?.id}/file`)
    expect((await fileOf()).text).toBe(writeContentJson(large))
    expect((await fileOf(workbook)).bytes.equals(await writeContentWorkbook(large))).toBe(true)
    const again = await startedExport(t, admin, id)
    expect(again.status).toBe(isPublished ? 'ready' : 'making')
    expect(await exportsOf(id)).toHaveLength(isPublished ? 2 : 4)
    await settledExport(t, admin, again.id)
  },
  60_000,
)

test('what fails is tried again by itself, then says so, and can be asked for anew', async () => {
  const id = await aContentSet(t.db, { tenant: northfield, file: large })
  await t.owner.query(
    `update pgboss.queue set retry_limit = 1, retry_delay = 1 where name = 'export'`,
  )
  const mend = await breakExport(t.db, id)
  const asked = await startedExport(t, admin, id)
  await settledExport(t, admin, asked.id, 'failed')
  const { rows } = await t.owner.query(
    `select retry_count from pgboss.job where name = 'export' and data->>'id' = $1`,
    [String(asked.id)],
  )
  expect(rows).toEqual([{ retry_count: 1 }])
  expect(await t.as(admin).get(`/content-exports/${asked.id}/file`)).toMatchObject({
    status: 409,
    code: 'conflict',
  })
  await mend()
  const again = await startedExport(t, admin, id)
  expect(again).toMatchObject({ status: 'making' })
  expect(again.id).not.toBe(asked.id)
  await settledExport(t, admin, again.id)
}, 60_000)

test('a draft that lacks something is not written, and all that it lacks is told at once, however large it is', async () => {
  const empty = (await t.as(admin).post('/content-sets', { title: 'Empty' })).body as { id: number }
  const wide = await aContentSet(t.db, { tenant: northfield, file: large, isPublished: false })
  await t.owner.query(
    `update draft_elements set element = element || '{"title": ""}' where content_set_id = $1 and position < 3`,
    [wide],
  )
  const refusalOf = (id: number) =>
    t.as(admin).post(`/content-sets/${id}/exports`, { format: 'xlsx' })
  expect(await refusalOf(empty.id)).toMatchObject({
    status: 409,
    code: 'content-incomplete',
    body: { details: [{ field: 'elements' }] },
  })
  const { code, body } = await refusalOf(wide)
  expect(code).toBe('content-incomplete')
  expect((body as { details: { field: string }[] }).details.length).toBeGreaterThan(1)
  expect([...(await exportsOf(empty.id)), ...(await exportsOf(wide))]).toEqual([])
})

test('only who may export the set can ask for its file, see it on its way, and take it', async () => {
  const id = await aContentSet(t.db, { tenant: northfield, file: small })
  const { id: made } = await startedExport(t, admin, id)
  const callsOf = async (by: TestUser) => {
    const answers = [
      await t.as(by).post(`/content-sets/${id}/exports`, { format: 'json' }),
      await t.as(by).get(`/content-exports/${made}`),
      await t.as(by).get(`/content-exports/${made}/file`),
    ]
    return answers.map(({ status }) => status)
  }
  const stranger = await aUser(t.db, { tenant: await aTenant(t.db), roles: ['admin'] })
  const user = await aUser(t.db, { tenant: northfield })
  const colleague = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
  expect(await callsOf(stranger)).toEqual([404, 404, 404])
  expect(await callsOf(user)).toEqual([403, 403, 403])
  expect(await callsOf(auditor)).toEqual([404, 404, 404])
  await t.owner.query(
    'insert into tenant_auditors (tenant_id, organisation_id, auditor_id) values ($1, $2, $3)',
    [auditor.tenantId, northfield.id, auditor.id],
  )
  for (const by of [auditor, colleague, god]) expect(await callsOf(by)).toEqual([200, 200, 200])
})

test('a file is there for a day, then it is removed', async () => {
  const id = await aContentSet(t.db, { tenant: northfield, file: small })
  const old = await startedExport(t, admin, id)
  const callAt = async (hours: number) => {
    t.clock.now = () => new Date(Date.now() + hours * HOUR)
    return (await t.as(admin).get(`/content-exports/${old.id}/file`)).status
  }
  expect(await callAt(23)).toBe(200)
  expect(await callAt(25)).toBe(404)
  const other = await startedExport(t, admin, id, 'xlsx')
  expect((await exportsOf(id)).map((one) => one.id)).toEqual([other.id])
})

test('of one person the ten newest files are kept', async () => {
  const id = await aContentSet(t.db, { tenant: northfield, file: small })
  const colleague = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
  const theirs = await startedExport(t, colleague, id)
  const made: number[] = []
  while (made.length < 12) made.push((await startedExport(t, admin, id)).id)
  expect((await exportsOf(id)).map((one) => one.id)).toEqual([theirs.id, ...made.slice(2)])
})
