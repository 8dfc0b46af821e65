import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing that axe finds, no sideways scrolling; `E2E_PICTURES=true` takes a picture, too, for people to look at. */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready')
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity).map((a) => a.finished.catch(() => {})))',
  )
  if (process.env.E2E_PICTURES === 'true') await takePicture(page, name)
  // A message that comes or goes meanwhile is pale for a moment: what is wrong stays so. A busy machine may need seconds for one.
  await expect(async () => expect(await violationsOf(page), name).toEqual([])).toPass({
    intervals: [1000],
    timeout: 30_000,
  })
  await expectNoSidewaysScroll(page)
}

async function takePicture(page: Page, name: string): Promise<void> {
  const path = `test-results/looks/${name}-${test.info().project.name}.png`
  await page.screenshot({ path, fullPage: true })
}

async function violationsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    // Without frames there is nothing to join, for which a blank page would be opened each time.
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] })
    .withTags(WCAG_22_AA)
    .analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`),
  }))
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(excess, 'pixels to scroll sideways').toBe(0)
}
