import { aReport, anAssessment } from 'api/testing/factories'
import type { Db } from 'api/db/driver'
import { enter, expect, go, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn } from './player.ts'

test('a change after completion makes version 2 of the report and keeps version 1', async ({
  page,
  db,
}) => {
  const { user, assessmentId, reportId } = await aCompletedAssessment(db)
  const first = await snapshotsOf(db, assessmentId)
  await enter(page, user)
  await page
    .getByRole('link', { name: /Important services.*, complete/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/assessment\/\d+\/edit\?elementId=\d+$/)
  await expect(page.getByText('You are editing a completed element.')).toBeVisible()
  const player = playerOn(page)
  await player.at('1 of 2')
  await player.now('Established').click()
  await player.tells('Answers saved')
  await player.next.click()
  await player.complete.click()
  await expect(page.getByText('All required elements are complete').first()).toBeVisible()
  await expect(page.getByText(/, version 2$/)).toBeVisible()

  const after = await snapshotsOf(db, assessmentId)
  expect(after.map(({ version }) => version)).toEqual([1, 2])
  expect(after[0]).toEqual(first[0])
  await go(page, `/action-reports/${reportId}`)
  await expect(page.getByText('This is version 1.')).toBeVisible()
  await page.getByRole('link', { name: 'View version 2' }).click()
  await expect(page.getByText(/^Version 2, made .*; version 1 kept$/)).toBeVisible()
})

test('edit mode starts at the first statement, asks anew at each visit, and tells a failure', async ({
  page,
  db,
}) => {
  await test.step('edit mode starts at the first statement and asks anew at each visit, under grey layers', async () => {
    const { user, assessmentId } = await aCompletedAssessment(db)
    await enter(page, user)
    const player = playerOn(page)
    let asked = 0
    let gate = Promise.withResolvers<void>()
    await page.route(`**/api/assessments/${assessmentId}/elements/*`, async (route) => {
      asked += 1
      await gate.promise
      await route.fallback()
    })
    for (let visit = 1; visit <= 2; visit += 1) {
      const before = asked
      gate = Promise.withResolvers()
      await page
        .getByRole('link', { name: /Important services.*, complete/ })
        .first()
        .click()
      await expect(page.getByText('Loading the statements')).toBeAttached()
      await expect.poll(() => asked).toBeGreaterThan(before)
      gate.resolve()
      await player.at('1 of 2')
      await player.next.click()
      await player.overview.click()
    }
  })

  await test.step('an element that cannot be loaded shows the text error', async () => {
    const { user, assessmentId } = await aCompletedAssessment(db)
    await enter(page, user, `/assessment/${assessmentId}/edit?elementId=999999999`)
    await expect(page.getByRole('alert')).toHaveText('error')
  })
})

async function aCompletedAssessment(db: Db) {
  const { user, contentSetId } = await aSmallOrganisation(db)
  const assessmentId = await anAssessment(db, { user, contentSetId })
  const reportId = await aReport(db, user, assessmentId)
  return { user, assessmentId, reportId }
}

async function snapshotsOf(db: Db, assessmentId: number) {
  return await db
    .selectFrom('reports')
    .select(['version', 'snapshot'])
    .where('assessment_id', '=', assessmentId)
    .orderBy('version')
    .execute()
}
