import { assessments } from 'contract/assessments'
import { dashboard } from 'contract/dashboard'
import { outlines } from 'contract/outlines'
import { participation } from 'contract/participation'
import { reports } from 'contract/reports'
import { shared } from 'contract/shared-assessments'
import { beforeEach, expect, test } from 'vitest'
import { createReport } from '#features/reports/snapshot/create-report.ts'
import {
  THIS_YEAR,
  aContentSet,
  aSharedAssessment,
  aTenant,
  aUser,
  insertRow,
} from '#testing/factories.ts'
import { aLadder } from '#testing/ladder.ts'
import { aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
let tenant = await aTenant(t.db)
let contentSetId = 0
let user = await aUser(t.db, { tenant })
let anna = aRespondent(t, user)
beforeEach(async () => {
  tenant = await aTenant(t.db)
  contentSetId = await aContentSet(t.db, { tenant, file: aLadder() })
  user = await aUser(t.db, { tenant, name: 'Anna' })
  anna = aRespondent(t, user)
})

const start = (choice: object = {}) =>
  anna.caller.post('/assessments', { year: THIS_YEAR, type: 'self_assessment', ...choice })
const started = async (choice: object = {}) =>
  assessments.open.response.parse((await start(choice)).body).id
const change = (id: number, level: string | null, profiles: string[] | null = null) =>
  anna.caller.put(`/assessments/${id}/scope`, { level, profiles })
const keysOf = async (id: number) =>
  outlines.get.response
    .parse((await anna.caller.get(`/assessments/${id}/outline`)).body)
    .statements.map(({ key }) => key)
const elementsOf = async () =>
  (await anna.overview()).elements.map(({ key, total, answered }) => `${key} ${answered}/${total}`)
const idOf = async (key: string) =>
  (await anna.overview()).elements.find((element) => element.key === key)?.id ?? 0
const statusOf = async () => (await anna.overview()).assessment?.status
async function report(id: number) {
  await createReport(t.app, { tenantId: tenant.id, id }, { number: 1, isLast: true })
  const [newest] = (await anna.overview()).reports
  return await read(newest?.id)
}
const read = async (reportId = 0) =>
  reports.get.response.parse((await anna.caller.get(`/reports/${reportId}`)).body)

test('an assessment asks the chosen level and those below, and the chosen profiles', async () => {
  const id = await started({ level: 'basic', profiles: ['large'] })
  expect(await keysOf(id)).toEqual(['A1', 'C1'])
  expect(await elementsOf()).toEqual(['A 0/1', 'C 0/1'])
  const { scope } = await anna.overview()
  expect(scope).toMatchObject({
    chosen: { level: 'basic', profiles: ['large'] },
    text: 'Basic, Large',
    can_change: true,
    levels: [{ key: 'basic' }, { key: 'advanced', description: 'For those who want more' }],
    profiles: [{ key: 'small' }, { key: 'large' }],
  })
  expect(scope?.parts).toContainEqual({
    level_key: 'advanced',
    profile_keys: null,
    statements: 3,
    answered: 0,
  })
  const { statements, assessment, tags } = await anna.quiz(id, await idOf('A'))
  expect(statements).toMatchObject([{ key: 'A1', number: 1 }])
  expect(tags).toEqual([{ key: 'people', label: 'About people' }])
  expect(assessment.scope).toBe('Basic, Large')
})

test('without a choice everything is asked, and a set without levels says nothing about them', async () => {
  expect(await keysOf(await started())).toHaveLength(6)
  expect((await anna.overview()).scope).toMatchObject({
    chosen: { level: null, profiles: null },
    text: '',
  })
  const other = await aContentSet(t.db, { tenant, file: aTinySet() })
  expect((await anna.overview({ set: String(other) })).scope).toBeNull()
})

test('a level or profile that the set doesn’t have is refused and nothing is started', async () => {
  expect(await start({ level: 'expert' })).toMatchObject({
    status: 400,
    body: {
      fields: {
        level: 'This content set has no level “expert”. Choose from: basic, advanced',
      },
    },
  })
  expect(await start({ profiles: ['large', 'giant'] })).toMatchObject({
    body: {
      message: 'This content set has no profile “giant”. Choose from: small, large.',
    },
  })
  const set = await aContentSet(t.db, { tenant, file: aTinySet() })
  expect(await start({ set, level: 'basic' })).toMatchObject({
    body: { message: 'This content set has no levels, so leave out the level.' },
  })
  expect((await anna.overview()).assessment).toBeNull()
})

test('a lower level keeps the answers, which return with the higher one', async () => {
  const id = await started({ level: 'advanced' })
  const [a, b] = [await idOf('A'), await idOf('B')]
  await anna.finish(id, a)
  const [b1] = (await anna.quiz(id, b)).statements
  if (b1) await anna.save(id, choice(b1, 1, 1))
  expect(await statusOf()).toBe('in_progress')
  const lowered = await change(id, 'basic')
  expect(lowered.body).toMatchObject({ chosen: { level: 'basic', profiles: null }, text: 'Basic' })
  // Element B isn't asked any more, and C is optional.
  expect(await statusOf()).toBe('completed')
  expect(await elementsOf()).toEqual(['A 1/1', 'C 0/2'])
  expect((await anna.caller.get(`/assessments/${id}/elements/${b}`)).status).toBe(404)
  expect((await anna.complete(id, b)).status).toBe(404)
  await change(id, 'advanced')
  expect(await statusOf()).toBe('in_progress')
  expect(await elementsOf()).toEqual(['A 2/2', 'B 0/2', 'C 0/2'])
  expect((await anna.quiz(id, b)).responses).toHaveLength(1)
  const events = await t.sql`select details from audit_events
    where action = 'assessment.scope_changed' and subject = ${`assessment ${id}`} order by id`
  expect(events).toMatchObject([
    { details: { title: 'Ladder', scope: 'Basic' } },
    { details: { title: 'Ladder', scope: 'Advanced' } },
  ])
})

test('an element with open statements of the new level is no longer complete', async () => {
  const id = await started({ level: 'basic' })
  const a = await idOf('A')
  await anna.finish(id, a)
  expect(await statusOf()).toBe('completed')
  await change(id, 'advanced')
  expect(await elementsOf()).toEqual(['A 1/2', 'B 0/2', 'C 0/2'])
  expect((await anna.overview()).elements.map((one) => one.is_complete)).toEqual([
    false,
    false,
    false,
  ])
  expect((await anna.complete(id, a)).body).toMatchObject({ code: 'element-incomplete' })
})

test('an element with an answer of the new level that lacks its required note is no longer complete', async () => {
  const file = aLadder()
  for (const { statements } of file.elements)
    for (const one of statements) if (one.key === 'A2') one.asksForNote = true
  const set = await aContentSet(t.db, { tenant, file })
  const id = await started({ set, level: 'advanced' })
  const a = await idOf('A')
  expect((await anna.finish(id, a)).body).toMatchObject({ code: 'element-incomplete' })
  await change(id, 'basic')
  expect((await anna.complete(id, a)).status).toBe(200)
  expect(await statusOf()).toBe('completed')
  await change(id, 'advanced')
  expect((await anna.overview()).elements[0]).toMatchObject({ key: 'A', is_complete: false })
  expect(await statusOf()).toBe('in_progress')
})

test('the answer to a save counts what is asked', async () => {
  const id = await started({ level: 'advanced' })
  const a = await idOf('A')
  await anna.finish(id, a)
  await change(id, 'basic')
  const { statements, responses } = await anna.quiz(id, a)
  const [a1] = statements
  if (!a1) throw new Error('A1 is asked.')
  const current = responses.find(({ state }) => state === 1)
  const { statement_id, ...one } = choice(a1, 1, 2, current?.version)
  const { body } = await anna.caller.put(`/assessments/${id}/answers`, {
    statement_id,
    choices: [one],
  })
  expect(body).toMatchObject({ element: { answered: 1 } })
})

test('reports have what is asked, say the choice, and stay as they were made', async () => {
  const id = await started({ level: 'advanced' })
  for (const key of ['A', 'B']) await anna.finish(id, await idOf(key))
  const first = await report(id)
  expect(first).toMatchObject({ snapshot: { scope: 'Advanced', statement_count: 4 } })
  await change(id, 'basic', ['large'])
  const { snapshot } = await report(id)
  expect(snapshot).toMatchObject({ scope: 'Basic, Large', statement_count: 1, version: 2 })
  expect(snapshot.elements.map(({ key }) => key)).toEqual(['A', 'C'])
  // The earlier one stays as it was made.
  expect((await read(first.id)).snapshot).toEqual(first.snapshot)
  const csv = await anna.caller.get(`/reports/${first.id}/csv`)
  expect(csv.text).toContain('Statement B1')
})

test('a band of a level above the chosen one can’t be reached', async () => {
  const least = { minOverall: 0, minElement: 0 }
  const certificationBands = [
    { label: 'First', ...least, minStatement: 50, of: 'basic' },
    { label: 'Second', ...least, minStatement: 50, of: 'advanced' },
  ]
  const set = await aContentSet(t.db, { tenant, file: { ...aLadder(), certificationBands } })
  const id = await started({ set, level: 'basic' })
  await anna.finish(id, await idOf('A'), 3, 3)
  const { verdict } = await anna.overview()
  expect(verdict).toMatchObject({ band: 'First', next: { band: 'Second' } })
  expect(verdict?.next).toMatchObject({ is_above_scope: true })
  expect((await report(id)).snapshot).toMatchObject({ band: 'First' })
})

test('next year starts with the choice of this one', async () => {
  const id = await started({ level: 'basic', profiles: ['small'] })
  await t.sql`update assessments set year = ${THIS_YEAR - 1} where id = ${id}`
  expect((await anna.overview()).scope?.text).toBe('Basic, Small')
  expect(await elementsOf()).toEqual(['A 0/1', 'C 0/1'])
  expect(await keysOf(await started())).toEqual(['A1', 'C2'])
})

test('contributors of a shared assessment may change it, viewers may not, and no one after it is submitted', async () => {
  const other = await aUser(t.db, { tenant, name: 'Other' })
  const viewer = await aUser(t.db, { tenant, name: 'Viewer' })
  const id = await aSharedAssessment(t.db, {
    owner: other,
    contentSetId,
    contributors: [user],
    viewers: [viewer],
  })
  expect((await change(id, 'basic')).status).toBe(200)
  const asViewer = t.as(viewer).put(`/assessments/${id}/scope`, { level: null, profiles: null })
  expect(await asViewer).toMatchObject({ code: 'not-assigned' })
  expect((await aRespondent(t, viewer).overview()).scope).toMatchObject({
    text: 'Basic',
    can_change: false,
  })
  await t.sql`update assessments set status = 'in_review' where id = ${id}`
  expect(await change(id, 'advanced')).toMatchObject({ code: 'assessment-closed' })
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  const { body } = await t.as(admin).get('/shared-assessments')
  expect(shared.list.response.parse(body).rows).toMatchObject([{ answered: 0, total: 3 }])
})

test('the participation list and the dashboard count what is asked', async () => {
  const id = await started({ level: 'advanced' })
  await anna.finish(id, await idOf('A'))
  await change(id, 'basic', ['large'])
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  const listed = participation.list.response.parse((await t.as(admin).get('/participation')).body)
  const mine = listed.rows.find(({ person }) => person.id === user.id)
  expect(mine?.assessment).toMatchObject({ answered: 1, total: 2 })
  const { levels } = dashboard.get.response.parse((await t.as(admin).get('/dashboard')).body)
  expect(levels.rows).toMatchObject([{ answered: 0.5, scores: [0, null, null] }])
})

test('a new edition keeps the choice by its keys, and says what it doesn’t have any more', async () => {
  const id = await started({ level: 'advanced', profiles: ['small', 'large'] })
  const file = aLadder()
  const without = {
    ...file,
    groups: file.groups?.filter(({ key }) => key !== 'large'),
    elements: file.elements.map((element) => ({
      ...element,
      statements: element.statements.map(({ groups, ...one }) => ({
        ...one,
        groups: groups?.[0] === 'large' ? undefined : groups,
      })),
    })),
  }
  const second = await aContentSet(t.db, { tenant, file: without, after: contentSetId })
  expect((await anna.overview()).new_edition).toMatchObject({
    changed: 1,
    to_confirm: 0,
    dropped: ['Large'],
    scope: 'Advanced, Small',
  })
  const { body } = await anna.caller.post(`/assessments/${id}/edition`, { content_set_id: second })
  expect(body).toMatchObject({ scope: { text: 'Advanced, Small' } })
  const [row] = await t.sql`select scope_levels, scope_profiles from assessments where id = ${id}`
  expect(row).toEqual({ scope_levels: ['basic', 'advanced'], scope_profiles: ['small'] })
})

test('an assessment from before there were levels is asked everything', async () => {
  await insertRow(t.db, 'assessments', {
    tenant_id: tenant.id,
    user_id: user.id,
    content_set_id: contentSetId,
    year: THIS_YEAR,
    type: 'self_assessment',
  })
  expect(await elementsOf()).toEqual(['A 0/2', 'B 0/2', 'C 0/2'])
})
