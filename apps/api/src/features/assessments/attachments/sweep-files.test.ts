import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { Attachment } from 'contract/attachments'
import { beforeEach, expect, test } from 'vitest'
import { sendPiece, upload } from '#testing/attached.ts'
import { anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { sweepFiles } from './sweep-files.ts'

const t = await testApp({ works: false })
let { tenant, anna, id, first } = await anOpenAssessment(t)
beforeEach(async () => {
  ;({ tenant, anna, id, first } = await anOpenAssessment(t))
  t.clock.now = () => new Date()
})

const attach = async () => {
  const file = { name: 'a.txt', bytes: Buffer.from('Hello') }
  return (await upload(anna, id, first.id, file)).body as Attachment
}
async function sweepAfter(...hours: number[]) {
  for (const hour of hours) {
    const then = new Date(Date.now() + hour * 3_600_000)
    t.clock.now = () => then
    await Promise.all([sweepFiles(t.app), sweepFiles(t.app)])
  }
}
/** Objects in the store, and rows that name them. */
const left = async () => {
  const found = await readdir(`${t.filesDir}/${tenant.id}`, { recursive: true }).catch(() => [])
  const rows = await t.sql<{
    rows: number
    files: number
  }>`select (select count(*) from attachments where tenant_id = ${tenant.id}) as rows,
      (select count(*) from stored_files where tenant_id = ${tenant.id}) as files`
  const objects = found.filter((name) => name.includes('/')).length
  return { objects, rows: Number(rows[0]?.rows), files: Number(rows[0]?.files) }
}
const NOTHING = { objects: 0, rows: 0, files: 0 }

const ALL = { objects: 1, rows: 1, files: 1 }

test('an attached file stays, however often and late the sweep runs', async () => {
  await attach()
  await sweepAfter(0, 1, 48)
  expect(await left()).toEqual(ALL)
})

test('a removed file can be restored for an hour, and is then deleted from the store', async () => {
  const file = await attach()
  await anna.caller.delete(`/attachments/${file.id}`)
  await sweepAfter(0)
  expect(await left()).toEqual(ALL)
  await sweepAfter(1.1)
  expect(await left()).toMatchObject({ objects: 0, rows: 0 })
  await sweepAfter(2)
  expect(await left()).toEqual(NOTHING)
})

test('an unfinished upload is deleted after an hour', async () => {
  const started = { key: randomUUID(), statement_id: first.id, name: 'a.txt', size: 5 }
  const { body } = await anna.caller.post(`/assessments/${id}/attachments`, started)
  await sendPiece(anna.caller, (body as Attachment).id, 0, Buffer.from('Hello'))
  await sweepAfter(0.9)
  expect(await left()).toEqual(ALL)
  await sweepAfter(1.1, 2)
  expect(await left()).toEqual(NOTHING)
})

test('the files of a deleted assessment are deleted', async () => {
  await attach()
  await t.owner.query('delete from assessments where id = $1', [id])
  expect(await left()).toEqual({ objects: 1, rows: 0, files: 1 })
  await sweepAfter(0, 1)
  expect(await left()).toEqual(NOTHING)
})

test('a piece that arrives after the folder of a deleted assessment was emptied is deleted', async () => {
  const file = await attach()
  const { rows } = await t.owner.query('select file_id from attachments where id = $1', [file.id])
  await t.owner.query('delete from assessments where id = $1', [id])
  await sweepAfter(0)
  const late = `${tenant.id}/${rows[0]?.file_id}/${randomUUID()}`
  await t.app.adapters.files.put(late, Buffer.from('late'))
  await sweepAfter(1)
  expect(await left()).toEqual(NOTHING)
})
