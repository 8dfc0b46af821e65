import { assessments } from 'contract/assessments'
import { beforeEach, expect, test } from 'vitest'
import { aCertification, aSubmission, anAuditor } from '#testing/certifying.ts'
import { THIS_YEAR, type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aMinorChange } from '#testing/minor-change.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { remindOfExpiry } from './remind.ts'

const DAY = 86_400_000

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme' })
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
const auditor = await anAuditor(t.db, acme)
const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
let user: TestUser
beforeEach(async () => {
  await forget()
  user = await aUser(t.db, { tenant: acme })
})

/** Deletes the mails, and the certificates with their assessments. */
async function forget() {
  await t.sql`delete from assessments`
  await t.sql`delete from mails`
}

async function expiringIn(days: number, { left = days, age = 400 } = {}) {
  const { id } = await aCertification(t.db, { user, contentSetId })
  await t.sql`update certifications set valid_until = current_date + ${days}::int,
    valid_from = current_date + ${days}::int - ${age}::int where id = ${id}`
  t.clock.now = () => new Date(Date.now() + (days - left) * DAY)
  return id
}

type Mail = { recipient: string; subject: string; text: string }

async function mailed() {
  await Promise.all([remindOfExpiry(t.app), remindOfExpiry(t.app), remindOfExpiry(t.app)])
  return await t.sql<Mail>`select recipient, subject, text from mails order by id`
}

test('holder and admins are reminded once 90, 30 and 7 days before expiry', async () => {
  const id = await expiringIn(91)
  const [{ day } = { day: '' }] = await t.sql<{ day: string }>`
    select to_char(valid_until, 'FMDD FMMonth YYYY') as day from certifications where id = ${id}`
  expect(await mailed()).toEqual([])
  for (const left of [90, 89, 31, 30, 8, 7, 1, 0, -1]) {
    t.clock.now = () => new Date(Date.now() + (91 - left) * DAY)
    await t.sql`delete from mails`
    const mails = (await mailed()).map(({ recipient, subject }) => [recipient, subject])
    const isDue = [90, 30, 7].includes(left)
    const expected = [
      [user.email, `Your certificate expires on ${day} (Acme)`],
      [admin.email, `A certificate expires on ${day} (Acme)`],
    ]
    expect(mails, String(left)).toEqual(isDue ? expected : [])
  }
})

test("a reminder links to the holder's assessment, or for admins to the certificate", async () => {
  const id = await expiringIn(30)
  const links = (await mailed()).map(({ text }) => new URL(/^http\S+$/m.exec(text)?.[0] ?? ''))
  const certificate = `/admin/users/${user.id}/certifications/${id}`
  expect(links.map(({ pathname }) => pathname)).toEqual(['/', certificate])
  expect(links[0]?.search).toBe('?type=certification')
  await forget()
  await t.sql`update users set roles = '{user,admin}' where id = ${user.id}`
  await expiringIn(30)
  expect((await mailed()).map((one) => [one.recipient, one.subject.slice(0, 5)])).toEqual([
    [user.email, 'Your '],
    [admin.email, 'A cer'],
  ])
  await t.sql`update users set roles = '{user}' where id = ${user.id}`
})

test('no reminder is sent for revoked or short certificates, or to inactive users', async () => {
  const revoked = await expiringIn(20)
  await t.sql`update certifications set revoked_at = now(), revoked_by = 1 where id = ${revoked}`
  expect(await mailed()).toEqual([])
  await forget()
  await expiringIn(20, { age: 25 })
  expect(await mailed()).toEqual([])
  await forget()
  await expiringIn(20)
  await t.sql`update users set is_active = false where id = ${user.id}`
  expect((await mailed()).map(({ recipient }) => recipient)).toEqual([admin.email])
})

