import { dashboard } from 'contract/dashboard'
import { expect, test } from 'vitest'
import { anAuditor } from '#testing/certifying.ts'
import { scopeOf } from '#db/scope.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { insertLink } from '#support/links.queries.ts'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { longSet } from '#testing/long-set.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const kestrel = await aTenant(t.db, { domain: 'kestrel', name: 'Kestrel Water' })
const linden = await aTenant(t.db, { domain: 'linden', name: 'Linden Health' })
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
const auditor = await anAuditor(t.db, linden)
const admin = await aUser(t.db, { tenant: kestrel, roles: ['admin'] })
for (const tenant of [kestrel, linden]) {
  const file = aSmallSet(4)
  const contentSetId = await aContentSet(t.db, { tenant, file })
  const user = await aUser(t.db, { tenant, name: `Lead of ${tenant.domain}` })
  const answered = tenant === kestrel ? file.elements.slice(0, 2).map(({ key }) => key) : undefined
  await anAssessment(t.db, { user, contentSetId, ...(answered && { answered }) })
}
await invite(kestrel, 'soon@example.org')
await expireSoon('soon@example.org')

async function seen(person: TestUser, query = '') {
  return dashboard.get.response.parse((await t.as(person).get(`/dashboard${query}`)).body)
}

async function invite({ id }: TestTenant, email: string, role: 'user' | 'auditor' = 'user') {
  await insertLink(t.db, scopeOf(id), { kind: 'invite', email, roles: [role] })
}

async function expireSoon(email: string) {
  await t.sql`update one_time_links set expires_at = now() + interval '1 day' where email = ${email}`
}

test('a god-admin sees the level of every organisation in each element', async () => {
  const { year, figures, levels, participation } = await seen(god)
  expect(year).toBe(THIS_YEAR)
  expect(figures).toMatchObject({ assessments: 2, in_progress: 1, completed: 1, invitations: 1 })
  expect(levels).toMatchObject({ by: 'organisation', total: 2, title: levels.titles[0] })
  expect(levels.columns).toHaveLength(4)
  const rows = levels.rows.map(({ name, scores, answered }) => [name, scores, answered])
  expect(rows).toEqual([
    ['Kestrel Water', [0, 0, null, null], 0.5],
    ['Linden Health', [0, 0, 0, 0], 1],
  ])
  const counts = { not_started: 1, in_progress: 1, completed: 1 }
  expect(participation).toEqual([{ year: THIS_YEAR, type: 'self_assessment', ...counts }])
})

test('admins and auditors see only their organisations, auditors without activity', async () => {
  const { figures, levels } = await seen(admin)
  expect(figures).toMatchObject({ organisations: 1, assessments: 1, people: 2 })
  expect(levels).toMatchObject({ by: 'person', rows: [{ name: 'Lead of kestrel' }] })
  const shown = await seen(auditor)
  expect(shown.figures).toMatchObject({ organisations: 1, assessments: 1, invitations: 0 })
  expect(shown.levels.rows.map(({ name }) => name)).toEqual(['Linden Health'])
  expect(shown.activity).toBeNull()
  expect((await seen(god, '?year=2001')).levels).toMatchObject({ titles: [], rows: [] })
})

test('expiring invitations and assessments untouched for 30 days need attention', async () => {
  const { id } = kestrel
  await invite(kestrel, 'later@example.org')
  const row = { id, name: 'Kestrel Water', language: null, count: 1 }
  expect((await seen(god)).attention).toEqual([{ ...row, kind: 'invitations' }])
  for (const [user, query] of [
    [god, `&tenant_id=${id}`],
    [admin, ''],
  ] as const) {
    const { body } = await t.as(user).get(`/invitations?expires=soon${query}`)
    expect(body).toMatchObject({ total: 1, rows: [{ email: 'soon@example.org' }] })
  }
  await t.sql`update assessments set touched_at = now() - interval '31 days'`
  const stalled = async () => (await seen(admin)).attention.filter(({ kind }) => kind === 'stalled')
  expect(await stalled()).toEqual([{ ...row, kind: 'stalled' }])
  await t.sql`update users set is_active = false where name = 'Lead of kestrel'`
  expect(await stalled()).toEqual([])
  await t.sql`update users set is_active = true where name = 'Lead of kestrel'`
})

test('auditors, who change nothing there, have nothing to attend to', async () => {
  const id = await aContentSet(t.db, { tenant: linden, file: aSmallSet(1), isPublished: false })
  expect((await seen(god)).attention).toContainEqual(
    expect.objectContaining({ kind: 'content-set-draft', id }),
  )
  expect((await seen(auditor)).attention).toEqual([])
  await t.sql`delete from content_sets where id = ${id}`
})

test("an expiring platform invitation needs a god-admin's attention", async () => {
  const email = 'coming.auditor@example.org'
  await invite(platform, email, 'auditor')
  const invited = async (user: TestUser) =>
    (await seen(user)).attention.filter(({ kind }) => kind === 'platform-invitation')
  expect(await invited(god)).toEqual([])
  await expireSoon(email)
  expect(await invited(god)).toMatchObject([{ name: email, count: 1 }])
  for (const user of [admin, auditor]) expect(await invited(user)).toEqual([])
  await t.sql`delete from one_time_links where email = ${email}`
})

