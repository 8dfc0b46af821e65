import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { THIS_YEAR, anAssessment } from 'api/testing/factories'
import { demoPerson, enter, expect, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'

const READER = demoPerson('harbour', 'continuity.manager')

test('a report is downloaded as PDF, and its actions as a workbook and as CSV', async ({
  page,
}) => {
  await openReport(page)
  const button = page.getByRole('button', { name: 'Download PDF' })
  const report = await download(page, () => button.click())
  expect(report.name).toBe(`harbour-action-report-${THIS_YEAR}-v1.pdf`)
  expect(report.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(report.bytes.length).toBeGreaterThan(30_000)
  for (const { item, ending, begin } of [
    { item: 'Actions as workbook (XLSX)', ending: 'xlsx', begin: 'PK' },
    { item: 'Actions as CSV', ending: 'csv', begin: '\uFEFF' },
  ])
    await test.step(item, async () => {
      await page.getByRole('button', { name: 'Download the actions' }).click()
      const file = await download(page, () => page.getByRole('menuitem', { name: item }).click())
      expect(file.name).toBe(`harbour-action-report-${THIS_YEAR}-v1.${ending}`)
      expect(file.bytes.toString().startsWith(begin)).toBe(true)
      expect(file.bytes.length).toBeGreaterThan(3000)
    })
})

test('a download that fails or stalls is told, and can be cancelled', async ({ page, context }) => {
  await test.step('a download that fails is told, and the report stays', async () => {
    await openReport(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Download PDF' }).click()
    await expect(page.getByText('The file could not be downloaded').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Action report ${THIS_YEAR}`)
    await context.setOffline(false)
  })

  await test.step('a download that stalls says that it takes long, and can be cancelled', async () => {
    await openReport(page)
    await page.route('**/api/reports/*/pdf', () => {})
    await page.clock.install()
    await page.getByRole('button', { name: 'Download PDF' }).click()
    await page.clock.fastForward(11_000)
    await expect(page.getByText('The file takes long').first()).toBeVisible()
    // It stays for as long as the download does.
    await page.clock.fastForward(60_000)
    const button = page.getByRole('button', { name: 'Download PDF' })
    await expect(button).toHaveAttribute('aria-busy', 'true')
    const stopped = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: 'Cancel the download' }).click()
    expect((await stopped).url()).toContain('/pdf')
    await expect(button).not.toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText('The file takes long')).toHaveCount(0)
    await expect(page.getByText('could not be downloaded')).toHaveCount(0)
  })
})

test('while a report is being made the page says so and then shows it', async ({ page, db }) => {
  const { user, contentSetId } = await aSmallOrganisation(db)
  const id = await anAssessment(db, { user, contentSetId })
  await db
    .updateTable('assessments')
    .set({ is_report_pending: true })
    .where('id', '=', id)
    .execute()
  await enter(page, user, '/action-reports')
  await expect(page.getByText('Loading your report, please wait...', { exact: true })).toBeVisible()
  await db
    .updateTable('assessments')
    .set({ is_report_pending: false })
    .where('id', '=', id)
    .execute()
  await expect(page.getByRole('heading', { name: 'No Reports Available' })).toBeVisible()
})

async function openReport(page: Page) {
  await enter(page, READER, '/action-reports')
  await page
    .getByRole('link', { name: /^View report/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Action report ${THIS_YEAR}`)
}

async function download(page: Page, press: () => Promise<void>) {
  const started = page.waitForEvent('download')
  await press()
  const file = await started
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}
