import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing that axe finds, no sideways scrolling; the picture is for people to look at. */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready')
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity).map((a) => a.finished))',
  )
  const { project } = test.info()
  await page.screenshot({
    path: `test-results/looks/${name}-${project.name}.png`,
    fullPage: true,
  })
  // A message that comes or goes meanwhile is pale for a moment: what is wrong stays so.
  await expect(async () => expect(await violationsOf(page), name).toEqual([])).toPass({
    intervals: [1000],
    timeout: 6000,
  })
  await expectNoSidewaysScroll(page)
}

async function violationsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).analyze()
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
