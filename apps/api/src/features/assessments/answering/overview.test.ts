import { expect, test } from 'vitest'
import { demoUser } from '#testing/demo-user.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { THIS_YEAR, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
await loadDemo(t.app)

const as = async (name: string) => aRespondent(t, await demoUser(t.db, `${name}@example.org`))

test("the dashboard of the demo's Resilience Lead shows the figures worked out by hand", async () => {
  const overview = await (await as('resilience.lead')).overview({ whose: 'mine' })
  expect(overview).toMatchObject({
    year: THIS_YEAR,
    years: [THIS_YEAR, THIS_YEAR - 1],
    type: 'self_assessment',
    content_set: {
      title: 'Operational Resilience Framework',
      scale: ['Starting', 'Developing', 'Established', 'Leading'],
    },
    assessment: { status: 'in_progress', carried_from: null, completed_at: null },
    is_report_pending: false,
    asking_for_evidence: 7,
  })
  const shown = overview.elements.map((element) => [
    element.key,
    element.answered,
    element.total,
    element.is_complete,
    percent(element.current),
    percent(element.future),
  ])
  // Levels 1 to 4 count 0 to 3 thirds: GOV today is 3 2 3 3 3 3, so 11 of 18.
  expect(shown).toEqual([
    ['GOV', 6, 6, true, 61.1, 83.3],
    ['SRV', 5, 5, true, 46.7, 80],
    ['PPL', 7, 7, true, 66.7, 85.7],
    ['TEC', 7, 7, true, 38.1, 90.5],
    ['SUP', 3, 6, false, 22.2, 66.7],
    ['INC', 2, 6, false, 50, 83.3],
    ['TST', 0, 5, false, null, null],
    ['LRN', 0, 6, false, null, null],
  ])
  expect(overview.elements.map(({ certified }) => certified)).toEqual(Array(8).fill(null))
  const supply = overview.elements.find(({ key }) => key === 'SUP')
  expect(overview.next).toEqual({ element_id: supply?.id, statement_number: 4, total: 6 })
})

test('the introduction of the content set is shown before an assessment is started', async () => {
  const tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: { ...aTinySet(), introduction: 'Answer as you are.' } })
  const overview = await aRespondent(t, await aUser(t.db, { tenant })).overview()
  expect(overview).toMatchObject({
    assessment: null,
    content_set: { introduction: 'Answer as you are.' },
  })
})

test('last year is shown as it was completed, with its report', async () => {
  const overview = await (await as('resilience.lead')).overview({ year: String(THIS_YEAR - 1) })
  expect(overview.assessment?.status).toBe('completed')
  expect(overview.next).toBeNull()
  expect(overview.elements.every(({ is_complete }) => is_complete)).toBe(true)
  expect(overview.reports).toMatchObject([{ kind: 'action', year: THIS_YEAR - 1, version: 1 }])
})

test('a user without answers sees the set in force and the first statement', async () => {
  const fresh = await (await as('northfield.admin')).overview()
  expect(fresh.assessment).toBeNull()
  expect(fresh.elements).toHaveLength(8)
  const isOpen = (one: (typeof fresh.elements)[number]) =>
    one.answered === 0 && one.current === null
  expect(fresh.elements.every(isOpen)).toBe(true)
  expect(fresh.next).toEqual({ element_id: fresh.elements[0]?.id, statement_number: 1, total: 6 })
  expect(fresh.reports).toEqual([])
})

test('without a content set in force the dashboard is empty', async () => {
  const tenant = await aTenant(t.db)
  const overview = await aRespondent(t, await aUser(t.db, { tenant })).overview()
  expect(overview).toMatchObject({ content_set: null, assessment: null, elements: [], next: null })
  const before = await (await as('resilience.lead')).overview({ year: '2001' })
  expect(before).toMatchObject({ content_set: null, year: 2001 })
})

function percent(score: number | null) {
  return score === null ? null : Math.round(score * 1000) / 10
}
