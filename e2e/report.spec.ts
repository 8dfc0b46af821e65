import type { Page } from '@playwright/test'
import { THIS_YEAR } from 'api/testing/factories'
import { aNewcomer, addressOf, demoPerson, enter, expect, go, test } from './fixtures.ts'

/** Of the light theme, whatever the screen has. */
const DARK_INK = /^(oklch\(0\.2|rgb\([1-4]?\d, )/
const READER = demoPerson('harbour', 'continuity.manager')

test('the action report is read, filtered, compared, and shown as tables', async ({ page }) => {
  await test.step('the action report is read from its summary to its elements', async () => {
    await openReport(page)
    await expect(page.getByText(/^Across \d+ statements we stand at \d\.\d/)).toBeVisible()
    for (const figure of ['Current level', 'Future level', 'Average gap']) {
      await expect(page.getByRole('term').filter({ hasText: figure })).toBeVisible()
    }
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
  })

  await test.step('the charts have a table beside them, and the address remembers it', async () => {
    await openReport(page)
    await page.getByRole('button', { name: 'View as table' }).click()
    const table = page.getByRole('table', { name: 'Current and future by element' })
    await expect(table.getByRole('row')).toHaveCount(9)
    await page.reload()
    await expect(table).toBeVisible()
    await page.getByRole('button', { name: 'View as chart' }).click()
    await expect(table).toHaveCount(0)
  })

  await test.step('the actions are filtered by element and by the shortest path', async () => {
    await openReport(page)
    const rows = page.getByRole('table', { name: 'Actions, widest gap first' }).getByRole('row')
    await expect(rows.filter({ visible: true })).toHaveCount(8)
    await page.getByRole('button', { name: /^Show all \d+$/ }).click()
    expect(await rows.filter({ visible: true }).count()).toBeGreaterThan(8)
    const all = await rows.count()
    await page
      .getByRole('combobox', { name: 'Element' })
      .selectOption({ label: '6 Incident response' })
    await expect(page).toHaveURL(/element=\d+/)
    await expect.poll(() => rows.count()).toBeLessThan(all)
    for (const row of (await rows.all()).slice(1))
      await expect(row).toContainText('Incident response')
    await page.getByRole('combobox', { name: 'Element' }).selectOption('')
    await page.getByRole('radio', { name: /^Shortest path/ }).click()
    await expect(page).toHaveURL(/actions=path/)
    await expect.poll(() => rows.count()).toBeLessThan(all)
  })

  await test.step('the report is compared with an earlier year', async () => {
    await openReport(page)
    await page
      .getByRole('combobox', { name: 'Compare with' })
      .selectOption({ label: `Compare with ${THIS_YEAR - 1}` })
    const table = page.getByRole('table', {
      name: `Current state in ${THIS_YEAR - 1} and in ${THIS_YEAR}`,
    })
    await expect(table.getByRole('row')).toHaveCount(10)
    await expect(table.getByText(/^Up \d/).first()).toBeVisible()
    await page.reload()
    await expect(table).toBeVisible()
  })
})

test('printed, the navigation is gone, accordions are open and all actions are there', async ({
  page,
}) => {
  await openReport(page)
  const steps = page.getByRole('region', { name: 'Elements' }).getByText('Next step')
  const onScreen = await steps.filter({ visible: true }).count()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(await steps.filter({ visible: true }).count()).toBeGreaterThan(onScreen)
  expect(await page.getByRole('row').filter({ visible: true }).count()).toBeGreaterThan(10)
  const paper = await page.pdf({ preferCSSPageSize: true })
  const pages = paper.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
  expect(pages.length).toBeGreaterThan(4)
  // The head of an element does not stand alone at the foot of a page.
  await expect(page.locator('#elements summary').first()).toHaveCSS('break-after', 'avoid')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', DARK_INK)
})

test('without reports the page says so, and nobody sees another’s', async ({ page, db }) => {
  await test.step('without reports the page says so, letter for letter', async () => {
    await enter(page, await aNewcomer(db), '/action-reports')
    await expect(page.getByRole('heading', { name: 'No Reports Available' })).toBeVisible()
    await expect(
      page.getByText(
        'There are no reports available for this year. Please complete all required elements to enable report generation. Once finalised, the reports will be ready for your review.',
        { exact: true },
      ),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we stand')
  })

  await test.step('a report of somebody else is not found', async () => {
    await openReport(page)
    const { pathname } = new URL(page.url())
    await enter(page, demoPerson('harbour', 'plant.manager'), pathname)
    await expect(page.getByText("Something's missing.")).toBeVisible()
    await enter(page, await aNewcomer(db), pathname)
    await expect(page.getByText("Something's missing.")).toBeVisible()
    await go(page, '/action-reports/nonsense')
    await expect(page.getByText("Something's missing.")).toBeVisible()
  })
})

async function openReport(page: Page) {
  await enter(page, READER, '/action-reports')
  await page
    .getByRole('link', { name: /^View report/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`^${addressOf(READER.host, '/action-reports/')}\\d+`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Action report ${THIS_YEAR}`)
}
