import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Holds the data of the next page back: until then the pressed form stays and its button is busy. */
export async function expectPendingUntilNextPage(page: Page, press: () => Promise<void>) {
  const data = /\/api\/(overview|dashboard)\b/
  let markRequested: () => void = () => undefined
  let release: () => void = () => undefined
  const isRequested = new Promise<void>((resolve) => (markRequested = resolve))
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(data, async (route) => {
    markRequested()
    await isReleased
    await route.fallback()
  })
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await press()
  await isRequested
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('main button[aria-busy]')).toBeVisible()
  release()
  await page.unroute(data)
}
