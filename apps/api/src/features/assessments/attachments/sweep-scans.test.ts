import type { Attachment } from 'contract/attachments'
import { dashboard } from 'contract/dashboard'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { giveUpScans, upload } from '#testing/attached.ts'
import { startClamav } from '#testing/clamav-server.ts'
import { type TestUser, aContentSet, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { sweepScans } from './sweep-scans.ts'

let clamav: Awaited<ReturnType<typeof startClamav>>
let t: TestApp
let god: TestUser
let admin: TestUser
let anna: Respondent
let id: number
let elementId: number
let statementId: number
beforeAll(async () => {
  clamav = await startClamav()
  clamav.close()
  t = await startTestApp({ env: { CLAMAV_URL: clamav.url } })
  const tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
  admin = await aUser(t.db, { tenant, roles: ['admin'] })
  anna = aRespondent(t, await aUser(t.db, { tenant }))
  id = await anna.open()
  elementId = (await anna.overview()).elements[0]?.id ?? 0
  statementId = (await anna.quiz(id, elementId)).statements[0]?.id ?? 0
}, 30_000)
beforeEach(async () => {
  await t.owner.query('delete from attachments')
  await t.owner.query(`delete from pgboss.job where name = 'scan'`)
  await t.owner.query(`delete from audit_events where action like 'virus_scan.%'`)
})
afterAll(() => t.close())

const attach = async () => {
  const file = { name: 'a.txt', bytes: Buffer.from('Hello') }
  return (await upload(anna, id, statementId, file)).body as Attachment
}
const statusOf = async (file: Attachment) =>
  (await anna.quiz(id, elementId)).attachments.find((one) => one.id === file.id)?.status
const seenBy = async (person: TestUser) =>
  dashboard.get.response.parse((await t.as(person).get('/dashboard')).body).delayed_scans
/** As if every file had come so long before. */
const waited = (time: string) =>
  t.owner.query('update attachments set scanning_since = scanning_since - $1::interval', [time])
const jobs = async () => {
  const { rows } = await t.owner.query<{ id: number }>(
    `select (data->>'id')::bigint as id from pgboss.job where name = 'scan' and state < 'completed' order by id`,
  )
  return rows.map((row) => row.id)
}
const noted = async () => {
  const { rows } = await t.owner.query<{ action: string; files: string | null }>(
    `select action, details->>'files' as files from audit_events where action like 'virus_scan.%' order by id`,
  )
  return rows.map(({ action, files }) => [action, files])
}

test('a file whose check was given up is checked once the scanner is back', async () => {
  const file = await attach()
  await giveUpScans(t.db)
  await waited('2 days')
  await Promise.all([sweepScans(t.app), sweepScans(t.app)])
  const waiting = await jobs()
  expect(new Set(waiting)).toEqual(new Set([file.id]))
  await sweepScans(t.app)
  expect(await jobs()).toEqual(waiting)
  expect(await statusOf(file)).toBe('scanning')
  const back = await startClamav(clamav.port)
  await vi.waitFor(async () => expect(await statusOf(file)).toBe('clean'), 15_000)
  back.close()
}, 30_000)

test('nothing is enqueued twice while a job still tries, nor for what has only just come', async () => {
  await attach()
  await giveUpScans(t.db)
  await sweepScans(t.app)
  expect(await jobs()).toEqual([])
  const second = await attach()
  await waited('1 day')
  await t.owner.query(`delete from attachments where id <> $1`, [second.id])
  await sweepScans(t.app)
  expect(await jobs()).toEqual([second.id])
})

test('god-admins see on the dashboard that checking is delayed and since when, and nobody else does', async () => {
  const first = await attach()
  await attach()
  expect(await seenBy(god)).toBeNull()
  await waited('11 minutes')
  expect(await seenBy(god)).toEqual({
    files: 2,
    since: new Date(Date.parse(first.scanning_since) - 11 * 60_000).toISOString(),
  })
  expect(await seenBy(admin)).toBeNull()
  await anna.caller.delete(`/attachments/${first.id}`)
  expect(await seenBy(god)).toMatchObject({ files: 1 })
})

test('the audit log of the platform says once that checking is delayed, and once that it has caught up', async () => {
  await attach()
  await sweepScans(t.app)
  expect(await noted()).toEqual([])
  await waited('1 day')
  await Promise.all([sweepScans(t.app), sweepScans(t.app)])
  await sweepScans(t.app)
  expect(await noted()).toEqual([['virus_scan.delayed', '1']])
  await t.owner.query('delete from attachments')
  await sweepScans(t.app)
  await sweepScans(t.app)
  await attach()
  await waited('1 day')
  await sweepScans(t.app)
  expect(await noted()).toEqual([
    ['virus_scan.delayed', '1'],
    ['virus_scan.resumed', null],
    ['virus_scan.delayed', '1'],
  ])
})
