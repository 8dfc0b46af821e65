import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const HOME = /\/api\/(overview|dashboard)\b/

/** Holds back what the next page needs: until then the pressed button is busy, or after a second the page says that it loads. */
export async function expectPendingUntilNextPage(
  page: Page,
  press: () => Promise<void>,
  needed = HOME,
) {
  let markRequested: () => void = () => undefined
  let release: () => void = () => undefined
  const isRequested = new Promise<void>((resolve) => (markRequested = resolve))
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(needed, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    markRequested()
    await isReleased
    return route.fallback()
  })
  await press()
  await isRequested
  // Not by role, because a dialog hides the page behind it.
  const waiting = page.locator('button[aria-busy]').or(page.getByText(/^Loading the /))
  await expect(waiting.filter({ visible: true })).not.toHaveCount(0)
  release()
  await page.unroute(needed)
}
