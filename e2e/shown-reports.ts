import type { Page } from '@playwright/test'
import { expect, turnTo } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

/** The Arabic report has its columns from right to left, its texts in Arabic and ours in English. */
export async function expectColumnsFromTheRight(page: Page, path: string) {
  await turnTo(page, path)
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
