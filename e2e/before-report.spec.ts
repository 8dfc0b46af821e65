import { aReport, anAssessment } from 'api/testing/factories'
import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks, onPhone } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn } from './player.ts'

test('editing a completed element makes version 2 of the report, after a page that says what it will have', async ({
  page,
  db,
}) => {
  const { user, contentSetId } = await aSmallOrganisation(db, { hasOptional: true })
  const answered = ['SRV', 'SUP']
  const assessmentId = await anAssessment(db, { user, contentSetId, answered })
  const reportId = await aReport(db, user, assessmentId)
  const snapshots = () =>
    db
      .selectFrom('reports')
      .select(['version', 'snapshot'])
      .where('assessment_id', '=', assessmentId)
      .orderBy('version')
      .execute()
  const [first] = await snapshots()
  await enter(page, user)
  const element = page.getByRole('link', { name: /Important services.*, complete/ }).first()
  const player = playerOn(page)
  let requests = 0
  let isHeld = false
  const gate = Promise.withResolvers<void>()
  await page.route(`**/api/assessments/${assessmentId}/elements/*`, async (route) => {
    requests += 1
    if (isHeld) await gate.promise
    await route.fallback()
  })
  await element.click()
  await expect(page).toHaveURL(/\/assessment\/\d+\/edit\?elementId=\d+$/)
  await player.at('1 of 2')
  await player.next.click()
  await player.overview.click()
  // The next visit loads the statements again and starts at the first.
  const before = requests
  isHeld = true
  await element.click()
  await expect(page.getByText('Loading the statements')).toBeAttached()
  await expect.poll(() => requests).toBeGreaterThan(before)
  gate.resolve()
  await expect(page.getByText('You are editing a completed element.')).toBeVisible()
  await player.at('1 of 2')
  await page.keyboard.press('l')
  await player.next.click()
  await player.check.click()
  // Nothing has changed yet, so there is no report to create.
  await expect(player.complete).toBeVisible()
  await player.previous.click()
  await player.future('Starting').click()
  await player.showsStatus('Answers saved')
  await player.check.click()
  const report = page.getByRole('region', { name: 'What the report will contain' })
  await expect(report).toContainText('1 of 4 targets is the same as now.')
  await expect(report).toContainText('You marked 1 statement for later.')
  await expect(report).toContainText('1 optional element is open.')
  await expect(report.getByRole('link', { name: 'Testing and exercising' })).toBeVisible()
  await expectGoodLooks(page, 'assessment-before-report')
  await onPhone(page, async () => {
    await expect(player.notYet).toBeInViewport({ ratio: 1 })
    await expect(player.createReport).toBeInViewport({ ratio: 1 })
  })
  await player.notYet.click()
  // The element stays open, and its statements are marked still.
  const marked = page.getByRole('region', { name: 'Marked for later' })
  await expect(marked.getByRole('link', { name: /^SRV-4 / })).toBeVisible()
  const step = page.getByRole('region', { name: 'Your next step' })
  await expect(step).toContainText('Create your action report')
  await expectGoodLooks(page, 'overview-report-next')
  await step.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Create your action report' })).toBeFocused()
  await player.createReport.click()
  await expect(marked.getByRole('link', { name: /^SRV-4 / })).toBeVisible()
  await expect(page.getByText('All required elements are complete').first()).toBeVisible()
  await expect(page.getByText(/Version 2, finalised /)).toBeVisible()
  const after = await snapshots()
  expect(after.map(({ version }) => version)).toEqual([1, 2])
  expect(after[0]).toEqual(first)
  await go(page, `/action-reports/${reportId}`)
  await expect(page.getByText('This is version 1.')).toBeVisible()
  await page.getByRole('link', { name: 'View version 2' }).click()
  await expect(
    page.getByText(/^Version 2, created .*\. Version 1 is still available\.$/),
  ).toBeVisible()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: 'Versions' }).click()
  const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem')
  await expect(versions).toHaveText([/^Version 2.*LatestThis version$/, /^Version 1created [^L]+$/])
  await versions.getByRole('link', { name: 'Version 1' }).click()
  await expect(page.getByText('This is version 1.')).toBeVisible()
  await go(page, `/assessment/${assessmentId}/edit?elementId=999999999`)
  await expect(page.getByRole('alert')).toHaveText('error')
  // Without an element there is nothing to edit, as on the player's own page.
  await go(page, `/assessment/${assessmentId}/edit`)
  await expect(page).toHaveURL(/:\d+\/$/)
})
