import type { Attachment } from 'contract/attachments'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { upload } from '#testing/attached.ts'
import { EICAR, startClamav } from '#testing/clamav-server.ts'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet } from '#testing/respondent.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { scanAttachment } from './scan-attachment.ts'
import { sweepFiles } from './sweep-files.ts'

// With a bucket instead of a folder: all that attachments do, once more.
let s3: Awaited<ReturnType<typeof startS3Server>>
let clamav: Awaited<ReturnType<typeof startClamav>>
let t: TestApp
let tenantId: number
let anna: Respondent
let id: number
let elementId: number
let statementId: number
beforeAll(async () => {
  s3 = await startS3Server()
  clamav = await startClamav()
  t = await startTestApp({ env: { ...s3.env, CLAMAV_URL: clamav.url } })
  const tenant = await aTenant(t.db)
  tenantId = tenant.id
  await aContentSet(t.db, { tenant, file: aTinySet() })
  anna = aRespondent(t, await aUser(t.db, { tenant }))
  id = await anna.open()
  elementId = (await anna.overview()).elements[0]?.id ?? 0
  statementId = (await anna.quiz(id, elementId)).statements[0]?.id ?? 0
}, 30_000)
afterAll(async () => {
  await t.close()
  clamav.close()
  await s3.close()
})

const attach = async (text: string) => {
  const file = { name: 'a.txt', bytes: Buffer.from(text) }
  return (await upload(anna, id, statementId, file)).body as Attachment
}
const open = (file: Attachment) => anna.caller.get(`/attachments/${file.id}/content`)
const statusOf = async (file: Attachment) =>
  (await anna.quiz(id, elementId)).attachments.find((one) => one.id === file.id)?.status
const settled = async (file: Attachment) =>
  await vi.waitFor(async () => expect(await statusOf(file)).not.toBe('scanning'), 15_000)

test('a file is held back until the scanner has found it clean, and then opened', async () => {
  const long = 'Agreed in May. '.repeat(200_000)
  const file = await attach(long)
  expect(file.status).toBe('scanning')
  await settled(file)
  expect((await open(file)).text === long).toBe(true)
})

test('a file with a virus is never opened, is told of, and can be removed', async () => {
  const file = await attach(`Read this: ${EICAR}`)
  await settled(file)
  expect(await statusOf(file)).toBe('quarantined')
  expect(await open(file)).toMatchObject({ status: 403, code: 'forbidden' })
  const events = await t.db
    .selectFrom('audit_events')
    .select(['subject', 'details'])
    .where('tenant_id', '=', tenantId)
    .where('action', '=', 'virus_scan.found')
    .execute()
  expect(events).toEqual([
    { subject: `attachment ${file.id}`, details: { virus: 'Eicar-Signature' } },
  ])
  expect((await anna.caller.delete(`/attachments/${file.id}`)).status).toBe(204)
})

test('while the scanner is away, files wait; a scan that is repeated changes nothing', async () => {
  clamav.close()
  const file = await attach('Hello')
  await expect(scanAttachment(t.app, { tenantId, id: file.id })).rejects.toThrow()
  expect(await open(file)).toMatchObject({ status: 409 })
  expect(await statusOf(file)).toBe('scanning')
})

test('with the assessment all its objects leave the bucket', async () => {
  await t.owner.query('delete from assessments where id = $1', [id])
  await sweepFiles(t.app)
  const { rows } = await t.owner.query<{ id: string }>('select id from stored_files')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows)
    expect(await t.app.adapters.files.list(`${tenantId}/${row.id}`)).toEqual([])
})
