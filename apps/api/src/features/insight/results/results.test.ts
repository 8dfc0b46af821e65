import { userResults as contract } from 'contract/user-results'
import { expect, test } from 'vitest'
import {
  THIS_YEAR,
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const northfield = await aTenant(t.db, { domain: 'northfield' })
const admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
const user = await aUser(t.db, { tenant: northfield })
const contentSetId = await aContentSet(t.db, { tenant: northfield, file: aSmallSet() })
const [first = ''] = aSmallSet().elements.map(({ key }) => key)
const last = await anAssessment(t.db, { user, contentSetId, year: THIS_YEAR - 1 })
const reportId = await aReport(t.db, user, last)
await anAssessment(t.db, { user, contentSetId, answered: [first] })

const results = async (query = '') =>
  contract.results.response.parse(
    (await t.as(admin).get(`/users/${user.id}/assessments/${contentSetId}${query}`)).body,
  )

test("a user's assessments are listed with progress and scores, newest year first", async () => {
  const { body } = await t.as(admin).get(`/users/${user.id}/assessments`)
  const { rows } = contract.assessments.response.parse(body)
  expect(rows).toMatchObject([
    { year: THIS_YEAR, status: 'in_progress', answered: 2, total: 4, current: 0, future: 1 },
    { year: THIS_YEAR - 1, status: 'completed', answered: 4, total: 4, current: 0, future: 1 },
  ])
  expect(rows[0]?.content_set.id).toBe(contentSetId)
})

test('results are listed by element, of the current year by default, with its reports', async () => {
  const { year, years, results: shown } = await results()
  expect([year, years, shown.length]).toEqual([THIS_YEAR, [THIS_YEAR, THIS_YEAR - 1], 1])
  expect(shown[0]?.elements).toMatchObject([
    { answered: 2, total: 2, is_complete: true, current: 0, future: 1 },
    { answered: 0, total: 2, is_complete: false, current: null, future: null },
  ])
  expect(shown[0]?.reports).toEqual([])
  const earlier = await results(`?year=${THIS_YEAR - 1}`)
  expect(earlier.results[0]?.reports).toMatchObject([{ kind: 'action', version: 1 }])
  expect((await results('?year=2020')).results).toEqual([])
})

test('a report is read as its owner’s only', async () => {
  const { body } = await t.as(admin).get(`/users/${user.id}/reports/${reportId}`)
  expect(contract.report.response.parse(body)).toMatchObject({ id: reportId })
  expect((await t.as(admin).get(`/users/${admin.id}/reports/${reportId}`)).status).toBe(404)
})
