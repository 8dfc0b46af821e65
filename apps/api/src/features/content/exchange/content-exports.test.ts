import { beforeEach, expect, test } from 'vitest'
import { fileMakers } from '#file-makers.ts'
import {
  writeContentJson,
  writeContentWorkbook,
} from '#features/content/files/write-content-workbook.ts'
import { createFile, removeOldFiles } from '#support/create-file.ts'
import { breakExport } from '#testing/break-export.ts'
import { downloadExport, settledExport, startedExport } from '#testing/download-export.ts'
import { type TestUser, aContentSet, aSmallSet, aTenant, aUser } from '#testing/factories.ts'
import { longSet } from '#testing/long-set.ts'
import { testApp } from '#testing/test-app.ts'

const HOUR = 3_600_000

const t = await testApp()
let tenant = await aTenant(t.db)
let admin: TestUser
let colleague: TestUser
beforeEach(async () => {
  t.clock.now = () => new Date()
  tenant = await aTenant(t.db)
  admin = await aUser(t.db, { tenant, roles: ['admin'] })
  colleague = await aUser(t.db, { tenant, roles: ['admin'] })
})

const small = aSmallSet()
const large = longSet({ elements: 30, statements: 2, responses: 40 })

const fileOf = (id = 0) => t.as(admin).get(`/content-exports/${id}/file`)
const exportsOf = async (setId: number) => {
  const query = 'select id from generated_files where content_set_id = $1 order by id'
  return (await t.owner.query<{ id: number }>(query, [setId])).rows.map(({ id }) => id)
}

test('a small set is exported straight away under its title, and recorded in the audit log', async () => {
  const file = { ...small, title: 'Überblick / 日本: "A" & B' }
  const id = await aContentSet(t.db, { tenant, file })
  expect(await startedExport(t, admin, id)).toMatchObject({
    name: 'Überblick-日本-A-B-v1.json',
    status: 'ready',
  })
  const asJson = await downloadExport(t, admin, id, 'json')
  const asWorkbook = await downloadExport(t, admin, id, 'xlsx')
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
  'a large set is exported by a job, once per format while it is published (%s)',
  async (isPublished) => {
    const id = await aContentSet(t.db, { tenant, file: large, isPublished })
    const started = [
      await startedExport(t, admin, id),
      await startedExport(t, admin, id),
      await startedExport(t, admin, id, 'xlsx'),
    ]
    // A second request for the first file may come after it is ready.
    const own = started.filter((_, index) => !(isPublished && index === 1))
    for (const one of own) expect(one.status).toBe('making')
    expect(new Set(started.map((one) => one.id)).size).toBe(isPublished ? 2 : 3)
    const [json, , workbook] = started
    expect([200, 409]).toContain((await fileOf(workbook?.id)).status)
    for (const one of started) await settledExport(t, admin, one.id)
    expect((await fileOf(json?.id)).text).toBe(writeContentJson(large))
    expect((await fileOf(workbook?.id)).bytes.equals(await writeContentWorkbook(large))).toBe(true)
    const again = await startedExport(t, admin, id)
    expect(again.status).toBe(isPublished ? 'ready' : 'making')
    expect(await exportsOf(id)).toHaveLength(isPublished ? 2 : 4)
    await settledExport(t, admin, again.id)
    t.clock.now = () => new Date(Date.now() + 25 * HOUR)
    const later = await startedExport(t, admin, id)
    expect(later.status).toBe('making')
    await settledExport(t, admin, later.id)
  },
)

test('a failed export is attempted again, then shown as failed, and can be requested again', async () => {
  const id = await aContentSet(t.db, { tenant, file: large })
  await t.owner.query(
    `update pgboss.queue set retry_limit = 1, retry_delay = 1 where name = 'export'`,
  )
  const repair = await breakExport(t.db, id)
  const failed = await startedExport(t, admin, id)
  await settledExport(t, admin, failed.id, 'failed')
  const rows = await t.sql`
    select retry_count from pgboss.job where name = 'export' and data->>'id' = ${String(failed.id)}`
  expect(rows).toEqual([{ retry_count: 1 }])
  expect(await fileOf(failed.id)).toMatchObject({ status: 409, code: 'conflict' })
  await repair()
  const again = await startedExport(t, admin, id)
  expect(again).toMatchObject({ status: 'making' })
  expect(again.id).not.toBe(failed.id)
  await settledExport(t, admin, again.id)
})

test('the job of an export is tried again after a failure, until the last attempt', async () => {
  const setId = await aContentSet(t.db, { tenant, file: small })
  const { id } = await startedExport(t, admin, setId)
  const attempt = (isLast = false) =>
    createFile(t.app, fileMakers, { tenantId: tenant.id, id }, { number: 1, isLast })
  const statusOf = async () =>
    (await t.sql<{ status: string }>`select status from generated_files where id = ${id}`)[0]
      ?.status
  await t.sql`update generated_files set status = 'making', file = null where id = ${id}`
  const repair = await breakExport(t.db, setId)
  await expect(attempt()).rejects.toThrow(/./)
  expect(await statusOf()).toBe('making')
  await repair()
  await attempt()
  expect(await statusOf()).toBe('ready')
  await t.sql`update generated_files set status = 'making', file = null where id = ${id}`
  await breakExport(t.db, setId)
  await expect(attempt(true)).rejects.toThrow(/./)
  expect(await statusOf()).toBe('failed')
})

test('an incomplete draft of any size is refused with all its faults', async () => {
  const empty = (await t.as(admin).post('/content-sets', { title: 'Empty' })).body as { id: number }
  const wide = await aContentSet(t.db, { tenant, file: large, isPublished: false })
  await t.sql`update draft_elements set element = element || '{"title": ""}' where content_set_id = ${wide} and position < 3`
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

test('a colleague can download a file too', async () => {
  const id = await aContentSet(t.db, { tenant, file: small })
  const { id: made } = await startedExport(t, admin, id)
  expect((await t.as(colleague).get(`/content-exports/${made}/file`)).status).toBe(200)
})

test('a file is kept for a day, and each user keeps their ten newest files', async () => {
  const id = await aContentSet(t.db, { tenant, file: small })
  const old = await startedExport(t, admin, id)
  const statusAfter = async (hours: number) => {
    t.clock.now = () => new Date(Date.now() + hours * HOUR)
    return (await fileOf(old.id)).status
  }
  expect(await statusAfter(23)).toBe(200)
  expect(await statusAfter(25)).toBe(404)
  await removeOldFiles(t.app)
  expect(await exportsOf(id)).toEqual([])
  const theirs = await startedExport(t, colleague, id)
  const made: number[] = []
  while (made.length < 12) made.push((await startedExport(t, admin, id)).id)
  expect(await exportsOf(id)).toEqual([theirs.id, ...made.slice(2)])
})
