import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import {
  THIS_YEAR,
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { aGeneratedReport } from 'api/testing/generated-report'
import { LANGUAGE_SETS } from 'api/testing/language-sets'
import { addressOf, demoPerson, enter, expect, go, savedFile, test, turnTo } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { expectColumnsFromTheRight } from './shown-reports.ts'

/** Browsers print it as it is on the screen. */
const EXACT = ['print-color-adjust', 'exact'] as const
const READER = demoPerson('harbour', 'continuity.manager')

test('a user reads, filters and compares the action report', async ({ page }) => {
  await enter(page, READER, '/action-reports')
  const link = page.getByRole('link', { name: /^View report/ }).first()
  await expect(link).toBeVisible()
  await expectGoodLooks(page, 'reports')
  await link.click()
  await expect(page).toHaveURL(new RegExp(`^${addressOf(READER.host, '/action-reports/')}\\d+`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Action report ${THIS_YEAR}`)
  await expect(page.getByText(/^Across \d+ statements we are at \d\.\d/)).toBeVisible()
  const last = THIS_YEAR - 1
  await expect(page.getByText(`than in ${last}, when we were at`)).toBeVisible()
  for (const figure of ['Current level', `Since ${last}`, 'Future level', /^To reach/])
    await expect(page.getByRole('term').filter({ hasText: figure })).toBeVisible()
  const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(titles.slice(0, 2)).toEqual(['What comes next', `Compared with ${last}`])
  const comparison = page.getByRole('table', {
    name: `Current state in ${last} and in ${THIS_YEAR}`,
  })
  await expect(comparison.getByRole('row')).toHaveCount(10)
  await expect(comparison.getByText(/^Up \d/).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /The widest gap is/ }).first()).toBeVisible()
  const elements = page.getByRole('region', { name: 'Elements' })
  await expect(elements.getByRole('heading', { level: 3 })).toHaveCount(8)
  const steps = elements.getByText('Next step').filter({ visible: true })
  const before = await steps.count()
  await elements.getByRole('heading', { name: 'Learning and improvement' }).click()
  await expect.poll(() => steps.count()).toBeGreaterThan(before)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: 'People and skills' }).click()
  await expect(page).toHaveURL(/#element-\d+$/)
  await expect(elements.getByRole('heading', { name: 'People and skills' })).toBeInViewport()

  const profile = page.getByRole('table', { name: 'Current and future levels by element' })
  await page.getByRole('button', { name: 'View as table' }).click()
  await expect(profile.getByRole('row')).toHaveCount(9)
  await expectGoodLooks(page, 'report-table')

  const rows = page.getByRole('table', { name: 'Actions, biggest gain first' }).getByRole('row')
  const element = page.getByRole('combobox', { name: 'Element' })
  await expect(rows.filter({ visible: true })).toHaveCount(8)
  await page.getByRole('button', { name: /^Show all \d+$/ }).click()
  expect(await rows.filter({ visible: true }).count()).toBeGreaterThan(8)
  const all = await rows.count()
  await element.selectOption({ label: 'INC Incident response' })
  await expect(page).toHaveURL(/element=\d+/)
  // Below the header.
  const shown = rows.filter({ has: page.getByRole('cell') })
  await expect.poll(() => shown.count()).toBeLessThan(all - 1)
  expect(await shown.count()).toBeGreaterThan(0)
  await expect(shown.filter({ hasNotText: 'Incident response' })).toHaveCount(0)
  await element.selectOption('')
  await page.getByRole('radio', { name: /^Quickest route/ }).click()
  await expect(page).toHaveURL(/actions=path/)
  await expect.poll(() => shown.count()).toBeLessThan(all - 1)
  expect(await shown.count()).toBeGreaterThan(0)

  const sort = page.getByRole('combobox', { name: 'Sort actions' })
  await sort.focus()
  await page.keyboard.type('Least')
  await expect(page).toHaveURL(/sort=effort/)
  await page.reload()
  await expect(page.getByRole('table', { name: 'Actions, least effort first' })).toBeVisible()
  await expect(sort).toHaveValue('effort')
  await expect(profile).toBeVisible()
  await page.getByRole('button', { name: 'View as chart' }).click()
  await expect(profile).toHaveCount(0)
  await expectGoodLooks(page, 'report')
})

/** What was open when the browser sent its event, straight after which it captures the page. */
async function openInPrint(page: Page) {
  await page.evaluate(`addEventListener('beforeprint', () => {
    window.printed = {
      closed: document.querySelectorAll('#elements details:not([open])').length,
      rows: [...document.querySelectorAll('#actions tbody tr')].length,
    }
  })`)
  const paper = await page.pdf({ preferCSSPageSize: true })
  const pages = paper.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
  const printed = await page.evaluate<{ closed: number; rows: number }>('window.printed')
  return { ...printed, pages: pages.length }
}

test('a report is printed and downloaded', async ({ page, context, db }) => {
  await enter(page, READER, await pathOfReport(db))
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`Action report ${THIS_YEAR}`)
  const closed = page.locator('#elements details:not([open])')
  const actions = page.getByRole('table', { name: /^Actions/ }).getByRole('row')
  await expect(closed).not.toHaveCount(0)
  await expect(actions).toHaveCount(8)
  const before = await closed.count()
  await page.evaluate('window.print = () => (document.title = "Printed")')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('Printed')
  const printed = await openInPrint(page)
  expect(printed.closed).toBe(0)
  expect(printed.rows).toBeGreaterThan(8)
  expect(printed.pages).toBeGreaterThan(4)
  await expect(closed, 'after printing').toHaveCount(before)
  await expect(actions).toHaveCount(8)
  for (const [event, count] of [
    ['beforeprint', 0],
    ['afterprint', before],
  ] as const) {
    await page.evaluate((name) => dispatchEvent(new Event(name)), event)
    expect(await closed.count(), event).toBe(count)
  }

  await page.emulateMedia({ media: 'print' })
  // The page hears of emulated media in an event, a moment later.
  await expect(closed).toHaveCount(0)
  await expect(heading).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.locator('#elements summary').first()).toHaveCSS('break-after', 'avoid')
  const letter = page.locator('.report-head').getByText('H', { exact: true })
  await expect(letter.or(page.locator('.report-head img')).first()).toBeVisible()
  // The colour of the light theme.
  const ink = /^(oklch\(0\.2|rgb\([1-4]?\d, )/
  await expect(heading).toHaveCSS('color', ink)
  for (const mark of ['current', 'future'])
    await expect(page.locator(`[data-mark=${mark}] .exact`).first()).toHaveCSS(...EXACT)
  const bar = actions.locator('[style*=width]').first()
  await expect(bar).toHaveCSS(...EXACT)
  await page.emulateMedia({ media: 'screen' })

  const button = page.getByRole('button', { name: 'Download PDF' })
  const name = `harbour-action-report-${THIS_YEAR}-v1`
  const report = await savedFile(page, () => button.click())
  expect(report.name).toBe(`${name}.pdf`)
  expect(report.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  for (const [item, ending, start] of [
    ['Download as Word', 'docx', 'PK'],
    ['Download as XLSX', 'xlsx', 'PK'],
    ['Download actions as CSV', 'csv', '\uFEFF'],
  ] as const) {
    await page.getByRole('button', { name: 'More downloads' }).click()
    const file = await savedFile(page, () => page.getByRole('menuitem', { name: item }).click())
    expect(file.name).toBe(`${name}.${ending}`)
    expect(file.bytes.toString().startsWith(start)).toBe(true)
  }

  const failed = page.getByText('The PDF could not be created')
  await context.setOffline(true)
  await button.click()
  await expect(failed.first()).toBeVisible()
  await expect(heading).toHaveText(`Action report ${THIS_YEAR}`)
  await context.setOffline(false)
  await page.reload()

  const slow = page.getByText('The download is taking a while')
  await page.route('**/api/reports/*/pdf', () => {})
  await page.clock.install()
  await button.click()
  await page.clock.fastForward(11_000)
  await expect(slow.first()).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(button).toHaveAttribute('aria-busy', 'true')
  const stopped = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Cancel download' }).click()
  expect((await stopped).url()).toContain('/pdf')
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  await expect(slow).toHaveCount(0)
  await expect(failed).toHaveCount(0)

  const long = { id: 1, name: 'long.pdf', status: 'making' }
  await page.route('**/api/reports/*/pdf', (route) => route.fulfill({ json: long }))
  await page.route('**/api/report-pdfs/1', (route) => route.fulfill({ json: long }))
  const waiting = page.getByText('We’re preparing your file')
  await button.click()
  await expect(waiting.first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel download' }).click()
  await expect(waiting).toHaveCount(0)
  await button.click()
  await expect(waiting.first()).toBeVisible()
  long.status = 'failed'
  await page.clock.fastForward(1000)
  await expect(failed.first()).toBeVisible()
})

test('a report shows elements without a score, and opens for its owner only', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const titles = ['Governance', 'People', 'Data', 'Suppliers']
  const set = aSmallSet(4, 2)
  const elements = set.elements.map((element, index) => ({
    ...element,
    title: titles[index] ?? '',
    required: index !== 1,
  }))
  const contentSetId = await aContentSet(db, { tenant, file: { ...set, elements } })
  const user = await aUser(db, { tenant })
  const answered = elements.filter(({ required }) => required).map(({ key }) => key)
  const assessment = await anAssessment(db, { user, contentSetId, answered })
  const path = `/action-reports/${await aReport(db, user, assessment)}`
  await enter(page, user, path)
  await expect(page.getByText('Not scored').first()).toBeVisible()
  const section = page.getByRole('region', { name: 'Elements' })
  await expect(section.getByText('Not scored')).toHaveCount(1)
  await expect(section.getByText('– → –')).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  const hatching = page.locator('[data-mark=gap]').filter({ visible: true })
  await expect(hatching.first()).toHaveCSS(...EXACT)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'View as table' }).click()
  const cells = page.getByRole('row', { name: /People/ }).getByRole('cell')
  await expect(cells).toHaveText(['Not scored', 'Not scored', '–'])

  const earlier = { user, contentSetId, year: THIS_YEAR - 1 }
  const owner = { ...earlier, assessmentId: await anAssessment(db, earlier) }
  const arabic = await aGeneratedReport(db, owner, LANGUAGE_SETS.arabic)
  await expectColumnsFromTheRight(page, `/action-reports/${arabic}`)

  const colleague = await aUser(db, { tenant })
  await enter(page, colleague, path)
  await expect(page.getByText("Something's missing.")).toBeVisible()
  await page.clock.install()
  await turnTo(page, '/action-reports')
  const none = page.getByRole('heading', { name: 'No Reports Available' })
  await expect(none).toBeVisible()
  const text =
    'There are no reports available for this year. Please complete all required elements to enable report generation. Once finalised, the reports will be ready for your review.'
  await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'reports-empty')
  await page.getByRole('link', { name: 'Go to overview' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we are')

  const pending = await anAssessment(db, { user: colleague, contentSetId })
  const setPending = (is_report_pending: boolean) =>
    db.updateTable('assessments').set({ is_report_pending }).where('id', '=', pending).execute()
  await setPending(true)
  await go(page, '/action-reports')
  const loading = page.getByText('Loading your report, please wait...', { exact: true })
  await expect(loading).toBeVisible()
  await setPending(false)
  await page.clock.fastForward(2000)
  await expect(none).toBeVisible()

  for (const each of ['/action-reports/1', '/certification']) {
    let letGo: () => void = () => undefined
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/api/user', async (route) => {
      await isLetGo
      await route.fallback()
    })
    await go(page, each)
    await page.clock.fastForward(1000)
    await expect(loading, each).toBeVisible()
    await expect(page.getByText('Loading the page')).toHaveCount(0)
    letGo()
    await expect(page.getByRole('heading', { level: 1 }), each).toBeVisible()
    await expect(loading, each).toHaveCount(0)
    await page.unroute('**/api/user')
  }
})

async function pathOfReport(db: Db) {
  const { id } = await db
    .selectFrom('reports as r')
    .innerJoin('assessments as a', 'a.id', 'r.assessment_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select('r.id')
    .where('u.email', '=', READER.email)
    .where('a.year', '=', THIS_YEAR)
    .executeTakeFirstOrThrow()
  return `/action-reports/${id}`
}