test('only a certificate that supersedes, of the same user and content set, ends the reminders', async () => {
  const next = await aMinorChange(t, admin, contentSetId)
  const namesake = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
  const colleague = await aUser(t.db, { tenant: acme })
  const isRenewedBy = async (
    input: Partial<Parameters<typeof aCertification>[1]>,
    change = 'number = number',
  ) => {
    await forget()
    await expiringIn(20)
    const other = { user, contentSetId, year: THIS_YEAR + 1, ...input }
    const { id } = await aCertification(t.db, other)
    await t.owner.query(`update certifications set ${change} where id = $1`, [id])
    return (await mailed()).length === 0
  }
  expect(await isRenewedBy({})).toBe(true)
  expect(await isRenewedBy({ contentSetId: next }, `title = 'Renamed'`)).toBe(true)
  expect(await isRenewedBy({ contentSetId: namesake })).toBe(false)
  expect(await isRenewedBy({ user: colleague })).toBe(false)
})

test('a reminder is due by the day at the organisation', async () => {
  const { id } = await aCertification(t.db, { user, contentSetId })
  await t.sql`update certifications set valid_from = '2026-04-01', valid_until = '2027-03-31' where id = ${id}`
  t.clock.now = () => new Date('2026-12-30T23:30:00Z')
  const inZone = async (zone: string) => {
    await t.sql`update tenants set time_zone = ${zone} where id = ${acme.id}`
    return (await mailed()).length
  }
  expect([await inZone('Europe/London'), await inZone('Europe/Berlin')]).toEqual([0, 2])
  await inZone('Europe/London')
})

test("next year's assessment starts with certified answers to confirm", async () => {
  t.clock.now = () => new Date()
  const input = { user, contentSetId, year: THIS_YEAR - 1, is: 'reviewed' as const }
  const { assessment, review } = await aSubmission(t.db, input)
  await t.sql`update responses set statement_response_id = (select id from statement_responses x
      where x.statement_id = responses.statement_id order by value limit 1)
    where assessment_id = ${assessment} and state = 2`
  await t.sql`update review_responses r set remark = 'More', statement_response_id = (select id from statement_responses x
      where x.statement_id = r.statement_id order by value offset 1 limit 1)
    where review_id = ${review}`
  const issued = await t.as(auditor).post(`/reviews/${review}/certificate`, { version: 1 })
  expect(issued.status).toBe(200)
  const opened = await t.as(user).post('/assessments', { year: THIS_YEAR, type: 'certification' })
  const { id } = assessments.open.response.parse(opened.body)
  const rows = await t.sql`select distinct r.state, v.label, r.to_confirm from responses r
    join statement_responses v on v.id = r.statement_response_id where assessment_id = ${id} order by 1`
  expect(rows).toEqual([
    { state: 1, label: 'Middle', to_confirm: true },
    { state: 2, label: 'Middle', to_confirm: true },
  ])
})

test('the respondent gets a mail about a return and a certificate', async () => {
  const input = { user, contentSetId, is: 'reviewed' as const }
  const first = await aSubmission(t.db, input)
  const second = await aSubmission(t.db, { ...input, year: THIS_YEAR - 1 })
  const ada = t.as(auditor)
  await ada.post(`/reviews/${first.review}/return`, { version: 1, reason: 'Fix it.' })
  await ada.post(`/reviews/${second.review}/certificate`, { version: 1 })
  const mails = await mailsToUser()
  expect(mails).toMatchObject([
    { subject: expect.stringContaining('Your certification assessment was returned') },
    { subject: expect.stringContaining('Your assessment was certified') },
  ])
  expect(mails[0]?.text).toContain('Fix it.')
  expect(mails[1]?.text).toMatch(/http:\/\/acme\.localhost:4003\/certification\/\d+/)
})

test('of several content sets a mail names the one it is about, and leads to it', async () => {
  await aContentSet(t.db, { tenant: acme, file: aTinySet() })
  const { review } = await aSubmission(t.db, { user, contentSetId, is: 'reviewed' })
  const reason = { version: 1, reason: 'Fix it.' }
  await t.as(auditor).post(`/reviews/${review}/return`, reason)
  const [returned] = await mailsToUser()
  expect(returned?.text).toContain('Content set: Tiny.')
  expect(returned?.text).toContain(`/?type=certification&year=${THIS_YEAR}&set=${contentSetId}`)
  await forget()
  await expiringIn(30)
  await mailed()
  const [reminder] = await mailsToUser()
  expect(reminder?.text).toContain(`/?type=certification&set=${contentSetId}`)
})

async function mailsToUser() {
  return await t.sql<Mail>`
    select subject, text from mails where recipient = ${user.email} order by id`
}