test('emails that could not be created in the last 7 days need a god-admin’s attention', async () => {
  const failed = async (user: TestUser) =>
    (await seen(user)).attention.filter(({ kind }) => kind === 'failed-mails')
  expect(await failed(god)).toEqual([])
  for (const tenant of [kestrel, kestrel, platform])
    await recordEvent(t.db, { scope: scopeOf(tenant.id) }, 'mail.failed')
  expect(await failed(god)).toMatchObject([
    { id: kestrel.id, count: 2 },
    { id: platform.id, count: 1 },
  ])
  for (const user of [admin, auditor]) expect(await failed(user)).toEqual([])
  await t.sql`update audit_events set at = now() - interval '8 days' where action = 'mail.failed'`
  expect(await failed(god)).toEqual([])
  await t.sql`delete from audit_events where action = 'mail.failed'`
})

test("many rows of one kind don't hide other kinds", async () => {
  expect((await seen(god)).more).toEqual([])
  const tenants = []
  for (const n of [1, 2, 3, 4]) {
    const tenant = await aTenant(t.db, { name: `Many ${n}` })
    tenants.push(tenant.id)
    const contentSetId = await aContentSet(t.db, { tenant, file: aSmallSet(1) })
    for (const _ of [1, 2])
      await anAssessment(t.db, { user: await aUser(t.db, { tenant }), contentSetId, answered: [] })
  }
  await t.sql`update assessments set touched_at = now() - interval '31 days' where tenant_id = any(${tenants})`
  await aContentSet(t.db, { tenant: kestrel, file: aSmallSet(1), isPublished: false })
  const { attention, more } = await seen(god)
  expect(attention.filter(({ kind }) => kind === 'stalled')).toHaveLength(3)
  const kinds = new Set(attention.map(({ kind }) => kind))
  expect(kinds).toEqual(new Set(['stalled', 'invitations', 'content-set-draft']))
  expect(more).toEqual(['stalled'])
  expect((await seen(admin)).more).toEqual([])
  await t.sql`delete from assessments where tenant_id = any(${tenants})`
})

test('activity leaves out everyday events', async () => {
  await t.as(admin).post('/terms/additions', { text: 'Ours', version: 0 })
  for (const action of ['session.created', 'session.rejected', 'session.ended'] as const)
    await recordEvent(t.db, { scope: scopeOf(kestrel.id), actor: admin }, action)
  const { activity } = await seen(admin)
  expect(activity?.map(({ action }) => action)).toEqual(['terms_addition.published'])
})

test('the newest report of each user and year counts towards its level', async () => {
  const tenant = await aTenant(t.db, { domain: 'tern', name: 'Tern Ports' })
  const boss = await aUser(t.db, { tenant, roles: ['admin'] })
  const contentSetId = await aContentSet(t.db, { tenant, file: aSmallSet(4) })
  for (const [year, scores] of [
    [THIS_YEAR - 1, [0]],
    [THIS_YEAR, [0.2, 0.99, 1]],
  ] as const)
    for (const score of scores) {
      const user = await aUser(t.db, { tenant })
      const assessment = await anAssessment(t.db, { user, contentSetId, year })
      for (const [version, current] of [0, score].entries())
        await t.sql`insert into reports (tenant_id, assessment_id, user_id, kind, type, year, version, title, snapshot, content_hash)
          values (${tenant.id}, ${assessment}, ${user.id}, 'action', 'self_assessment', ${year}, ${version + 1}, '', ${JSON.stringify({ current, content_set: { id: contentSetId } })}, '')`
    }
  const shown = await seen(boss)
  expect(shown.levels.scale).toHaveLength(4)
  const years = [
    { year: THIS_YEAR - 1, counts: [1, 0, 0, 0] },
    { year: THIS_YEAR, counts: [1, 0, 1, 1] },
  ]
  expect(shown.distribution).toEqual([{ id: tenant.id, name: 'Tern Ports', years }])
  const { distribution } = await seen(god)
  expect(distribution[0]).toMatchObject({ id: null, name: 'All organisations' })
  expect(distribution).toContainEqual(shown.distribution[0])
  expect((await seen(auditor)).distribution).toEqual([])
})

test('organisations are paged by ten, and a page after the last shows the last', async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const tenant = await aTenant(t.db, { name: `Zone ${n}` })
    const contentSetId = await aContentSet(t.db, { tenant, file: aSmallSet(4) })
    await anAssessment(t.db, { user: await aUser(t.db, { tenant }), contentSetId })
  }
  const first = await seen(god)
  expect(first.levels).toMatchObject({ total: 12 })
  expect(first.levels.rows).toHaveLength(10)
  for (const page of [2, 9]) {
    const last = await seen(god, `?page=${page}`)
    expect(last.page).toBe(2)
    expect(last.levels.rows.map(({ name }) => name)).toEqual(['Zone 8', 'Zone 9'])
  }
})

