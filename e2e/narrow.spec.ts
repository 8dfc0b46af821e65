import type { Page } from '@playwright/test'
import { aTenant, aUser } from 'api/testing/factories'
import { openNextVersion } from './builder.ts'
import { aGod, aNewcomer, anAdmin, demoPerson, enter, expect, test, turnTo } from './fixtures.ts'
import { expectNoSidewaysScroll } from './looks.ts'
import { start } from './player.ts'
import { aRound } from './reviewing.ts'

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('nothing scrolls sideways or is cut, and no bar hides the focus', async ({ page, db }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNothingCut(page)
    await enter(page, demoPerson('harbour', 'continuity.manager'))
    await expect(page.getByRole('heading', { name: 'You’ve answered everything' })).toBeVisible()
    await expectNothingCut(page)
    await turnTo(page, '/settings')
    await expect(page.getByRole('radio', { name: 'System' })).toBeVisible()
    await expectNothingCut(page)
    for (const path of ['/terms-of-use', '/cookies-policy', '/action-reports']) {
      await turnTo(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNothingCut(page)
    }
    await page.getByRole('link', { name: /^View report/ }).click()
    await expect(page.getByRole('img', { name: /The widest gap is/ }).first()).toBeVisible()
    await expectNothingCut(page)
    const { tenant, contentSetId, auditor, path } = await aRound(db)
    await enter(page, auditor, path)
    await expect(page.getByRole('button', { name: 'Confirm as declared' })).toBeVisible()
    await expectNothingCut(page)
    await turnTo(page, '/admin')
    await expect(page.getByRole('heading', { name: 'Participation' })).toBeVisible()
    await expectNothingCut(page)
    await enter(page, await aGod(db), '/admin/applications/create')
    await expect(page.getByText('Selected').first()).toBeVisible()
    await expectNothingCut(page)
    await openNextVersion(page, await anAdmin(db, { tenant }), contentSetId)
    await expectNothingCut(page)
    await enter(page, await aNewcomer(db))
    await start(page)
    await expectNothingCut(page)
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

/** Spacing that readers may set (WCAG 1.4.12). */
const WIDER = `* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }
p { margin-bottom: 2em !important }`

/** Nothing to read or press is beside the window, or cut by what it is in, with the text as it is and spaced wider. */
async function expectNothingCut(page: Page) {
  await expect(page.locator('[aria-busy=true], [data-skeleton]')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  expect(await page.evaluate(CUT), page.url()).toEqual([])
  await page.evaluate(`{
    window.wider = new CSSStyleSheet()
    window.wider.replaceSync(${JSON.stringify(WIDER)})
    document.adoptedStyleSheets.push(window.wider)
  }`)
  expect(await page.evaluate(CUT), `${page.url()}, spaced wider`).toEqual([])
  await expectNoSidewaysScroll(page)
  await page.evaluate('document.adoptedStyleSheets.pop()')
}

/** Buttons, links, fields, headings and texts, except in what scrolls itself, such as a table, or ends in an ellipsis. */
const CUT = `(() => {
  const range = document.createRange()
  const boxOf = (text) => {
    range.selectNode(text)
    return range.getBoundingClientRect()
  }
  const textsOf = ({ childNodes }) => [...childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
  const isCut = (element) => {
    const boxes = [element.getBoundingClientRect(), ...textsOf(element).map(boxOf)]
    const isBeside = (from, width) => boxes.some(({ left, right }) => left < from - 2 || right > from + width + 2)
    for (let at = element; at !== document.body; at = at.parentElement) {
      const { overflowX, textOverflow, clipPath, position } = getComputedStyle(at)
      if (textOverflow === 'ellipsis' || clipPath !== 'none') return false
      if (overflowX === 'auto' || overflowX === 'scroll') {
        if (at.scrollWidth > at.clientWidth) return false
      } else if (overflowX !== 'visible' && isBeside(at.getBoundingClientRect().left + at.clientLeft, at.clientWidth)) return true
      if (position === 'fixed') break
    }
    return isBeside(0, document.documentElement.clientWidth)
  }
  return [...document.body.querySelectorAll(':not(svg, svg *, option)')]
    .filter((one) => one.matches('button, a, :is(input, select, textarea):not([aria-hidden=true])') || textsOf(one).length > 0)
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && isCut(one))
    .map((one) => one.outerHTML)
})()`

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
