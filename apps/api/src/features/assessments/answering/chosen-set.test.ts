import { assessments } from 'contract/assessments'
import { reports } from 'contract/reports'
import { beforeEach, expect, test } from 'vitest'
import {
  THIS_YEAR,
  aContentSet,
  aReport,
  aTenant,
  aUser,
  anAssessment,
} from '#testing/factories.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const LAST_YEAR = THIS_YEAR - 1

const t = await testApp({ works: false })
let tenant = await aTenant(t.db)
let user = await aUser(t.db, { tenant })
let anna = aRespondent(t, user)
let care = 0
let safety = 0
beforeEach(async () => {
  tenant = await aTenant(t.db)
  user = await aUser(t.db, { tenant })
  anna = aRespondent(t, user)
  care = await aContentSet(t.db, { tenant, file: titled('Care') })
  safety = await aContentSet(t.db, { tenant, file: titled('Safety') })
})

function titled(title: string) {
  return { ...aTinySet(), title }
}

const chosen = async (query: { set?: number | string; year?: number; type?: string } = {}) => {
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  const shown = await anna.overview(Object.fromEntries(texts))
  return { set: shown.set, title: shown.content_set?.title, id: shown.assessment?.id }
}

test('sets of different families are in force together, and the newest is shown first', async () => {
  const { sets, set } = await anna.overview()
  expect(sets.map(({ id, title }) => [id, title])).toEqual([
    [care, 'Care'],
    [safety, 'Safety'],
  ])
  expect(set).toBe(safety)
  expect(await chosen({ set: care })).toMatchObject({ set: care, title: 'Care' })
})

test('a set that is not offered falls back, and one that is no id is refused', async () => {
  const draft = await aContentSet(t.db, { tenant, isPublished: false })
  const elsewhere = await aContentSet(t.db, { tenant: await aTenant(t.db) })
  for (const set of [draft, elsewhere, 999_999_999])
    expect(await chosen({ set })).toMatchObject({ set: safety })
  expect(await anna.caller.get('/overview', { query: { set: 'x' } })).toMatchObject({ status: 400 })
})

test('editions of a set are one choice, named by its newest edition', async () => {
  await aContentSet(t.db, { tenant, file: titled('Good care'), after: care })
  const { sets, content_set } = await anna.overview({ set: String(care) })
  expect(sets.map(({ id, title }) => [id, title])).toEqual([
    [care, 'Good care'],
    [safety, 'Safety'],
  ])
  expect(content_set?.title).toBe('Good care')
})

test('both sets are answered in the same year, and the last one used is shown', async () => {
  const first = await anna.open(THIS_YEAR, care)
  expect(await chosen()).toEqual({ set: care, title: 'Care', id: first })
  const second = await anna.open(THIS_YEAR, safety)
  expect(second).not.toBe(first)
  expect(await chosen()).toEqual({ set: safety, title: 'Safety', id: second })
  expect(await chosen({ type: 'certification' })).toMatchObject({ set: safety })
  await t.sql`update assessments set touched_at = now() + interval '1 minute' where id = ${first}`
  expect(await chosen()).toMatchObject({ set: care })
  expect(await chosen({ type: 'certification' })).toMatchObject({ set: care })
  expect([await anna.open(), await anna.open(THIS_YEAR, safety)]).toEqual([first, second])
})

test('opening a set that is not offered opens no other', async () => {
  const body = { year: THIS_YEAR, type: 'self_assessment', set: 999_999_999 }
  expect(await anna.caller.post('/assessments', body)).toMatchObject({ code: 'not-found' })
  expect(await chosen()).toMatchObject({ id: undefined })
})

test('a retired set stays a choice for those who started it', async () => {
  await anna.open(THIS_YEAR, care)
  await t.sql`update content_sets set status = 'retired' where id = ${care}`
  expect(await chosen()).toMatchObject({ set: care })
  const { sets } = await aRespondent(t, await aUser(t.db, { tenant })).overview()
  expect(sets.map(({ id }) => id)).toEqual([safety])
})

