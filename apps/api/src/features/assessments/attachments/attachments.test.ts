import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { type Attachment, PIECE_BYTES } from 'contract/attachments'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { readSnapshotInput } from '#features/reports/read-snapshot-input.ts'
import { sendPiece, upload } from '#testing/attached.ts'
import { PIXEL, type TestTenant, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let tenant: TestTenant
let anna: Respondent
let colleague: Respondent
let id: number
let elementId: number
let statementId: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  anna = aRespondent(t, await aUser(t.db, { tenant }))
  colleague = aRespondent(t, await aUser(t.db, { tenant }))
  id = await anna.open()
  elementId = (await anna.overview()).elements[0]?.id ?? 0
  statementId = (await anna.quiz(id, elementId)).statements[0]?.id ?? 0
})
afterAll(() => t.close())

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2 * PIECE_BYTES + 99)])
const begin = (size: number, key: string = randomUUID()) =>
  anna.caller.post(`/assessments/${id}/attachments`, {
    key,
    statement_id: statementId,
    name: 'plan.pdf',
    size,
  })
const begun = async (size: number) => (await begin(size)).body as Attachment
const attach = async (bytes: Buffer, name = 'plan.pdf') =>
  (await upload(anna, id, statementId, { name, bytes })).body as Attachment
const listed = async () => (await anna.quiz(id, elementId)).attachments
const piecesOf = async (file: { id: number }) => {
  const row = await t.db
    .selectFrom('attachments')
    .select('file_id')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  return await readdir(`${t.filesDir}/${tenant.id}/${row.file_id}`)
}

test('a file is uploaded in pieces, stands with its statement, and comes back as it was', async () => {
  const file = await attach(PDF)
  expect(file).toMatchObject({ name: 'plan.pdf', status: 'clean', media_type: 'application/pdf' })
  expect(await listed()).toMatchObject([{ id: file.id, size: PDF.length, received: PDF.length }])
  const answer = await anna.caller.get(`/attachments/${file.id}/content`)
  expect(answer.bytes.equals(PDF)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(PDF.length),
    'content-disposition': 'attachment; filename=plan.pdf',
    'cache-control': 'no-store',
  })
  expect(answer.headers['content-security-policy']).toMatch(/^sandbox; /)
})

test('a plain picture may open in the browser; what is no picture any more is only handed out', async () => {
  const file = await attach(PIXEL, 'pixel.png')
  const open = () => anna.caller.get(`/attachments/${file.id}/content`)
  expect((await open()).headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline; filename=pixel.png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
  })
  const [piece = ''] = await piecesOf(file)
  const page = '<script>alert(1)</script>'.padEnd(PIXEL.length)
  await t.app.adapters.files.put(`${await folderOf(file)}/${piece}`, Buffer.from(page))
  const { headers, text } = await open()
  expect(text).toBe(page)
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename=pixel.png',
  })
})

