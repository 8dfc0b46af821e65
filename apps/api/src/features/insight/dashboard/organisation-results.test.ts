import { dashboard } from 'contract/dashboard'
import { expect, test } from 'vitest'
import {
  THIS_YEAR,
  type TestUser,
  aContentSet,
  aSharedAssessment,
  aSmallSet,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const other = await aUser(t.db, { tenant: await aTenant(t.db), roles: ['admin'] })
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })

async function seen(person: TestUser) {
  return dashboard.get.response.parse((await t.as(person).get('/dashboard')).body)
}

test('an admin first sees what the organisation answers together, with the year before and the plan', async () => {
  const [boss, owner] = [
    await aUser(t.db, { tenant, roles: ['admin'] }),
    await aUser(t.db, { tenant, name: 'Owner' }),
  ]
  expect((await seen(boss)).results).toEqual([])
  const contentSetId = await aContentSet(t.db, { tenant, file: aSmallSet(4), yearFrom: 2000 })
  const before = await aSharedAssessment(t.db, { owner, contentSetId, year: THIS_YEAR - 1 })
  const id = await aSharedAssessment(t.db, { owner, contentSetId })
  const reported = (assessment: number, year: number, current: number, version: number) =>
    t.sql`insert into reports (tenant_id, assessment_id, user_id, kind, type, year, version, title, snapshot, content_hash)
      values (${tenant.id}, ${assessment}, ${owner.id}, 'action', 'self_assessment', ${year}, ${version}, 'Set',
        ${JSON.stringify({ current, content_set: { id: contentSetId } })}, '')`
  await reported(before, THIS_YEAR - 1, 0.25, 1)
  await t.sql`insert into actions (tenant_id, assessment_id, statement_key, key, title, status, due_on, created_by, updated_by)
    select ${tenant.id}, ${before}, 'A1', gen_random_uuid(), 'Do it', status, due_on::date, ${owner.id}, ${owner.id}
    from (values ('done', null), ('dropped', null), ('open', '2020-01-01'), ('in_progress', null)) v (status, due_on)`
  const plan = { year: THIS_YEAR - 1, done: 1, left: 2, overdue: 1 }
  const result = { id, owner: { id: owner.id, name: 'Owner' }, answered: 0, plan }
  const last = { year: THIS_YEAR - 1, current: 0.25 }
  expect((await seen(boss)).results).toMatchObject([{ ...result, current: null, before: last }])
  await reported(id, THIS_YEAR, 0.5, 1)
  await reported(id, THIS_YEAR, 0.75, 2)
  expect((await seen(boss)).results).toMatchObject([{ ...result, current: 0.75, before: last }])
  expect((await seen(other)).results).toEqual([])
  expect((await seen(god)).results).toEqual([])
})
