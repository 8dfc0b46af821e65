import type { TeamReminders } from 'contract/assignments'
import { beforeEach, expect, test } from 'vitest'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aSmallSet,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { sendDigests } from './send-digests.ts'

const t = await testApp({ works: false })

let tenant: TestTenant
let users: Record<'admin' | 'ann' | 'ben' | 'cleo' | 'dan', TestUser>
let id: number
let elements: number[]

/** A Thursday. */
const NOON = new Date('2026-11-19T12:00:00Z')

/** Of Ann's shared assessment Ben answers two elements and Cleo none. Dan has nothing to do with it. */
beforeEach(async () => {
  t.clock.now = () => NOON
  tenant = await aTenant(t.db)
  const contentSetId = await aContentSet(t.db, { tenant, file: aSmallSet(3) })
  const user = async (name: string) => await aUser(t.db, { tenant, name })
  users = {
    admin: await aUser(t.db, { tenant, roles: ['admin'], name: 'Ada Admin' }),
    ann: await user('Ann Owner'),
    ben: await user('Ben Helper'),
    cleo: await user('Cleo Helper'),
    dan: await user('Dan Stranger'),
  }
  const contributors = [users.ben, users.cleo]
  id = await aSharedAssessment(t.db, { owner: users.ann, contentSetId, contributors })
  elements = (
    await t.sql`select id from elements where content_set_id = ${contentSetId} order by position`
  ).map((row) => Number(row.id))
  for (const element of elements.slice(0, 2))
    await t.sql`insert into element_assignments (tenant_id, assessment_id, element_id, user_id)
      values (${tenant.id}, ${id}, ${element}, ${users.ben.id})`
})

const listed = async (who: TestUser) => await t.as(who).get(`/assessments/${id}/reminders`)
const peopleFor = async (who: TestUser) => ((await listed(who)).body as TeamReminders).people
const remind = async (who: TestUser, ...whom: TestUser[]) =>
  await t.as(who).post(`/assessments/${id}/reminders`, { user_ids: whom.map((one) => one.id) })

test('the owner reminds members for whom something waits, once a day, in their next digest', async () => {
  const { admin, ann, ben, cleo, dan } = users
  expect((await listed(ann)).body).toEqual({
    people: [{ id: ben.id, name: 'Ben Helper', left_to_do: 2, skipped: null }],
    sent: 'tomorrow at 07:00',
  })
  const sent = { users: 1, sent: 'tomorrow at 07:00' }
  expect((await remind(ann, ben, cleo, dan)).body).toEqual(sent)
  expect(await peopleFor(admin)).toMatchObject([{ skipped: 'reminded' }])
  expect((await remind(admin, ben)).body).toEqual({ ...sent, users: 0 })

  t.clock.now = () => new Date('2026-11-20T08:00:00Z')
  await sendDigests(t.app)
  const mails = await t.sql`select recipient, text from mails where tenant_id = ${tenant.id}`
  expect(mails).toEqual([
    {
      recipient: ben.email,
      text: expect.stringContaining('2 elements and questions are waiting for your answers.'),
    },
  ])
  expect(mails[0]?.text).toContain('because Ann Owner wants to remind you')
  // On the next day they can be reminded again.
  expect(await peopleFor(ann)).toMatchObject([{ id: ben.id, skipped: null }])
})

test('who has done everything by the morning gets no reminder', async () => {
  const { ann, ben } = users
  await remind(ann, ben)
  await t.sql`update element_assignments set done_at = now() where assessment_id = ${id}`
  t.clock.now = () => new Date('2026-11-20T08:00:00Z')
  await sendDigests(t.app)
  expect(await t.sql`select id from mails where tenant_id = ${tenant.id}`).toEqual([])
  expect(await peopleFor(ann)).toEqual([])
})

test('members don’t remind, and strangers see no shared assessment', async () => {
  const { ann, ben, cleo, dan } = users
  expect(await remind(cleo, ben)).toMatchObject({ code: 'not-assigned' })
  expect(await listed(cleo)).toMatchObject({ code: 'not-assigned' })
  expect((await listed(dan)).status).toBe(404)
  await t.sql`update users set is_active = false where id = ${ben.id}`
  expect(await peopleFor(ann)).toMatchObject([{ skipped: 'inactive' }])
})
