import type { Page } from '@playwright/test'
import { expect, go } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

/** 120 elements with 360 statements, of which the page shows parts: on demand, by address, by keyboard and on paper. */
export async function expectPartsOfLongReport(page: Page, path: string) {
  await go(page, path)
  const elements = page.getByRole('region', { name: 'Elements' })
  const statements = elements.getByText(/^We know who answers for part/)
  await expect(elements.getByText('Group 7', { exact: true })).toBeVisible()
  expect(await page.evaluate<number>('document.querySelectorAll("*").length')).toBeLessThan(2500)
  const first = await statements.count()
  expect(first).toBeLessThan(10)

  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: 'Group 7', exact: true }).click()
  await contents.getByRole('link', { name: 'Element 107 of many' }).click()
  await expect(elements.getByRole('heading', { name: 'Element 107 of many' })).toBeInViewport()
  await expect(statements.filter({ hasText: 'element 107,' })).toHaveCount(3)
  await go(page, `${path}#element-118`)
  await page.reload()
  await expect(elements.getByRole('heading', { name: 'Element 118 of many' })).toBeInViewport()
  await expect(statements.filter({ hasText: 'element 118,' })).toHaveCount(3)
  await elements.locator('summary', { hasText: 'Group 9' }).focus()
  await page.keyboard.press('Enter')
  await expect(elements.getByRole('heading', { name: 'Element 109 of many' })).toBeVisible()
  await expectGoodLooks(page, 'report-long')

  const find = page.getByRole('searchbox', { name: 'Find an element or statement' })
  await find.fill('e77-2')
  const rows = elements.getByRole('heading', { level: 3 })
  await expect(rows).toHaveText(['E77Element 77 of many'])
  await find.fill('')
  const profile = page.getByRole('region', { name: 'Profile' })
  await profile.getByText('Group 3', { exact: true }).click()
  await expect(profile.getByRole('img', { name: /^6 elements/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find an element', exact: true }).fill('E105')
  await expect(profile.getByRole('img', { name: /^1 element\./ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find an element', exact: true }).fill('')
  // Each pass opens the parts that the one before rendered.
  await expect(async () => {
    await page.evaluate(OPEN_ALL)
    await expect(statements).toHaveCount(360, { timeout: 1000 })
  }).toPass()
  await expect(elements.locator('details:not([open])')).toHaveCount(0)

  const open = await statements.count()
  await page.emulateMedia({ media: 'print' })
  await expect(statements.filter({ visible: true })).toHaveCount(360)
  await page.emulateMedia({ media: 'screen' })
  await expect(statements).toHaveCount(open)
  const actions = page.getByRole('region', { name: 'Actions' })
  await actions.getByRole('button', { name: 'Show 100 more' }).click()
  await expect(actions.getByRole('row')).toHaveCount(108)
  await page.reload()
  await expect(actions.getByText(/^Showing 107 of/)).toBeVisible()
}

const OPEN_ALL =
  "for (const details of document.querySelectorAll('#elements details')) details.open = true"

/** The Arabic report has its columns from right to left, its texts in Arabic and ours in English. */
export async function expectColumnsFromTheRight(page: Page, path: string) {
  await go(page, path)
  const elements = page.getByRole('region', { name: 'Elements' })
  const title = elements.getByText('القيادة والمسؤوليات', { exact: true })
  await expect(title).toHaveAttribute('lang', 'ar')
  await expect(title).toHaveAttribute('dir', 'rtl')
  await expect(elements.getByText('الحوكمة', { exact: true })).toBeVisible()
  const left = async (one: ReturnType<Page['locator']>) => (await one.boundingBox())?.x ?? NaN
  const head = elements.locator('summary').first()
  const reference = head.getByText('E1', { exact: true })
  expect(await left(reference)).toBeGreaterThan(await left(title))
  expect(await left(title)).toBeGreaterThan(await left(head.getByText(/^\d\.\d → \d\.\d$/)))
  const profile = page.getByRole('region', { name: 'Profile' })
  const inChart = profile.getByText('القيادة والمسؤوليات', { exact: true }).last()
  expect(await left(inChart)).toBeGreaterThan(await left(profile.getByText('Gap', { exact: true })))
  const sentence = page.getByText(/^Across \d+ statements we are at/)
  await expect(sentence).toHaveCSS('direction', 'ltr')
  await expectGoodLooks(page, 'report-rtl')
}
