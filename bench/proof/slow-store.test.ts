import { randomBytes, randomUUID } from 'node:crypto'
import { PIECE_BYTES } from 'contract/attachments'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sendPiece, upload } from 'api/testing/attached'
import { aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { aRespondent, aTinySet } from 'api/testing/respondent'
import { startS3Server } from 'api/testing/s3-server'
import { testApp } from 'api/testing/test-app'
import { startTcpProxy } from './tcp-proxy.ts'

const LONGEST_MS = 25_000

const s3 = await startS3Server()
const proxy = await startTcpProxy(Number(new URL(s3.env.S3_ENDPOINT).port), false)
const env = { ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` }
afterAll(async () => {
  await proxy.close()
  await s3.close()
})
const t = await testApp({ works: false, env })
const tenant = await aTenant(t.db)
const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
const user = await aUser(t.db, { tenant })
const assessment = await anAssessment(t.db, { user, contentSetId })
const respondent = aRespondent(t, user)
const [first] = await t.sql<{ id: number }>`
  select id from statements where content_set_id = ${contentSetId} limit 1`
const statement = first?.id ?? 0
beforeEach(() => {
  proxy.faults.swallows = false
  proxy.faults.delayMs = 0
})

const TEXT = Buffer.from('Agreed in May.')

async function start(size: number) {
  const input = { key: randomUUID(), statement_id: statement, name: 'minutes.txt', size }
  const { body } = await respondent.caller.post(`/assessments/${assessment}/attachments`, input)
  return (body as { id: number }).id
}

const received = async (id: number) => {
  const [row] = await t.sql`
    select status, least(size, cardinality(pieces) * piece_bytes)::int as received
    from attachments where id = ${id}`
  return row
}

test('uploads to a silent store get 503 within 25 s, keep no partial piece, and continue when it answers again', async () => {
  const [fresh, whole] = [await start(TEXT.length), await start(TEXT.length)]
  expect((await sendPiece(respondent.caller, whole, 0, TEXT)).status).toBe(200)
  proxy.faults.swallows = true
  const at = performance.now()
  const silent = Promise.all([
    sendPiece(respondent.caller, fresh, 0, TEXT),
    respondent.caller.post(`/attachments/${whole}/completion`),
  ])
  expect((await respondent.caller.get('/overview')).status).toBe(200)
  expect(performance.now() - at).toBeLessThan(5000)
  for (const { status, code } of await silent)
    expect({ status, code }).toEqual({ status: 503, code: 'unavailable' })
  const waited = Math.round(performance.now() - at)
  console.info(`a silent store: refused after ${waited} ms`)
  expect(waited).toBeLessThan(LONGEST_MS)
  expect(await received(fresh)).toEqual({ status: 'uploading', received: 0 })
  expect(await received(whole)).toEqual({ status: 'uploading', received: TEXT.length })

  proxy.faults.swallows = false
  proxy.breakAll()
  expect((await sendPiece(respondent.caller, fresh, 0, TEXT)).status).toBe(200)
  for (const id of [fresh, whole]) {
    expect((await respondent.caller.post(`/attachments/${id}/completion`)).status).toBe(200)
    const content = await respondent.caller.get(`/attachments/${id}/content`)
    expect([content.status, content.headers['content-length']]).toEqual([200, `${TEXT.length}`])
  }
}, 60_000)

test('a slow store stores and returns every byte', async () => {
  proxy.faults.delayMs = 20
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(PIECE_BYTES + 5000)])
  const { status, body } = await upload(respondent, assessment, statement, { name: 'a.pdf', bytes })
  expect(status).toBe(200)
  const { id } = body as { id: number }
  const content = await respondent.caller.get(`/attachments/${id}/content`)
  expect(content.bytes.equals(bytes)).toBe(true)
}, 60_000)

test('an upload gets 503 while the store is away, and continues with the next piece', async () => {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(PIECE_BYTES)])
  const id = await start(bytes.length)
  await sendPiece(respondent.caller, id, 0, bytes.subarray(0, PIECE_BYTES))
  await proxy.close()
  const last = bytes.subarray(PIECE_BYTES)
  const refused = await sendPiece(respondent.caller, id, PIECE_BYTES, last)
  expect(refused).toMatchObject({ status: 503, code: 'unavailable' })
  await proxy.open(Number(new URL(s3.env.S3_ENDPOINT).port))
  expect(await received(id)).toEqual({ status: 'uploading', received: PIECE_BYTES })
  expect((await sendPiece(respondent.caller, id, PIECE_BYTES, last)).status).toBe(200)
  expect((await respondent.caller.post(`/attachments/${id}/completion`)).status).toBe(200)
}, 60_000)
