import type { Attachment } from 'contract/attachments'
import { dashboard } from 'contract/dashboard'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { failScans, upload } from '#testing/attached.ts'
import { EICAR, startClamav } from '#testing/clamav-server.ts'
import { type TestUser, aUser, theTenant } from '#testing/factories.ts'
import { anOpenAssessment } from '#testing/respondent.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { testApp } from '#testing/test-app.ts'
import { scanAttachment, sweepScans } from './scan-attachment.ts'
import { sweepFiles } from './sweep-files.ts'

// The files are in a bucket here; the other tests have them in a folder.
const s3 = await startS3Server()
const clamav = await startClamav()
afterAll(() => s3.close())
const t = await testApp({ env: { ...s3.env, CLAMAV_URL: clamav.url } })
const { tenant, anna, id, a, first } = await anOpenAssessment(t)
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
const admin = await aUser(t.db, { tenant, roles: ['admin'] })
beforeEach(async () => {
  await t.owner.query('delete from attachments')
  await t.owner.query(`delete from pgboss.job where name = 'scan'`)
  await t.owner.query(`delete from audit_events where action like 'virus_scan.%'`)
})

const attach = async (text = 'Hello') =>
  (await upload(anna, id, first.id, { name: 'a.txt', bytes: Buffer.from(text) })).body as Attachment
const open = (file: Attachment) => anna.caller.get(`/attachments/${file.id}/content`)
const statusOf = async (file: Attachment) =>
  (await anna.quiz(id, a)).attachments.find((one) => one.id === file.id)?.status
const becomes = async (file: Attachment, status: Attachment['status']) =>
  await expect.poll(() => statusOf(file)).toBe(status)
const delayedFor = async (user: TestUser) =>
  dashboard.get.response.parse((await t.as(user).get('/dashboard')).body).delayed_scans
/** Makes every file as old as if it had waited this much longer. */
const wait = (time: string) =>
  t.owner.query('update attachments set scanning_since = scanning_since - $1::interval', [time])
const jobs = async () => {
  const { rows } = await t.owner.query<{ id: number }>(
    `select (data->>'id')::bigint as id from pgboss.job where name = 'scan' and state < 'completed' order by id`,
  )
  return rows.map((row) => row.id)
}
const events = async () => {
  const { rows } = await t.owner.query(
    `select action, subject, details from audit_events where action like 'virus_scan.%' order by id`,
  )
  return rows
}

test('a file is opened once the scanner has found it clean', async () => {
  const long = 'Agreed in May. '.repeat(200_000)
  const file = await attach(long)
  expect(file.status).toBe('scanning')
  await becomes(file, 'clean')
  expect((await open(file)).text === long).toBe(true)
})

test('a file with a virus is never opened, is recorded, and can be removed', async () => {
  const file = await attach(`Read this: ${EICAR}`)
  await becomes(file, 'quarantined')
  expect(await open(file)).toMatchObject({ status: 403, code: 'forbidden' })
  const subject = `attachment ${file.id}`
  expect(await events()).toEqual([
    { action: 'virus_scan.found', subject, details: { virus: 'Eicar-Signature' } },
  ])
  expect((await anna.caller.delete(`/attachments/${file.id}`)).status).toBe(204)
})

test('a file waits without a scanner, and is checked when the scanner is back', async () => {
  clamav.close()
  const file = await attach()
  await expect(scanAttachment(t.app, { tenantId: tenant.id, id: file.id })).rejects.toThrow()
  expect(await open(file)).toMatchObject({ status: 409 })
  await failScans(t.db)
  await wait('2 days')
  await Promise.all([sweepScans(t.app), sweepScans(t.app)])
  const waiting = await jobs()
  expect(new Set(waiting)).toEqual(new Set([file.id]))
  await sweepScans(t.app)
  expect(await jobs()).toEqual(waiting)
  expect(await statusOf(file)).toBe('scanning')
  const back = await startClamav(clamav.port)
  await becomes(file, 'clean')
  back.close()
})

test('a scan is not enqueued again while its job is active or the file is new', async () => {
  await attach()
  await failScans(t.db)
  await sweepScans(t.app)
  expect(await jobs()).toEqual([])
  const second = await attach()
  await wait('1 day')
  await t.owner.query(`delete from attachments where id <> $1`, [second.id])
  await sweepScans(t.app)
  expect(await jobs()).toEqual([second.id])
})

test('only god-admins see on the dashboard that scans are delayed, and since when', async () => {
  const oldest = await attach()
  await attach()
  expect(await delayedFor(god)).toBeNull()
  await wait('11 minutes')
  const since = new Date(Date.parse(oldest.scanning_since) - 11 * 60_000).toISOString()
  expect(await delayedFor(god)).toEqual({ files: 2, since })
  expect(await delayedFor(admin)).toBeNull()
  await anna.caller.delete(`/attachments/${oldest.id}`)
  expect(await delayedFor(god)).toMatchObject({ files: 1 })
})

test('the platform’s audit log has each delay once, and each end of a delay once', async () => {
  await attach()
  await sweepScans(t.app)
  expect(await events()).toEqual([])
  await wait('1 day')
  await Promise.all([sweepScans(t.app), sweepScans(t.app)])
  await sweepScans(t.app)
  const delayed = { action: 'virus_scan.delayed', details: { files: 1 } }
  expect(await events()).toMatchObject([delayed])
  await t.owner.query('delete from attachments')
  await sweepScans(t.app)
  await sweepScans(t.app)
  await attach()
  await wait('1 day')
  await sweepScans(t.app)
  expect(await events()).toMatchObject([delayed, { action: 'virus_scan.resumed' }, delayed])
})

test('all objects of a deleted assessment leave the bucket', async () => {
  await attach()
  await t.owner.query('delete from assessments where id = $1', [id])
  await sweepFiles(t.app)
  const { rows } = await t.owner.query<{ id: string }>('select id from stored_files')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows)
    expect(await t.app.adapters.files.list(`${tenant.id}/${row.id}`)).toEqual([])
})
