import type { Page } from '@playwright/test'
import { aTenant, aUser } from 'api/testing/factories'
import { aNewcomer, anAdmin, demoPerson, enter, expect, test, turnTo } from './fixtures.ts'
import { expectNoSidewaysScroll } from './looks.ts'
import { start } from './player.ts'

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('nothing scrolls sideways, and no bar hides the focus', async ({ page, db }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await enter(page, demoPerson('harbour', 'continuity.manager'))
    await expect(page.getByRole('heading', { name: 'You’ve answered everything' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    for (const path of ['/settings', '/terms-of-use', '/cookies-policy', '/action-reports']) {
      await turnTo(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    await page.getByRole('link', { name: /^View report/ }).click()
    await expect(page.getByRole('img', { name: /The widest gap is/ }).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await enter(page, await aNewcomer(db))
    await start(page)
    await expectNoSidewaysScroll(page)
    await expectFocusInSight(page, 14)
    // As at 200% zoom of 1280 × 768.
    await page.setViewportSize({ width: 640, height: 384 })
    const response = page.getByRole('radio').first()
    await page.evaluate('scrollTo(0, 200)')
    await expect(response).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('banner')).not.toBeInViewport()
    await expect(page.getByRole('contentinfo')).not.toBeInViewport()
    await enter(page, demoPerson('northfield', 'resilience.lead'))
    await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
    await expectFocusInSight(page, 20)
  })
})

/** Nothing covers the middle of the focused element. */
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true })

  test('the keyboard focus in a list is visible, and a file is chosen', async ({ page, db }) => {
    const tenant = await aTenant(db)
    await aUser(db, { tenant })
    await enter(page, await anAdmin(db, { tenant }), '/admin/users')
    const focus = page.locator(':focus')
    const menu = page.getByRole('button', { name: /^Actions for/ }).first()
    await page.getByRole('searchbox', { name: 'Name' }).focus()
    for (let stops = 0; stops < 40 && (await menu.and(focus).count()) === 0; stops += 1) {
      await page.keyboard.press('Tab')
      await expect(focus).toBeInViewport()
    }
    await expect(menu).toBeFocused()
    await turnTo(page, '/admin/content-sets/create?from=file')
    await expect(page.getByRole('button', { name: 'Check file' })).toBeVisible()
    await expect(page.getByText('Choose a file from this device')).toBeVisible()
    await expect(page.getByText(/drop/i)).toBeHidden()
  })
})
