import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { type Attachment, PIECE_BYTES } from 'contract/attachments'
import { beforeEach, expect, test } from 'vitest'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { readSnapshotInput } from '#features/reports/read-snapshot-input.ts'
import { anAttachment, sendPiece, upload } from '#testing/attached.ts'
import { PIXEL, aUser } from '#testing/factories.ts'
import { anOpenAssessment, anotherAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
let { tenant, user, anna, id, a, first } = await anOpenAssessment(t)
beforeEach(async () => {
  ;({ tenant, user, anna, id, a, first } = await anOpenAssessment(t))
})

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2 * PIECE_BYTES + 99)])
const start = (size: number, key: string = randomUUID()) => {
  const upload = { key, statement_id: first.id, name: 'plan.pdf', size }
  return anna.caller.post(`/assessments/${id}/attachments`, upload)
}
const started = async (size: number) => (await start(size)).body as Attachment
const attach = async (bytes: Buffer, name = 'plan.pdf') =>
  (await upload(anna, id, first.id, { name, bytes })).body as Attachment
const attachText = () => attach(Buffer.from('Hello'), 'a.txt')
const open = (file: { id: number }) => anna.caller.get(`/attachments/${file.id}/content`)
const finish = (file: number, query = {}) =>
  anna.caller.post(`/attachments/${file}/completion`, undefined, { query })
const listed = async () => (await anna.quiz(id, a)).attachments
const folderOf = async (file: { id: number }) => {
  const { rows } = await t.owner.query('select file_id from attachments where id = $1', [file.id])
  return `${tenant.id}/${rows[0]?.file_id}`
}
const piecesOf = async (file: { id: number }) =>
  await readdir(`${t.filesDir}/${await folderOf(file)}`)

test('a file is uploaded in pieces, listed at its statement, and downloaded unchanged', async () => {
  const file = await attach(PDF)
  expect(file).toMatchObject({
    file_name: 'plan.pdf',
    status: 'clean',
    media_type: 'application/pdf',
  })
  expect(await listed()).toMatchObject([{ id: file.id, size: PDF.length, received: PDF.length }])
  const answer = await open(file)
  expect(answer.bytes.equals(PDF)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(PDF.length),
    'content-disposition': 'attachment; filename=plan.pdf',
    'cache-control': 'no-store',
  })
  expect(answer.headers['content-security-policy']).toMatch(/^sandbox; /)
})

