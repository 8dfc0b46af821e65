import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Holds the data of the next page back: until then the pressed form stays and its button is busy. */
export async function expectPendingUntilNextPage(page: Page, press: () => Promise<void>) {
  const data = /\/api\/(overview|dashboard)\b/
  let asked: () => void = () => undefined
  let letGo: () => void = () => undefined
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(data, async (route) => {
    asked()
    await isLetGo
    await route.fallback()
  })
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await press()
  await isAsked
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('main button[aria-busy]')).toBeVisible()
  letGo()
  await page.unroute(data)
}
