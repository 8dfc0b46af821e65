import type { Page } from '@playwright/test'
import { aNewcomer, demoPerson, enter, expect, go, test } from './fixtures.ts'
import { expectNoSidewaysScroll } from './looks.ts'
import { start } from './player.ts'

test.use({ viewport: { width: 320, height: 640 } })

test('everything works at 320 px: nothing scrolls sideways, and no bar hides the focus', async ({
  page,
  db,
}) => {
  await test.step('everything works at 320 px without sideways scrolling', async () => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await enter(page, demoPerson('harbour', 'continuity.manager'))
    await expect(page.getByRole('heading', { name: 'Everything is answered' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    for (const path of ['/settings', '/terms-of-use', '/cookies-policy', '/action-reports']) {
      await go(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    await page.getByRole('link', { name: /^View report/ }).click()
    await expect(page.getByRole('img', { name: /The widest gap is/ }).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  await test.step('the focus is never hidden behind the bars of the assessment at 320 px', async () => {
    await enter(page, await aNewcomer(db))
    await start(page)
    await expectNoSidewaysScroll(page)
    await expectFocusInSight(page, 14)
  })

  await test.step('the focus is never hidden behind the bars of the overview at 320 px', async () => {
    await enter(page, demoPerson('northfield', 'resilience.lead'))
    await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
    await expectFocusInSight(page, 20)
  })
})

/** What has the focus is what one would hit in its middle: no bar lies on it. */
async function expectFocusInSight(page: Page, stops: number) {
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab')
    const hidden = await page.evaluate<string | null>(`(() => {
      const focused = document.activeElement
      if (focused === document.body) return null
      const { left, top, width, height } = focused.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2)
      const isSeen = hit !== null && (focused.contains(hit) || hit.contains(focused))
      return isSeen ? null : focused.outerHTML.slice(0, 200)
    })()`)
    expect(hidden, `stop ${stop}`).toBeNull()
  }
}