test('a picture may open in the browser; a file that is no longer a picture is downloaded', async () => {
  const file = await attach(PIXEL, 'pixel.png')
  expect((await open(file)).headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline; filename=pixel.png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
  })
  const [piece = ''] = await piecesOf(file)
  const page = '<script>alert(1)</script>'.padEnd(PIXEL.length)
  await t.app.adapters.files.put(`${await folderOf(file)}/${piece}`, Buffer.from(page))
  const { headers, text } = await open(file)
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
])('only the requested range is sent: %s', async (range, start, end) => {
  const file = await attach(PDF)
  const path = `/attachments/${file.id}/content`
  const { bytes, status, headers } = await anna.caller.get(path, { headers: { range } })
  expect([status, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${PDF.length}`])
  expect(bytes.equals(PDF.subarray(start, end + 1))).toBe(true)
})

test('a range beyond the end is refused with the size; an unknown one gets the whole file', async () => {
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

test('an interrupted upload continues, and a repeated piece has no second effect', async () => {
  const key = randomUUID()
  const { id: file } = (await start(PDF.length, key)).body as Attachment
  const piece = PDF.subarray(0, PIECE_BYTES)
  const sent = await Promise.all([1, 2, 3, 4, 5].map(() => sendPiece(anna.caller, file, 0, piece)))
  for (const { body } of sent) expect(body).toEqual({ received: PIECE_BYTES })
  expect(await piecesOf({ id: file })).toHaveLength(1)
  expect((await start(PDF.length, key)).body).toMatchObject({ id: file, received: PIECE_BYTES })
  for (const offset of [0, 7, 2 * PIECE_BYTES])
    expect((await sendPiece(anna.caller, file, offset, Buffer.from('x'))).body).toEqual({
      received: PIECE_BYTES,
    })
  expect((await finish(file)).code).toBe('conflict')
  await sendPiece(anna.caller, file, PIECE_BYTES, PDF.subarray(PIECE_BYTES, 2 * PIECE_BYTES))
  await sendPiece(anna.caller, file, 2 * PIECE_BYTES, PDF.subarray(2 * PIECE_BYTES))
  expect([(await finish(file)).status, (await finish(file)).status]).toEqual([200, 200])
  expect(await piecesOf({ id: file })).toHaveLength(3)
})

test('five parallel uploads of one file, and a later one, are one row and stored once', async () => {
  const file = { name: 'plan.pdf', bytes: PDF, key: randomUUID() }
  const send = () => upload(anna, id, first.id, file)
  const answers = [...(await Promise.all([send(), send(), send(), send(), send()])), await send()]
  const [only, ...others] = await listed()
  expect(others).toEqual([])
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { id: only?.id } })
  expect(await piecesOf({ id: only?.id ?? 0 })).toHaveLength(3)
  expect((await open({ id: only?.id ?? 0 })).bytes.equals(PDF)).toBe(true)
  expect(await readdir(`${t.filesDir}/${tenant.id}`)).toHaveLength(1)
})

test('an upload with pieces of two versions of a file is discarded', async () => {
  const changed = Buffer.concat([PDF.subarray(0, 100), randomBytes(PDF.length - 100)])
  const sha256 = createHash('sha256').update(changed).digest('hex')
  const send = async (start: Buffer) => {
    const { id: file } = await started(changed.length)
    for (let at = 0; at < changed.length; at += PIECE_BYTES) {
      const version = at === 0 ? start : changed
      await sendPiece(anna.caller, file, at, version.subarray(at, at + PIECE_BYTES))
    }
    return file
  }
  const mixed = await send(PDF)
  expect((await finish(mixed, { sha256: 'no digest' })).code).toBe('invalid-input')
  expect(await finish(mixed, { sha256 })).toMatchObject({ status: 409, code: 'conflict' })
  expect(await listed()).toEqual([])
  expect((await finish(await send(changed), { sha256 })).body).toMatchObject({ status: 'clean' })
  expect(await listed()).toHaveLength(1)
})

test('a piece of the wrong size or type, or without bytes, is refused', async () => {
  const file = await started(PDF.length)
  expect((await sendPiece(anna.caller, file.id, 0, Buffer.from('x'))).code).toBe('invalid-input')
  const large = Buffer.alloc(PIECE_BYTES + 1)
  expect((await sendPiece(anna.caller, file.id, 0, large)).code).toBe('too-large')
  const put = (body?: object) =>
    anna.caller.put(`/attachments/${file.id}/pieces`, body, { query: { offset: '0' } })
  expect((await put({ a: 1 })).code).toBe('unsupported-media-type')
  expect((await put()).code).toBe('invalid-input')
  expect(await listed()).toMatchObject([{ received: 0, status: 'uploading' }])
})

test('an upload that is too large, empty or beyond the quota is refused before anything is sent', async () => {
  expect(await start(1024 ** 3)).toMatchObject({ status: 413, code: 'too-large' })
  expect((await start(0)).code).toBe('invalid-input')
  await t.owner.query('update tenants set attachment_quota = 1000 where id = $1', [tenant.id])
  expect((await start(1001)).code).toBe('quota-full')
})

test('the quota counts stored bytes: of parallel parts only those that fit are stored', async () => {
  await t.owner.query('update tenants set attachment_quota = 1000 where id = $1', [tenant.id])
  const files = await Promise.all(Array.from({ length: 5 }, async () => (await started(400)).id))
  const send = (file: number) => sendPiece(anna.caller, file, 0, Buffer.alloc(400))
  const sent = await Promise.all(files.map(async (file) => ({ file, ...(await send(file)) })))
  const refused = sent.filter(({ code }) => code === 'quota-full')
  expect([sent.filter(({ status }) => status === 200).length, refused.length]).toEqual([2, 3])
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  expect((await t.as(admin).get(`/customers/${tenant.id}`)).body).toMatchObject({
    attachment_bytes: 800,
    attachment_quota: 1000,
  })
  const stored = await Promise.all(files.map((file) => piecesOf({ id: file })))
  expect(stored.flat()).toHaveLength(2)
  await t.owner.query('update tenants set attachment_quota = 1200 where id = $1', [tenant.id])
  expect((await send(refused[0]?.file ?? 0)).body).toEqual({ received: 400 })
})

test('a user can have five unfinished uploads, which take no storage from others', async () => {
  await t.owner.query('update tenants set attachment_quota = 1000 where id = $1', [tenant.id])
  const answers = await Promise.all(Array.from({ length: 8 }, () => start(1000)))
  const open = answers.filter(({ status }) => status === 200).map(({ body }) => body as Attachment)
  expect(open).toHaveLength(5)
  expect(await start(1)).toMatchObject({
    status: 409,
    code: 'quota-full',
    body: {
      message:
        'You have 5 unfinished uploads. Finish or remove one first. Unfinished uploads are deleted after an hour.',
    },
  })
  const colleague = await anotherAssessment(t, tenant)
  const file = { name: 'a.txt', bytes: Buffer.alloc(1000, 'a') }
  expect(await upload(colleague.anna, colleague.id, first.id, file)).toMatchObject({
    status: 200,
    body: { status: 'clean' },
  })

  await t.owner.query('update tenants set attachment_quota = 9999 where id = $1', [tenant.id])
  const [one] = open
  expect((await anna.caller.delete(`/attachments/${one?.id}`)).status).toBe(204)
  expect((await anna.caller.post(`/attachments/${one?.id}/restoration`)).status).toBe(404)
  expect((await start(1)).status).toBe(200)
})

test('an upload that was removed can be started again with the same key', async () => {
  const key = randomUUID()
  const { id: file } = (await start(PDF.length, key)).body as Attachment
  await sendPiece(anna.caller, file, 0, PDF.subarray(0, PIECE_BYTES))
  await anna.caller.delete(`/attachments/${file}`)
  expect((await start(PDF.length, key)).body).toMatchObject({ received: 0, status: 'uploading' })
  expect(await listed()).toHaveLength(1)
})

test('a statement has at most 20 files', async () => {
  const input = { user, assessment: id, statement: first.id }
  for (let n = 0; n < 19; n += 1) await anAttachment(t, input)
  expect((await start(5)).status).toBe(200)
  expect((await start(5)).code).toBe('quota-full')
})

test('an unfinished file is not opened, and one that the store has lost is not sent in part', async () => {
  expect((await open(await started(5))).code).toBe('conflict')
  const file = await attachText()
  const [piece = ''] = await piecesOf(file)
  await t.app.adapters.files.remove(`${await folderOf(file)}/${piece}`)
  expect(await open(file)).toMatchObject({ status: 503, code: 'unavailable' })
})

test('files of a closed assessment can be opened and not changed', async () => {
  const file = await attachText()
  await t.owner.query(`update assessments set status = 'in_review' where id = $1`, [id])
  expect((await open(file)).text).toBe('Hello')
  expect((await anna.caller.delete(`/attachments/${file.id}`)).code).toBe('assessment-closed')
  expect((await start(5)).code).toBe('assessment-closed')
})

test('a new, a removed and a restored file each reopen a completed element', async () => {
  const isComplete = async () => (await anna.overview()).elements[0]?.is_complete
  await anna.finish(id, a)
  const file = await attachText()
  expect(await isComplete()).toBe(false)
  await anna.complete(id, a)
  expect(await isComplete()).toBe(true)
  expect((await anna.caller.delete(`/attachments/${file.id}`)).status).toBe(204)
  expect([await isComplete(), await listed()]).toEqual([false, []])
  await anna.complete(id, a)
  await anna.caller.post(`/attachments/${file.id}/restoration`)
  expect([await isComplete(), (await listed()).length]).toEqual([false, 1])
})

test('the report lists the files that were attached when it was created, with their sizes', async () => {
  await attachText()
  const { assessment } = await anna.quiz(id, a)
  const input = await t.inTenant(tenant.id, (db) =>
    readSnapshotInput(db, t.scope(tenant.id), t.app.cache, assessment.id),
  )
  const { elements } = buildSnapshot({ ...input, version: 1, createdAt: new Date() })
  const [one, two] = elements[0]?.statements ?? []
  expect(one?.attachments).toEqual([{ file_name: 'a.txt', size: 5 }])
  expect(two).not.toHaveProperty('attachments')
})
