import { assessments } from 'contract/assessments'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCertification, aSubmission, anAuditor } from '#testing/certifying.ts'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { remindOfExpiry } from './remind.ts'

let t: TestApp
let acme: TestTenant
let contentSetId: number
let user: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
  contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
  await aUser(t.db, { tenant: acme, roles: ['admin'], email: 'admin@example.org' })
})
beforeEach(async () => {
  await forget()
  await t.owner.query('delete from mails')
  user = await aUser(t.db, { tenant: acme })
})
afterAll(() => t.close())

const DAY = 86_400_000

/** Deletes the certificates with their assessments. */
async function forget() {
  await t.owner.query('delete from assessments')
}

async function expiringIn(days: number, { left = days, age = 400 } = {}) {
  const { id } = await aCertification(t.db, { user, contentSetId })
  await t.owner.query(
    `update certifications set valid_until = current_date + $2::int, valid_from = current_date + $2::int - $3::int where id = $1`,
    [id, days, age],
  )
  t.clock.now = () => new Date(Date.now() + (days - left) * DAY)
  return id
}

async function mailed() {
  await Promise.all([remindOfExpiry(t.app), remindOfExpiry(t.app), remindOfExpiry(t.app)])
  const { rows } = await t.owner.query<{ recipient: string; subject: string }>(
    'select recipient, subject from mails order by id',
  )
  return rows
}

test('holder and admins are reminded once 90, 30 and 7 days before expiry', async () => {
  await expiringIn(91)
  expect(await mailed()).toEqual([])
  const subjects: string[] = []
  const recipients = new Set<string>()
  for (const left of [90, 89, 31, 30, 8, 7, 1, 0, -1]) {
    t.clock.now = () => new Date(Date.now() + (91 - left) * DAY)
    await t.owner.query('delete from mails')
    const mails = await mailed()
    for (const { recipient } of mails) recipients.add(recipient)
    subjects.push(`${left}: ${mails.map(({ subject }) => subject).join(' ') || 'nothing'}`)
  }
  const words = (days: number) =>
    `Your certificate expires in ${days} days or less A certificate of Acme expires in ${days} days or less`
  expect([...recipients]).toEqual([user.email, 'admin@example.org'])
  expect(subjects).toEqual([
    `90: ${words(90)}`,
    '89: nothing',
    '31: nothing',
    `30: ${words(30)}`,
    '8: nothing',
    `7: ${words(7)}`,
    '1: nothing',
    '0: nothing',
    '-1: nothing',
  ])
})

test("a reminder links to the holder's assessment, or for admins to the certificate", async () => {
  const id = await expiringIn(30)
  await mailed()
  const { rows } = await t.owner.query<{ recipient: string; text: string }>(
    'select recipient, text from mails order by id',
  )
  expect(rows.map(({ text }) => new URL(text.match(/^http\S+$/m)?.[0] ?? '').pathname)).toEqual([
    '/',
    `/admin/users/${user.id}/certifications/${id}`,
  ])
  await forget()
  await t.owner.query('delete from mails')
  await t.owner.query(`update users set roles = '{user,admin}' where id = $1`, [user.id])
  await expiringIn(30)
  expect(
    (await mailed()).map(({ recipient, subject }) => [recipient, subject.slice(0, 5)]),
  ).toEqual([
    [user.email, 'Your '],
    ['admin@example.org', 'A cer'],
  ])
  await t.owner.query(`update users set roles = '{user}' where id = $1`, [user.id])
})

test('no reminder is sent for revoked, renewed or short certificates, or to inactive users', async () => {
  const revoked = await expiringIn(20)
  await t.owner.query(
    `update certifications set revoked_at = now(), revoked_by = 1 where id = $1`,
    [revoked],
  )
  expect(await mailed()).toEqual([])
  await forget()
  await expiringIn(20, { age: 25 })
  expect(await mailed()).toEqual([])
  await forget()
  await expiringIn(20)
  await aCertification(t.db, { user, contentSetId, year: THIS_YEAR + 1 })
  expect(await mailed()).toEqual([])
  await t.owner.query('delete from certifications where year > $1', [THIS_YEAR])
  await t.owner.query('update users set is_active = false where id = $1', [user.id])
  expect((await mailed()).map(({ recipient }) => recipient)).toEqual(['admin@example.org'])
})

test("next year's assessment starts with certified answers to confirm", async () => {
  t.clock.now = () => new Date()
  const { assessment, review } = await aSubmission(t.db, {
    user,
    contentSetId,
    year: THIS_YEAR - 1,
    is: 'reviewed',
  })
  await t.owner.query(
    `update responses set statement_response_id = (select id from statement_responses x where x.statement_id = responses.statement_id order by value limit 1)
     where assessment_id = $1 and state = 2`,
    [assessment],
  )
  await t.owner.query(
    `update review_responses r set remark = 'More', statement_response_id = (select id from statement_responses x where x.statement_id = r.statement_id order by value offset 1 limit 1) where review_id = $1`,
    [review],
  )
  const auditor = await anAuditor(t.db, acme)
  expect((await t.as(auditor).post(`/reviews/${review}/certificate`, { version: 1 })).status).toBe(
    200,
  )
  const input = { year: THIS_YEAR, type: 'certification' }
  const { id } = assessments.open.response.parse(
    (await t.as(user).post('/assessments', input)).body,
  )
  const { rows } = await t.owner.query(
    `select distinct r.state, v.label, r.to_confirm from responses r
     join statement_responses v on v.id = r.statement_response_id where assessment_id = $1 order by 1`,
    [id],
  )
  expect(rows).toEqual([
    { state: 1, label: 'Middle', to_confirm: true },
    { state: 2, label: 'Middle', to_confirm: true },
  ])
})

test('the respondent gets a mail about a return and a certificate', async () => {
  const auditor = await anAuditor(t.db, acme)
  const first = await aSubmission(t.db, { user, contentSetId, is: 'reviewed' })
  await t.as(auditor).post(`/reviews/${first.review}/return`, { version: 1, reason: 'Fix it.' })
  const second = await aSubmission(t.db, {
    user,
    contentSetId,
    is: 'reviewed',
    year: THIS_YEAR - 1,
  })
  await t.as(auditor).post(`/reviews/${second.review}/certificate`, { version: 1 })
  const { rows } = await t.owner.query<{ subject: string; text: string }>(
    'select subject, text from mails where recipient = $1 order by id',
    [user.email],
  )
  expect(rows.map(({ subject }) => subject)).toEqual([
    'Your certification assessment was returned',
    'Your assessment was certified',
  ])
  expect(rows[0]?.text).toContain('Fix it.')
  expect(rows[1]?.text).toMatch(/http:\/\/acme\.localhost:4003\/certification\/\d+/)
})
