import { dashboard } from 'contract/dashboard'
import { expect, test } from 'vitest'
import {
  THIS_YEAR,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const LAST_YEAR = THIS_YEAR - 1
const tenant = await aTenant(t.db, { name: 'Plover Rail' })
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
const boss = await aUser(t.db, { tenant, roles: ['admin'] })
const contentSetId = await aContentSet(t.db, { tenant, file: aSmallSet(1) })
const person = async (name: string, isActive = true) =>
  await aUser(t.db, { tenant, name, isActive })
const [open, left, gone, early, late] = [
  await person('Open'),
  await person('Left', false),
  await person('Gone'),
  await person('Early'),
  await person('Late'),
]
await person('Early too')
await t.sql`update users set created_at = now() - interval '3 years' where name like 'Early%'`
for (const user of [open, left]) await anAssessment(t.db, { user, contentSetId, answered: [] })
await anAssessment(t.db, { user: gone, contentSetId })
for (const user of [early, late]) await anAssessment(t.db, { user, contentSetId, year: LAST_YEAR })
await t.sql`update assessments set touched_at = now() - interval '31 days'`
expect((await t.as(boss).delete(`/users/${gone.id}`)).status).toBe(204)

const seen = async (query = '') =>
  await Promise.all(
    [god, boss].map(async (user) =>
      dashboard.get.response.parse((await t.as(user).get(`/dashboard${query}`)).body),
    ),
  )

/** As a god-admin and an admin see it. */
async function expectSums() {
  const ofLastYear = { year: LAST_YEAR, not_started: 1, in_progress: 0, completed: 2 }
  for (const { participation, organisations, attention } of await seen()) {
    expect(participation).toEqual([
      { year: THIS_YEAR, type: 'self_assessment', not_started: 4, in_progress: 2, completed: 1 },
      { ...ofLastYear, type: 'self_assessment' },
    ])
    expect(organisations).toMatchObject([{ id: tenant.id, not_started: 4, in_progress: 2 }])
    const stalled = attention.filter(({ kind }) => kind === 'stalled')
    expect(stalled).toMatchObject([{ id: tenant.id, count: 1 }])
  }
  for (const { organisations, attention } of await seen(`?year=${LAST_YEAR}`)) {
    expect(organisations).toMatchObject([{ id: tenant.id, not_started: 1, completed: 2 }])
    expect(attention.filter(({ kind }) => kind === 'stalled')).toEqual([])
  }
}

test('inactive, removed and later users are not counted as if they could have started', async () => {
  await expectSums()
})

test('a user with two content sets in one year counts once', async () => {
  const other = await aContentSet(t.db, { tenant, file: { ...aSmallSet(1), title: 'Another' } })
  for (const user of [open, gone]) await anAssessment(t.db, { user, contentSetId: other })
  await expectSums()
})

test('who is active again or joins counts straight away', async () => {
  await t.sql`update users set is_active = true where id = ${left.id}`
  await person('New')
  for (const { organisations, attention } of await seen()) {
    expect(organisations).toMatchObject([{ not_started: 5, in_progress: 2, completed: 1 }])
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'stalled', count: 2 }))
  }
})
