import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Page, expect } from '@playwright/test'
import type { RunOptions } from 'axe-core'

/** Half the size of the package's `source`, which each page has to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Checks the page for accessibility faults and sideways scrolling, light at 1440 px and dark at 390 px.
 * `E2E_PICTURES=true` also takes pictures.
 */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  await expectGoodLook(page, `${name}-light-1440`)
  await onPhone(page, () => expectGoodLook(page, `${name}-dark-390`))
}

/** Runs on a dark phone, then restores the window. */
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
  // A message is pale while it fades in or out, so a fault has to stay.
  await expect(async () => expect(await violationsOf(page), name).toEqual([])).toPass({
    intervals: [1000],
    timeout: 30_000,
  })
  await expectNoSidewaysScroll(page)
}

async function violationsOf(page: Page) {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  const options: RunOptions = {
    runOnly: WCAG_22_AA,
    resultTypes: ['violations'],
    preload: false,
    selectors: false,
  }
  return await page.evaluate<unknown[]>(`axe.run(document, ${JSON.stringify(options)})
    .then(({ violations }) => violations.map(({ id, help, nodes }) =>
      ({ id, help, where: nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary) })))`)
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(excess, 'pixels to scroll sideways').toBe(0)
}