test.each([
  ['bytes=0-3', 0, 3],
  [`bytes=${PIECE_BYTES - 2}-${PIECE_BYTES + 2}`, PIECE_BYTES - 2, PIECE_BYTES + 2],
  ['bytes=-5', PDF.length - 5, PDF.length - 1],
  [`bytes=${PIECE_BYTES}-`, PIECE_BYTES, PDF.length - 1],
])('a range is answered with just that: %s', async (range, start, end) => {
  const file = await attach(PDF)
  const path = `/attachments/${file.id}/content`
  const { bytes, status, headers } = await anna.caller.get(path, { headers: { range } })
  expect([status, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${PDF.length}`])
  expect(bytes.equals(PDF.subarray(start, end + 1))).toBe(true)
})

test('a range beyond the end is refused with the size; one that is no range gets the whole', async () => {
  const file = await attach(Buffer.from('Hello there'), 'a.txt')
  const get = (range: string) =>
    anna.caller.get(`/attachments/${file.id}/content`, { headers: { range } })
  for (const range of ['bytes=11-', 'bytes=x'])
    expect(await get(range)).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */11' },
    })
  for (const range of ['lines=1-2', 'nonsense', 'bytes=0-1,5-6'])
    expect(await get(range)).toMatchObject({ status: 200, text: 'Hello there' })
})

test('an upload goes on where it was cut off, and a repeated piece has no second effect', async () => {
  const key = randomUUID()
  const { id: file } = (await begin(PDF.length, key)).body as Attachment
  await sendPiece(anna.caller, file, 0, PDF.subarray(0, PIECE_BYTES))
  expect((await begin(PDF.length, key)).body).toMatchObject({ id: file, received: PIECE_BYTES })
  for (const offset of [0, 7, 2 * PIECE_BYTES])
    expect((await sendPiece(anna.caller, file, offset, Buffer.from('x'))).body).toEqual({
      received: PIECE_BYTES,
    })
  expect((await anna.caller.post(`/attachments/${file}/completion`)).code).toBe('conflict')
  await sendPiece(anna.caller, file, PIECE_BYTES, PDF.subarray(PIECE_BYTES, 2 * PIECE_BYTES))
  await sendPiece(anna.caller, file, 2 * PIECE_BYTES, PDF.subarray(2 * PIECE_BYTES))
  expect((await anna.caller.post(`/attachments/${file}/completion`)).status).toBe(200)
  expect((await anna.caller.post(`/attachments/${file}/completion`)).status).toBe(200)
  expect(await piecesOf({ id: file })).toHaveLength(3)
})

test('the same piece sent 5 times at once is stored once', async () => {
  const file = await begun(PDF.length)
  const piece = PDF.subarray(0, PIECE_BYTES)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => sendPiece(anna.caller, file.id, 0, piece)),
  )
  expect(answers.map(({ body }) => body)).toEqual(
    Array.from({ length: 5 }, () => ({ received: PIECE_BYTES })),
  )
  expect(await piecesOf(file)).toHaveLength(1)
})

test('a file that is sent 5 times at once, and once more afterwards, is one row and stored once', async () => {
  const file = { name: 'plan.pdf', bytes: PDF, key: randomUUID() }
  const send = () => upload(anna, id, statementId, file)
  const answers = [...(await Promise.all([send(), send(), send(), send(), send()])), await send()]
  const [only, ...others] = await listed()
  expect(others).toEqual([])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers.map(({ body }) => (body as Attachment).id)).toEqual(answers.map(() => only?.id))
  expect(await piecesOf({ id: only?.id ?? 0 })).toHaveLength(3)
  const { bytes } = await anna.caller.get(`/attachments/${only?.id}/content`)
  expect(bytes.equals(PDF)).toBe(true)
  const folders = await readdir(`${t.filesDir}/${tenant.id}`)
  expect(folders).toHaveLength(1)
})

test('a piece of another size, of another kind or none at all is refused', async () => {
  const file = await begun(PDF.length)
  expect((await sendPiece(anna.caller, file.id, 0, Buffer.from('x'))).code).toBe('invalid-input')
  const large = Buffer.alloc(PIECE_BYTES + 1)
  expect((await sendPiece(anna.caller, file.id, 0, large)).code).toBe('too-large')
  const put = (body?: object) =>
    anna.caller.put(`/attachments/${file.id}/pieces`, body, { query: { offset: '0' } })
  expect((await put({ a: 1 })).code).toBe('unsupported-media-type')
  expect((await put()).code).toBe('invalid-input')
  expect(await listed()).toMatchObject([{ received: 0, status: 'uploading' }])
})

test('more than 25 MB, nothing, and more than there is room for are refused before anything is sent', async () => {
  expect(await begin(1024 ** 3)).toMatchObject({ status: 413, code: 'too-large' })
  expect((await begin(0)).code).toBe('invalid-input')
  await t.owner.query('update tenants set attachment_quota = 1000 where id = $1', [tenant.id])
  const answers = await Promise.all(Array.from({ length: 5 }, () => begin(400)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 409, 409, 409,
  ])
  expect((await begin(400)).code).toBe('quota-full')
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  expect((await t.as(admin).get(`/customers/${tenant.id}`)).body).toMatchObject({
    attachment_bytes: 800,
    attachment_quota: 1000,
  })
})

test('a statement has at most 20 files', async () => {
  for (let n = 0; n < 20; n += 1) expect((await begin(5)).status).toBe(200)
  expect((await begin(5)).code).toBe('quota-full')
})

test('nobody sees, sends, finishes, opens or removes a colleague’s file', async () => {
  const file = await attach(Buffer.from('Mine'), 'mine.txt')
  const { caller } = colleague
  const path = `/attachments/${file.id}`
  const wish = { key: randomUUID(), statement_id: statementId, name: 'x', size: 1 }
  const answers = [
    await caller.post(`/assessments/${id}/attachments`, wish),
    await sendPiece(caller, file.id, 0, Buffer.from('x')),
    await caller.post(`${path}/completion`),
    await caller.get(`${path}/content`),
    await caller.delete(path),
    await caller.post(`${path}/restoration`),
  ]
  expect(answers.map(({ code }) => code)).toEqual(Array(6).fill('not-found'))
})

test('a file that is not finished is not opened', async () => {
  const file = await begun(5)
  expect((await anna.caller.get(`/attachments/${file.id}/content`)).code).toBe('conflict')
})

test('what is lost from the store is told, not sent in part', async () => {
  const file = await attach(Buffer.from('Hello'), 'a.txt')
  const [piece = ''] = await t.app.adapters.files.list(await folderOf(file))
  await t.app.adapters.files.remove(`${await folderOf(file)}/${piece}`)
  expect(await anna.caller.get(`/attachments/${file.id}/content`)).toMatchObject({
    status: 503,
    code: 'unavailable',
  })
})

test('a closed assessment keeps its files: they are opened and not changed', async () => {
  const file = await attach(Buffer.from('Hello'), 'a.txt')
  await t.owner.query(`update assessments set status = 'in_review' where id = $1`, [id])
  expect((await anna.caller.get(`/attachments/${file.id}/content`)).text).toBe('Hello')
  expect((await anna.caller.delete(`/attachments/${file.id}`)).code).toBe('assessment-closed')
  expect((await begin(5)).code).toBe('assessment-closed')
})

test('a new, a removed and a restored file reopen a completed element: they stand in the report', async () => {
  const isComplete = async () => (await anna.overview()).elements[0]?.is_complete
  await anna.finish(id, elementId)
  const file = await attach(Buffer.from('Hello'), 'a.txt')
  expect(await isComplete()).toBe(false)
  await anna.complete(id, elementId)
  expect(await isComplete()).toBe(true)
  expect((await anna.caller.delete(`/attachments/${file.id}`)).status).toBe(204)
  expect([await isComplete(), await listed()]).toEqual([false, []])
  await anna.complete(id, elementId)
  await anna.caller.post(`/attachments/${file.id}/restoration`)
  expect([await isComplete(), (await listed()).length]).toEqual([false, 1])
})

test('the report names what was attached when it was made, and how large it is', async () => {
  await attach(Buffer.from('Hello'), 'a.txt')
  const { assessment } = await anna.quiz(id, elementId)
  const input = await t.inTenant(tenant.id, (db) =>
    readSnapshotInput(t.app.frozen, db, t.scope(tenant.id), assessment.id),
  )
  const { elements } = buildSnapshot({ ...input, version: 1, createdAt: new Date() })
  const [first, second] = elements[0]?.statements ?? []
  expect(first?.attachments).toEqual([{ name: 'a.txt', size: 5 }])
  expect(second).not.toHaveProperty('attachments')
})

async function folderOf(file: { id: number }) {
  const row = await t.db
    .selectFrom('attachments')
    .select('file_id')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  return `${tenant.id}/${row.file_id}`
}