test('organisations with equal numbers of users who have not started are sorted by name', async () => {
  for (const name of ['Yard 3', 'Yard 1', 'Yard 4', 'Yard 2']) {
    const tenant = await aTenant(t.db, { name })
    await aContentSet(t.db, { tenant, file: aSmallSet(1) })
    for (const _ of [1, 2, 3]) await aUser(t.db, { tenant })
  }
  const { organisations } = await seen(god)
  const names = organisations.slice(0, 4).map(({ name }) => name)
  expect(names).toEqual(['Yard 1', 'Yard 2', 'Yard 3', 'Yard 4'])
})

test('removed users keep their levels, and platform invitations are counted', async () => {
  const tenant = await aTenant(t.db, { domain: 'plover', name: 'Plover Rail' })
  const boss = await aUser(t.db, { tenant, roles: ['admin'] })
  const contentSetId = await aContentSet(t.db, { tenant, file: aSmallSet(2) })
  const gone = await aUser(t.db, { tenant, name: 'Gone Away' })
  await anAssessment(t.db, { user: gone, contentSetId })
  expect((await seen(boss)).levels.rows).toMatchObject([{ id: gone.id, is_removed: false }])
  expect((await t.as(boss).delete(`/users/${gone.id}`)).status).toBe(204)
  expect((await seen(boss)).levels.rows).toMatchObject([{ id: gone.id, is_removed: true }])

  const before = (await seen(god)).figures.invitations
  await invite(platform, 'platform@example.org', 'auditor')
  expect((await seen(god)).figures.invitations).toBe(before + 1)
  expect((await seen(auditor)).figures.invitations).toBe(0)
})

test('assessments of every year that wait for certification are counted', async () => {
  const waiting = async () =>
    Promise.all([god, auditor, admin].map(async (user) => (await seen(user)).figures.in_review))
  expect(await waiting()).toEqual([0, 0, 0])
  const user = await aUser(t.db, { tenant: linden })
  const contentSetId = await aContentSet(t.db, { tenant: linden, file: aSmallSet(4) })
  const year = THIS_YEAR - 1
  const id = await anAssessment(t.db, { user, contentSetId, type: 'certification', year })
  await t.sql`update assessments set status = 'in_review' where id = ${id}`
  expect(await waiting()).toEqual([1, 1, 0])
})

test('a long set has levels by group, each the mean of its answered statements', async () => {
  const tenant = await aTenant(t.db)
  const boss = await aUser(t.db, { tenant, roles: ['admin'] })
  const { elements, ...set } = longSet({ elements: 26, statements: 2, responses: 3 })
  const file = {
    ...set,
    elements: elements.map(({ group: _, ...element }, index) => ({
      ...element,
      ...(index > 1 && { group: index % 2 === 0 ? 'Even' : 'Odd' }),
      statements: element.statements.slice(index === 0 ? 1 : 0),
    })),
  }
  const contentSetId = await aContentSet(t.db, { tenant, file })
  const id = await anAssessment(t.db, { user: boss, contentSetId, answered: ['E1', 'E2', 'E3'] })
  // The highest response to one of the three statements in the first two elements.
  await t.sql`update responses r set statement_response_id = (
      select v.id from statement_responses v where v.statement_id = r.statement_id order by v.value desc limit 1)
    where r.assessment_id = ${id} and r.statement_id = (
      select id from statements where content_set_id = ${contentSetId} and key = 'E1-2')`
  const { levels } = await seen(boss)
  expect(levels.columns).toEqual([
    { reference: 'E1 to E2', title: null, group: null },
    { reference: null, title: 'Even', group: null },
    { reference: null, title: 'Odd', group: null },
  ])
  expect(levels.rows).toMatchObject([{ scores: [expect.closeTo(1 / 3), 0, null] }])
})

test('levels count from zero, and what does not apply, where the set says so', async () => {
  const tenant = await aTenant(t.db)
  const boss = await aUser(t.db, { tenant, roles: ['admin'] })
  const file = aTinySet()
  for (const { responses } of file.elements.flatMap(({ statements }) => statements))
    for (const [index, response] of responses.entries()) response.value = index + 1
  const counted = { scoreFrom: 'zero' as const, notApplicableCounts: 'full' as const }
  const contentSetId = await aContentSet(t.db, { tenant, file: { ...file, ...counted } })
  // The lowest of three responses to every statement but one, which doesn't apply.
  const id = await anAssessment(t.db, { user: boss, contentSetId })
  await t.sql`update responses r set statement_response_id = null, not_applicable_reason = 'None.'
    from statements s where r.assessment_id = ${id} and s.id = r.statement_id and s.key = 'A2'`
  const third = expect.closeTo(1 / 3, 9)
  expect((await seen(boss)).levels.rows).toMatchObject([
    { scores: [expect.closeTo(2 / 3, 9), third, third], answered: 1 },
  ])
})
