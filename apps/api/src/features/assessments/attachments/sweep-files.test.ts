import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { Attachment } from 'contract/attachments'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendPiece, upload } from '#testing/attached.ts'
import { type TestTenant, type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { sweepFiles } from './sweep-files.ts'

let t: TestApp
let tenant: TestTenant
let user: TestUser
let anna: Respondent
let id: number
let statementId: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  user = await aUser(t.db, { tenant })
  anna = aRespondent(t, user)
  id = await anna.open()
  const elementId = (await anna.overview()).elements[0]?.id ?? 0
  statementId = (await anna.quiz(id, elementId)).statements[0]?.id ?? 0
  t.clock.now = () => new Date()
})
afterAll(() => t.close())

const attach = async () => {
  const file = { name: 'a.txt', bytes: Buffer.from('Hello') }
  return (await upload(anna, id, statementId, file)).body as Attachment
}
const later = (hours: number) => {
  const then = new Date(Date.now() + hours * 3_600_000)
  t.clock.now = () => then
}
/** Objects in the store, and rows that speak of them. */
const left = async () => {
  const found = await readdir(`${t.filesDir}/${tenant.id}`, { recursive: true }).catch(() => [])
  const { rows } = await t.owner.query<{ rows: number; files: number }>(
    `select (select count(*) from attachments where tenant_id = $1) as rows,
      (select count(*) from stored_files where tenant_id = $1) as files`,
    [tenant.id],
  )
  const objects = found.filter((name) => name.includes('/')).length
  return { objects, rows: Number(rows[0]?.rows), files: Number(rows[0]?.files) }
}
const NOTHING = { objects: 0, rows: 0, files: 0 }

test('what is kept is left alone, however often and late the sweep comes', async () => {
  await attach()
  for (const hours of [0, 1, 48]) {
    later(hours)
    await sweepFiles(t.app)
  }
  expect(await left()).toEqual({ objects: 1, rows: 1, files: 1 })
})

test('a removed file can be restored for an hour, and is then deleted with what was stored', async () => {
  const file = await attach()
  await anna.caller.delete(`/attachments/${file.id}`)
  await sweepFiles(t.app)
  expect(await left()).toEqual({ objects: 1, rows: 1, files: 1 })
  later(1.1)
  await sweepFiles(t.app)
  expect(await left()).toMatchObject({ objects: 0, rows: 0 })
  later(2)
  await sweepFiles(t.app)
  expect(await left()).toEqual(NOTHING)
})

test('an upload that nobody finished is deleted after a day', async () => {
  const wish = { key: randomUUID(), statement_id: statementId, name: 'a.txt', size: 5 }
  const { body } = await anna.caller.post(`/assessments/${id}/attachments`, wish)
  await sendPiece(anna.caller, (body as Attachment).id, 0, Buffer.from('Hello'))
  later(23)
  await sweepFiles(t.app)
  expect(await left()).toEqual({ objects: 1, rows: 1, files: 1 })
  for (const hours of [25, 26]) {
    later(hours)
    await sweepFiles(t.app)
  }
  expect(await left()).toEqual(NOTHING)
})

test.each([
  ['an assessment', () => t.owner.query('delete from assessments where id = $1', [id])],
  ['a person', () => t.owner.query('delete from users where id = $1', [user.id])],
])('deleting %s deletes its files, though nobody thinks of them', async (_, remove) => {
  await attach()
  await remove()
  expect(await left()).toEqual({ objects: 1, rows: 0, files: 1 })
  for (const hours of [0, 1]) {
    later(hours)
    await Promise.all([sweepFiles(t.app), sweepFiles(t.app)])
  }
  expect(await left()).toEqual(NOTHING)
})

test('what arrives after its folder was emptied does not stay', async () => {
  const file = await attach()
  const row = await t.db
    .selectFrom('attachments')
    .select('file_id')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  await t.owner.query('delete from assessments where id = $1', [id])
  await sweepFiles(t.app)
  await t.app.adapters.files.put(`${tenant.id}/${row.file_id}/${randomUUID()}`, Buffer.from('late'))
  later(1)
  await sweepFiles(t.app)
  expect(await left()).toEqual(NOTHING)
})