test('answers of last year are copied and shown within their set only', async () => {
  const before = await anAssessment(t.db, { user, contentSetId: care, year: LAST_YEAR })
  expect(await anna.overview({ set: String(care) })).toMatchObject({ carries_from: LAST_YEAR })
  expect(await anna.overview({ set: String(safety) })).toMatchObject({ carries_from: null })
  const ofSafety = await anna.open(THIS_YEAR, safety)
  const ofCare = await anna.open(THIS_YEAR, care)
  const rows = await t.sql`select a.id, a.carried_from, count(r.*)::int as answers
    from assessments a left join responses r on r.assessment_id = a.id and r.to_confirm
    where a.tenant_id = ${tenant.id} and a.id <> ${before} group by 1, 2 order by 1`
  expect(rows).toEqual([
    { id: ofSafety, carried_from: null, answers: 0 },
    { id: ofCare, carried_from: LAST_YEAR, answers: 12 },
  ])
  const quizOf = async (set: number, id: number) => {
    const { elements } = await anna.overview({ set: String(set) })
    return await anna.quiz(id, elements[0]?.id ?? 0)
  }
  expect((await quizOf(care, ofCare)).earlier).toMatchObject({ year: LAST_YEAR })
  expect((await quizOf(safety, ofSafety)).earlier).toBeNull()
})

test('a page knows the set of its assessment if there is another', async () => {
  const id = await anna.open(THIS_YEAR, care)
  const setOf = async () => {
    const { elements } = await anna.overview({ set: String(care) })
    return (await anna.quiz(id, elements[0]?.id ?? 0)).assessment.set
  }
  expect(await setOf()).toBe(care)
  await t.sql`delete from content_sets where id = ${safety}`
  expect(await setOf()).toBeNull()
})

test('reports are listed and compared within their set', async () => {
  const of = async (contentSetId: number, year: number) =>
    await aReport(t.db, user, await anAssessment(t.db, { user, contentSetId, year }))
  const [careBefore, safetyBefore] = [await of(care, LAST_YEAR), await of(safety, LAST_YEAR)]
  const [careNow, safetyNow] = [await of(care, THIS_YEAR), await of(safety, THIS_YEAR)]
  const listed = async (set: number) => {
    const answer = await anna.caller.get('/reports', { query: { set: String(set) } })
    return reports.list.response.parse(answer.body).reports.map(({ id }) => id)
  }
  expect([await listed(care), await listed(safety)]).toEqual([[careNow], [safetyNow]])
  const shown = await anna.overview({ set: String(care) })
  expect(shown.reports.map(({ id }) => id)).toEqual([careNow, careBefore])
  const file = await anna.caller.get(`/reports/${careNow}/csv`)
  const name = `${tenant.domain}-care-action-report-${THIS_YEAR}-v1.csv`
  expect(file.headers['content-disposition']).toContain(name)
  const shownWith = async (id: number) => {
    const { body } = await anna.caller.get(`/reports/${id}`)
    const { versions, earlier } = reports.get.response.parse(body)
    return [...versions, ...earlier].map((one) => one.id)
  }
  expect(await shownWith(careNow)).toEqual([careNow, careBefore])
  expect(await shownWith(safetyNow)).toEqual([safetyNow, safetyBefore])
})

test('years of the set can be chosen, and of sets that are no longer offered', async () => {
  await anAssessment(t.db, { user, contentSetId: care, year: LAST_YEAR })
  await anAssessment(t.db, { user, contentSetId: safety, year: LAST_YEAR - 1 })
  const years = async (set: number) => {
    const query = { set: String(set) }
    const { body } = await anna.caller.get('/reports', { query })
    const shown = await anna.overview(query)
    expect(reports.list.response.parse(body).years).toEqual(shown.years)
    return shown.years
  }
  expect(await years(care)).toEqual([THIS_YEAR, LAST_YEAR])
  expect(await years(safety)).toEqual([THIS_YEAR, LAST_YEAR - 1])
  await t.sql`update content_sets set status = 'retired' where id = ${care}`
  expect(await years(safety)).toEqual([THIS_YEAR, LAST_YEAR, LAST_YEAR - 1])
})

test('moving to a new version answers with the overview of its set', async () => {
  const id = await anna.open(THIS_YEAR, care)
  await anna.open(THIS_YEAR, safety)
  const content_set_id = await aContentSet(t.db, { tenant, file: titled('Care 2'), after: care })
  const { body } = await anna.caller.post(`/assessments/${id}/edition`, { content_set_id })
  expect(assessments.acceptEdition.response.parse(body)).toMatchObject({
    set: care,
    assessment: { id },
    content_set: { title: 'Care 2' },
  })
})
