import { MAIL_PREFERENCES } from 'contract/mail-preferences'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openMail } from '#adapters/mail.ts'
import {
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from '#testing/factories.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { testApp } from '#testing/test-app.ts'
import { addDays } from './notice-days.ts'
import { sendDigests } from './send-digests.ts'

const server = await startMailServer()
const mail = openMail(server.url)
afterAll(async () => {
  mail.close()
  await server.close()
})
const t = await testApp({ sendMail: mail.send })
const kestrel = await aTenant(t.db, { domain: 'kestrel', name: 'Kestrel Water' })
const admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'], name: 'Ida Berg' })
const care = await aSet('Good care')

async function aSet(title: string) {
  const file = { ...aSmallSet(1, 2), title }
  return await aContentSet(t.db, { tenant: kestrel, file, yearFrom: 2025 })
}

let ada: TestUser
beforeEach(async () => {
  for (const table of ['mails', 'notifications', 'digests', 'due_dates', 'assessments'])
    await t.owner.query(`delete from ${table}`)
  await t.sql`update tenants set digested_on = null, status = 'active', time_zone = 'Europe/London'`
  await t.sql`update users set is_active = false where id <> ${admin.id} and tenant_id = ${kestrel.id}`
  // Admins answer too. This one has.
  await anAssessment(t.db, { user: admin, contentSetId: care, year: 2026 })
  ada = await aUser(t.db, { tenant: kestrel, name: 'Ada' })
})

const ALL = Object.fromEntries(MAIL_PREFERENCES.map((kind) => [kind, true]))

const at = (moment: string) => (t.clock.now = () => new Date(moment))

async function due(day: string, contentSetId = care, type = 'self_assessment') {
  await t.sql`insert into due_dates select tenant_id, family_id, 2026, ${type}, ${day}::date
    from content_sets where id = ${contentSetId}
    on conflict (tenant_id, family_id, year, type) do update set due_on = excluded.due_on`
}

type Mail = { recipient: string; subject: string; text: string }

/** The mails that three nodes send at this time. */
async function sentAt(moment: string) {
  at(moment)
  const [last] = await t.sql<{ id: number }>`select coalesce(max(id), 0)::float8 as id from mails`
  await Promise.all([sendDigests(t.app), sendDigests(t.app), sendDigests(t.app)])
  return await t.sql<Mail>`select recipient, subject, text from mails where id > ${last?.id ?? 0} order by id`
}

async function daysWithMail(from: string, until: string) {
  const days: [string, string][] = []
  for (let day = from; day <= until; day = addDays(day, 1)) {
    expect(await sentAt(`${day}T06:59:00Z`), day).toEqual([])
    const mails = await sentAt(`${day}T07:00:00Z`)
    for (const { subject, text } of mails) {
      days.push([day, subject.replace(' (Kestrel Water)', '')])
      expect(text.match(/\d+ December 2026/g), 'the date, once').toHaveLength(1)
    }
    expect(await sentAt(`${day}T18:00:00Z`), day).toEqual([])
  }
  return days
}

function remind(userIds: number[], more: object = {}) {
  const task = { family_id: care, year: 2026, type: 'self_assessment', ...more }
  return t.as(admin).post(`/customers/${kestrel.id}/reminders`, { ...task, user_ids: userIds })
}

test('who has not finished is told 7 days before, 1 day before, on the day and then every week', async () => {
  await due('2026-12-16')
  expect(await daysWithMail('2026-12-07', '2026-12-31')).toEqual([
    ['2026-12-09', 'Due on Wednesday 16 December 2026: Good care 2026'],
    ['2026-12-15', 'Due tomorrow: Good care 2026'],
    ['2026-12-16', 'Due today: Good care 2026'],
    ['2026-12-23', 'Overdue: Good care 2026'],
    ['2026-12-30', 'Overdue: Good care 2026'],
  ])
})

test('a notice that falls on a day off goes the working day before', async () => {
  await due('2026-12-13')
  expect(await daysWithMail('2026-12-02', '2026-12-19')).toEqual([
    ['2026-12-04', 'Due on Sunday 13 December 2026: Good care 2026'],
    ['2026-12-11', 'Due on Sunday 13 December 2026: Good care 2026'],
    ['2026-12-18', 'Overdue: Good care 2026'],
  ])
})

test('seven in the morning is that of the organisation', async () => {
  await due('2026-12-01')
  await t.sql`update tenants set time_zone = 'Pacific/Auckland' where id = ${kestrel.id}`
  expect(await sentAt('2026-11-29T17:59:00Z')).toEqual([])
  expect(await sentAt('2026-11-29T18:00:00Z')).toMatchObject([
    { recipient: ada.email, subject: 'Due tomorrow: Good care 2026 (Kestrel Water)' },
  ])
})

test('after a day without any node, the notices of that day are sent', async () => {
  await due('2026-12-16')
  await sentAt('2026-12-14T07:00:00Z')
  expect(await sentAt('2026-12-17T09:30:00Z')).toMatchObject([
    { subject: 'Overdue: Good care 2026 (Kestrel Water)' },
  ])
})

test('no one is told about what is done, left, closed, suspended or turned off', async () => {
  await due('2026-12-16')
  const told = async (change?: (user: TestUser) => Promise<unknown>, type = 'self_assessment') => {
    await t.sql`delete from digests`
    await t.sql`update tenants set digested_on = null`
    await t.sql`update users set is_active = false where id <> ${admin.id} and tenant_id = ${kestrel.id}`
    const user = await aUser(t.db, { tenant: kestrel })
    await due('2026-12-16', care, type)
    await change?.(user)
    const mails = await sentAt('2026-12-16T07:00:00Z')
    return mails.some(({ recipient }) => recipient === user.email)
  }
  const assessed = (user: TestUser, more: object) =>
    anAssessment(t.db, { user, contentSetId: care, year: 2026, ...more })
  const inStatus = (status: string) => async (user: TestUser) => {
    const id = await assessed(user, { type: 'certification' })
    await t.sql`update assessments set status = ${status} where id = ${id}`
  }
  expect(await told()).toBe(true)
  expect(await told((user) => assessed(user, { answered: [] }))).toBe(true)
  expect(await told((user) => assessed(user, {}))).toBe(false)
  expect(await told((user) => assessed(user, { year: 2025 }))).toBe(true)
  const answersTogether = (status: string) => async (user: TestUser) => {
    await t.sql`delete from assessments where owner_id = ${admin.id}`
    const shared = { owner: admin, contentSetId: care, year: 2026, contributors: [user] }
    const id = await aSharedAssessment(t.db, shared)
    await t.sql`update assessments set status = ${status} where id = ${id}`
  }
  expect(await told(answersTogether('in_progress'))).toBe(true)
  expect(await told(answersTogether('completed'))).toBe(false)
  const muted = { ...ALL, due: false }
  expect(await told((user) => t.as(user).put('/user/mails', muted))).toBe(false)
  expect(await told((user) => t.as(user).put('/user/mails', { ...muted, due: true }))).toBe(true)
  const leave = (user: TestUser) => t.as(admin).delete(`/users/${user.id}`)
  expect(await told(leave)).toBe(false)
  for (const status of ['completed', 'returned'])
    expect(await told(inStatus(status), 'certification'), status).toBe(true)
  await t.sql`delete from due_dates where type = 'self_assessment'`
  for (const status of ['in_review', 'certified'])
    expect(await told(inStatus(status), 'certification'), status).toBe(false)
  const suspend = () => t.sql`update tenants set status = 'suspended' where id = ${kestrel.id}`
  expect(await told(suspend)).toBe(false)
  await t.sql`update tenants set status = 'active'`
  const retire = (status: string) =>
    t.owner.query('update content_sets set status = $1 where id = $2', [status, care])
  expect(await told(() => retire('retired'))).toBe(false)
  await retire('published')
})

test('everything is in one mail, what is due first, with reasons, links and the way to turn it off', async () => {
  const water = await aSet('Safe water')
  await due('2026-12-16', water)
  at('2026-12-15T12:00:00Z')
  await remind([ada.id])
  await remind([ada.id], { family_id: water })
  const mails = await sentAt('2026-12-16T07:00:00Z')
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([admin.email, ada.email].sort())
  const own = mails.find(({ recipient }) => recipient === ada.email)
  expect(own?.subject).toBe('Due today: Safe water 2026, and 1 more (Kestrel Water)')
  const reason = 'You get this email because Ida Berg wants to remind you.'
  expect(own?.text).toContain(`Safe water 2026
Due on Wednesday 16 December 2026. You haven’t started yet. ${reason}
http://kestrel.localhost:4003/?year=2026&type=self_assessment&set=${water}

Good care 2026
You haven’t started yet. ${reason}`)
  expect(own?.text).toMatch(
    /Choose which emails you get:\nhttp:\/\/kestrel.localhost:4003\/settings#emails/,
  )
  await vi.waitFor(() => expect(server.attemptsFor(ada.email)).toHaveLength(1), {
    timeout: 15_000,
  })
  const [arrived] = server.attemptsFor(ada.email)
  expect(arrived?.subject).toBe(own?.subject)
  expect(String(arrived?.html)).toContain('/settings#emails')
})

test('when a node stops in between, another one sends the rest and nothing twice', async () => {
  await due('2026-12-16')
  const ben = await aUser(t.db, { tenant: kestrel, name: 'Ben' })
  at('2026-12-16T07:00:00Z')
  await t.owner.query(
    `alter table mails add constraint stopped check (recipient <> '${ben.email}') not valid`,
  )
  await expect(sendDigests(t.app)).rejects.toThrow()
  await t.owner.query('alter table mails drop constraint stopped')
  await sendDigests(t.app)
  const mails = await t.sql<Mail>`select recipient from mails order by id`
  expect(mails.map(({ recipient }) => recipient)).toEqual([ada.email, ben.email])
})

test('reminded people get the reminder with the next digest, once, and the audit log has it', async () => {
  const ben = await aUser(t.db, { tenant: kestrel, name: 'Ben' })
  await anAssessment(t.db, { user: ben, contentSetId: care, year: 2026 })
  at('2026-11-27T12:00:00Z')
  const body = { family_id: care, year: 2026, type: 'self_assessment', user_ids: [ben.id, ada.id] }
  const preview = () => t.as(admin).post(`/customers/${kestrel.id}/reminder-previews`, body)
  expect((await preview()).body).toEqual({
    people: [
      { id: ada.id, name: 'Ada', email: ada.email, skipped: null },
      { id: ben.id, name: 'Ben', email: ben.email, skipped: 'done' },
    ],
    sent: 'on Monday at 07:00',
    mail: {
      subject: 'Reminder: Good care 2026',
      text: 'You haven’t started yet. You get this email because Ida Berg wants to remind you.',
    },
  })
  expect((await remind([ben.id, ada.id])).body).toEqual({ users: 1, sent: 'on Monday at 07:00' })
  expect((await preview()).body).toMatchObject({
    people: [{ skipped: 'reminded' }, { skipped: 'done' }],
    mail: null,
  })
  expect((await remind([ada.id])).body).toMatchObject({ users: 0 })
  const events = await t.sql`
    select actor_id, details from audit_events where action = 'participation.reminded'
      and tenant_id = ${kestrel.id} order by id desc limit 1`
  const details = { users: 1, title: 'Good care', year: 2026, type: 'self_assessment' }
  expect(events).toEqual([{ actor_id: admin.id, details }])
  expect(await sentAt('2026-11-28T09:00:00Z')).toEqual([])
  const [mailed, ...others] = await sentAt('2026-11-30T07:00:00Z')
  expect(mailed).toMatchObject({
    recipient: ada.email,
    subject: 'Reminder: Good care 2026 (Kestrel Water)',
  })
  expect(others).toEqual([])
  // After the digest of the day, the next one is tomorrow's.
  at('2026-11-30T07:00:30Z')
  expect((await remind([ada.id])).body).toEqual({ users: 1, sent: 'tomorrow at 07:00' })
  expect(await sentAt('2026-11-30T20:00:00Z')).toEqual([])
  expect(await sentAt('2026-12-01T07:00:00Z')).toHaveLength(1)
})

test('who finishes before the digest, or has turned reminders off, is not reminded', async () => {
  at('2026-11-30T12:00:00Z')
  const ben = await aUser(t.db, { tenant: kestrel, name: 'Ben' })
  const choice = { ...ALL, prompted: false }
  expect((await t.as(ben).put('/user/mails', choice)).body).toEqual(choice)
  expect((await remind([ada.id, ben.id])).body).toMatchObject({ users: 1 })
  await anAssessment(t.db, { user: ada, contentSetId: care, year: 2026 })
  expect(await sentAt('2026-12-01T07:00:00Z')).toEqual([])
  expect((await t.as(ben).get('/user/mails')).body).toEqual(choice)
})
