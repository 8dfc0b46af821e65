import { randomUUID } from 'node:crypto'
import { plan } from 'contract/plan'
import { expect, test } from 'vitest'
import { sendDigests } from '#features/insight/digest/send-digests.ts'
import { aContentSet, aReport, aSharedAssessment, aTenant, aUser } from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const at = (moment: string) => (t.clock.now = () => new Date(moment))
at('2026-12-01T12:00:00Z')
const tenant = await aTenant(t.db, { name: 'Kestrel Water' })
const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
const ann = await aUser(t.db, { tenant, name: 'Ann Owner' })
const ben = await aUser(t.db, { tenant, name: 'Ben Helper' })
const year = 2026
const id = await aSharedAssessment(t.db, { owner: ann, contentSetId, year, viewers: [ben] })
const report = await aReport(t.db, ann, id)

async function add(title: string, dueOn: string | null, to = ben) {
  const action = { statement_key: 'A1', title, owner_id: to.id, due_on: dueOn }
  const body = { actions: [{ key: randomUUID(), ...action }] }
  const { actions } = plan.add.response.parse(
    (await t.as(ann).post(`/assessments/${id}/plan`, body)).body,
  )
  return { id: actions[0]?.id ?? 0, version: 1 }
}

const finish = async (action: { id: number; version: number }, status = 'done') =>
  await t.as(ann).patch(`/assessments/${id}/plan`, { actions: [action], status })

/** The digests of seven in the morning. */
async function digestsOn(day: string) {
  at(`${day}T07:00:00Z`)
  await t.sql`delete from mails where tenant_id = ${tenant.id}`
  await sendDigests(t.app)
  return await t.sql<{ recipient: string; subject: string; text: string }>`
    select recipient, subject, text from mails where tenant_id = ${tenant.id} order by id`
}

const subjectsOn = async (day: string) =>
  (await digestsOn(day)).map(({ subject }) => subject.replace(' (Kestrel Water)', ''))

test('who gets an action is told, and reminded 7 days and 1 day before, on the day and weekly until it is done', async () => {
  const action = await add('Name a lead', '2026-12-14')
  // No one is told what they gave themselves, and nothing is said about what is done by the morning.
  await add('Mine', null, ann)
  at('2026-12-01T13:00:00Z')
  await finish(await add('Quick', null))
  expect((await t.as(ben).get('/user/notifications')).body).toMatchObject({
    notifications: [
      { kind: 'planned', actions: [{ title: 'Quick' }] },
      { kind: 'planned', by: 'Ann Owner', actions: [{ title: 'Name a lead' }], report_id: report },
    ],
  })
  const [digest, ...others] = await digestsOn('2026-12-02')
  expect(others).toEqual([])
  expect(digest).toMatchObject({
    recipient: ben.email,
    subject: expect.stringContaining('Ann Owner assigned you “Name a lead” in the plan'),
    text: expect.stringContaining(`/action-reports/${report}?tab=plan`),
  })
  const days = [
    ['2026-12-07', 'Due on Monday 14 December 2026: “Name a lead”'],
    ['2026-12-08', undefined],
    // The day before is a Sunday, so it is said on the day itself.
    ['2026-12-14', 'Due today: “Name a lead”'],
    ['2026-12-15', undefined],
    ['2026-12-21', 'Overdue: “Name a lead”'],
  ]
  for (const [day = '', subject] of days)
    expect(await subjectsOn(day), day).toEqual(subject === undefined ? [] : [subject])
  expect((await t.as(ben).get('/user/notifications')).body).toMatchObject({
    notifications: [{ kind: 'plan_due' }, { kind: 'plan_due' }, { kind: 'plan_due' }, {}, {}],
  })
  await finish(action, 'dropped')
  expect(await subjectsOn('2026-12-28')).toEqual([])
})

test('who turned due dates off gets no mail about them', async () => {
  await add('Name two leads', '2027-01-15')
  await digestsOn('2026-12-30')
  await t.sql`update users set muted_mails = '{due}' where id = ${ben.id}`
  expect(await subjectsOn('2027-01-08')).toEqual([])
})
