import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aContentSet, aSmallSet, aTenant, aUser } from 'api/testing/factories'
import {
  aGod,
  aNewcomer,
  addressOf,
  anAdmin,
  demoPerson,
  enter,
  expect,
  go,
  test,
} from './fixtures.ts'
import { expectNoSidewaysScroll } from './looks.ts'
import { start } from './player.ts'

/** The longest name, without a place to break it. */
const LONG = 'Nordostwasserversorgungsgenossenschaft'.repeat(4).slice(0, 120)

async function expectFits(page: Page, ...paths: string[]) {
  for (const path of paths) {
    await go(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await test.step(`${path} at ${width} px`, () => expectNoSidewaysScroll(page))
    }
  }
}

test('a long name without a break fits every page', async ({ page, db }) => {
  const tenant = await aTenant(db, { name: LONG })
  const admin = await anAdmin(db, { tenant, name: LONG.slice(0, 100) })
  const { elements, ...set } = { ...aSmallSet(), title: LONG }
  const file = { ...set, elements: elements.map((element) => ({ ...element, title: LONG })) }
  // The dashboard names the organisation and the draft.
  await aContentSet(db, { tenant, file, isPublished: false })
  const published = await aContentSet(db, { tenant, file: { ...file, title: 'Published' } })
  const invitation = {
    tenant_id: tenant.id,
    kind: 'invite' as const,
    email: 'soon@example.org',
    roles: ['user' as const],
    signature_hash: randomBytes(32),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  }
  await db.insertInto('one_time_links').values(invitation).execute()
  const god = await aGod(db)
  await enter(page, god, '/admin')
  await expectFits(
    page,
    '/admin/applications?name=Nordost',
    ...['main', 'users', 'invites'].map((tab) => `/admin/applications/${tenant.id}/${tab}`),
    `/admin/users?tenant_id=${tenant.id}`,
    `/admin/users/${admin.id}/main-details`,
    `/admin/users/${admin.id}/assessment`,
    '/admin/admin-invites',
    `/admin/audit?tenant_id=${tenant.id}`,
  )
  await go(page, `/admin/admin-users/${(await aGod(db)).id}`)
  await page.getByLabel('Auditor').check()
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByText(LONG).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
  await page.goto(addressOf(admin.host, '/login'))
  await expectFits(page, '/login')
  await enter(page, admin, '/admin')
  const preview = `/admin/content-sets/${published}/preview`
  const pages = ['/admin/users', '/admin', '/admin/organisation', '/admin/audit', '/', preview]
  await expectFits(page, ...pages)
})

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
      await go(page, path)
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
    await go(page, '/admin/content-sets/create?from=file')
    await expect(page.getByRole('button', { name: 'Check file' })).toBeVisible()
    await expect(page.getByText('Choose a file on this device')).toBeVisible()
    await expect(page.getByText(/drop/i)).toBeHidden()
  })
})
