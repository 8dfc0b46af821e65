import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * In both looks, light on a desktop and dark on a phone, nothing that axe finds and no sideways scrolling.
 * `E2E_PICTURES=true` takes pictures, too, for people to look at.
 */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  await expectGoodLook(page, `${name}-light-1440`)
  await onPhone(page, () => expectGoodLook(page, `${name}-dark-390`))
}

/** The same page on a phone in the dark, and then as it was. */
export async function onPhone(page: Page, work: () => Promise<void>): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await work()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(before)
}

async function expectGoodLook(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready')
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity).map((a) => a.finished.catch(() => {})))',
  )
  if (process.env.E2E_PICTURES === 'true')
    await page.screenshot({ path: `test-results/looks/${name}.png`, fullPage: true })
  // A message that comes or goes is pale for a moment: what is wrong stays so.
  await expect(async () => expect(await violationsOf(page), name).toEqual([])).toPass({
    intervals: [1000],
    timeout: 30_000,
  })
  await expectNoSidewaysScroll(page)
}

async function violationsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    // Without frames there is nothing to join, for which a blank page would be opened each time.
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'], preload: false })
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
