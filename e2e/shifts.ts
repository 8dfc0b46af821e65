import type { Page } from '@playwright/test'

/** Lighthouse and search engines call up to 0.1 good. */
export const MOST_SHIFT = 0.02

/** Counts what moves on each page that is opened, by the browser's own measure. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => String(node?.outerHTML ?? node?.data).slice(0, 120)) })
    }).observe({ type: 'layout-shift', buffered: true })`)
}

/** What moved by more than all of a page may. */
export async function shiftsOf(page: Page): Promise<unknown[]> {
  const shifts = await page.evaluate<{ value: number; moved: string[] }[]>(
    'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(shifts))))',
  )
  return shifts.reduce((sum, { value }) => sum + value, 0) > MOST_SHIFT ? shifts : []
}
