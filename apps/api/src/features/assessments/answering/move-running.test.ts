import { assessments } from 'contract/assessments'
import { editions } from 'contract/editions'
import { beforeEach, expect, test } from 'vitest'
import { aContentSet, aSmallSet, aTenant, aUser, anAssessment } from '#testing/factories.ts'
import { assessmentLock, holdLock } from '#testing/hold-lock.ts'
import { aMinorChange } from '#testing/minor-change.ts'
import { testApp } from '#testing/test-app.ts'
import { moveRunning } from './move-running.ts'

const t = await testApp()
let tenant = await aTenant(t.db)
let admin = await aUser(t.db, { tenant, roles: ['admin'] })
let first = 0
beforeEach(async () => {
  tenant = await aTenant(t.db)
  admin = await aUser(t.db, { tenant, roles: ['admin'] })
  first = await aContentSet(t.db, { tenant, file: aSmallSet() })
})

const moveOf = async (id: number) => {
  const answer = await t.as(admin).get(`/content-sets/${id}/versions`)
  const { versions } = editions.history.response.parse(answer.body)
  return versions.find((version) => version.id === id)?.move
}
const ended = async (id: number) =>
  await expect
    .poll(() => moveOf(id), { timeout: 60_000, interval: 100 })
    .toMatchObject({ is_over: true })
async function users(count: number) {
  for (let n = 0; n < count; n += 1)
    await anAssessment(t.db, { user: await aUser(t.db, { tenant }), contentSetId: first })
}
/** Assessments on an edition, their answers there, and how often the history has an answer arriving with the move. */
async function countsOf(id: number) {
  const rows = await t.sql`
    select (select count(*)::int from assessments where content_set_id = ${id}) as assessments,
       (select count(*)::int from responses r join statements s on s.id = r.statement_id
         join assessments a on a.id = r.assessment_id and a.content_set_id = s.content_set_id
         where s.content_set_id = ${id} and not r.to_confirm) as answers,
       (select count(*)::int from response_events e join statements s on s.id = e.statement_id
         where s.content_set_id = ${id} and e.version = 1 and e.before_response_id is not null) as moved`
  return rows[0]
}

test('a minor change moves running assessments with their answers, none to confirm', async () => {
  await users(1)
  const second = await aMinorChange(t, admin, first)
  await ended(second)
  const rows = await t.sql`
    select a.status, (select count(*)::int from element_completions c join elements e on e.id = c.element_id
       where c.assessment_id = a.id and e.content_set_id = a.content_set_id) as completed
     from assessments a where a.content_set_id = ${second}`
  expect(rows).toEqual([{ status: 'completed', completed: 2 }])
  expect(await countsOf(second)).toEqual({ assessments: 1, answers: 8, moved: 8 })
  // The history has answers of the first edition.
  expect((await t.as(admin).delete(`/content-sets/${first}`)).status).toBe(409)
})

test('hundreds of assessments move once each in batches, also when the job runs twice', async () => {
  await users(230)
  const second = await aMinorChange(t, admin, first)
  expect(await moveOf(second)).toMatchObject({ total: 230 })
  const job = { tenantId: tenant.id, id: second }
  const attempt = { number: 1, isLast: false }
  await Promise.all([1, 2].map(() => moveRunning(t.app, job, attempt)))
  await ended(second)
  expect(await moveOf(second)).toEqual({ moved: 230, total: 230, is_over: true })
  const answers = 230 * 8
  expect(await countsOf(second)).toEqual({ assessments: 230, answers, moved: answers })
  expect(await countsOf(first)).toMatchObject({ assessments: 0 })
}, 120_000)

test('an assessment that arrives at an edition after the next is published moves on to it', async () => {
  await users(120)
  const rows = await t.sql<{ id: number }>`
    select id from assessments where content_set_id = ${first} order by user_id limit 1 offset 60`
  const letGo = await holdLock(t.db, assessmentLock({ tenantId: tenant.id }, rows[0]?.id ?? 0))
  const second = await aMinorChange(t, admin, first)
  await expect.poll(() => moveOf(second), { timeout: 30_000 }).toMatchObject({ moved: 50 })
  const third = await aMinorChange(t, admin, second)
  await letGo()
  await expect.poll(() => countsOf(third), { timeout: 60_000 }).toMatchObject({ assessments: 120 })
  await ended(third)
  for (const id of [second, third])
    expect(await moveOf(id)).toEqual({ moved: 120, total: 120, is_over: true })
}, 120_000)

test('when the last attempt fails the other assessments stay, and their owners are offered the edition', async () => {
  const user = await aUser(t.db, { tenant })
  await anAssessment(t.db, { user, contentSetId: first, answered: [] })
  await users(2)
  const offered = async () =>
    assessments.overview.response.parse((await t.as(user).get('/overview')).body).new_edition
  await t.owner.query(
    `alter table response_events add constraint broken check (tenant_id <> ${tenant.id} or before_response_id is null) not valid`,
  )
  const second = await aMinorChange(t, admin, first)
  expect(await offered()).toBeNull()
  await expect(
    moveRunning(t.app, { tenantId: tenant.id, id: second }, { number: 9, isLast: true }),
  ).rejects.toThrow(/broken/)
  expect(await moveOf(second)).toEqual({ moved: 0, total: 3, is_over: true })
  expect(await countsOf(first)).toMatchObject({ assessments: 3 })
  expect(await offered()).toMatchObject({ content_set_id: second })
  await t.owner.query('alter table response_events drop constraint broken')
})
