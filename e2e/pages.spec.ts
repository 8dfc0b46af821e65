import type { Cookie, Page } from '@playwright/test'
import { aTenant } from 'api/testing/factories'
import { allowSso } from 'api/testing/sso'
import {
  aNewcomer,
  addressOf,
  demoPerson,
  enter,
  expect,
  forget,
  signIn,
  signOut,
  stagingAddressOf,
  test,
  turnTo,
} from './fixtures.ts'
import { expectNothingMoves, hold, openWithLateColours } from './late-parts.ts'
import { expectGoodLooks } from './looks.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('pages have a title, a focused heading and an address', async ({ page, db }) => {
  await openWithLateColours(page, '/login')
  await expect(page).toHaveTitle('Sign in · Northfield Trust')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await enter(page, await aNewcomer(db))
  await expect(page).toHaveTitle('Overview · Northfield Trust')
  for (const [path, title] of [
    ['/action-reports', 'Action reports'],
    ['/settings', 'Settings'],
    ['/terms-of-use', 'Terms of use'],
    ['/cookies-policy', 'Cookies policy'],
    ['/accessibility', 'Accessibility'],
    ['/privacy', 'Privacy'],
    ['/help', 'Help'],
  ] as const) {
    await turnTo(page, path)
    await expect(page).toHaveTitle(`${title} · Northfield Trust`)
  }
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Answering')
  await expect(page.getByRole('heading', { name: 'Shortcuts while answering' })).toBeVisible()
  await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
  await expectGoodLooks(page, 'help')
  await turnTo(page, '/')
  const main = page.getByRole('navigation', { name: 'Main' })
  const reports = page.getByRole('heading', { name: 'Action reports', level: 1 })
  await main.getByRole('link', { name: /reports/i }).click()
  await expect(reports).toBeFocused()
  await main.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: /Where we are/, level: 1 })).toBeFocused()
  await page.goBack()
  await expect(reports).toBeFocused()

  await expectNothingMoves(page, () => enter(page, demoPerson('northfield', 'people.manager')))
  await expectGoodLooks(page, 'overview')
  const year = new Date().getFullYear() - 1
  await page.getByRole('combobox', { name: 'Year' }).selectOption(String(year))
  await expect(page).toHaveURL(new RegExp(`year=${year}`))
  await page.getByRole('radio', { name: 'Certification' }).click()
  await expect(page).toHaveURL(/type=certification/)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Self-assessment' })).toBeChecked()
})

test.describe('on a first visit', () => {
  test('a first visit takes at most 12 requests and 230 KiB, with every sign-in method', async ({
    page,
    db,
  }) => {
    const tenant = await aTenant(db)
    await allowSso(db, tenant)
    const sizes = new Map<string, number>()
    page.on('requestfinished', async (request) => {
      if (request.url().endsWith('/favicon.svg')) return
      const { responseHeadersSize, responseBodySize } = await request.sizes()
      sizes.set(new URL(request.url()).pathname, responseHeadersSize + responseBodySize)
    })
    await page.goto(addressOf(tenant.host, '/login'))
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    // The page's icon, which only a browser with a window fetches, doesn't count. Hosts with passwords only need one less.
    expect(sizes.size, [...sizes.keys()].join('\n')).toBeLessThanOrEqual(12)
    expect(bytes / 1024, JSON.stringify([...sizes], null, 1)).toBeLessThanOrEqual(230)
  })

  test('the page to request access gets its files beside the application, not after it', async ({
    page,
  }) => {
    const release = await hold(page, '**/api/tenant')
    const file = page.waitForRequest(/ask-form-/)
    await page.goto(addressOf('localhost', '/register/request'), { waitUntil: 'commit' })
    await file
    release()
    await expect(heading(page)).toHaveText('Request access')
  })

  test('all pages say that cookies are necessary, and the policy lists what is stored', async ({
    page,
    context,
    db,
  }) => {
    const person = await aNewcomer(db)
    await enter(page, person)
    const note = page.getByText('Waymark uses necessary cookies only')
    await expect(note).toBeVisible()
    await signOut(page)
    await expect(heading(page)).toHaveText('Sign in')
    await expect(note).toBeVisible()
    const cookies = await context.cookies()
    const consent = cookies.find(({ name }) => name === 'pat-app__cookie-consent__')
    expect(consent).toMatchObject({ value: 'necessary', sameSite: 'Lax' })

    await signIn(page, person.email)
    await expect(heading(page)).toContainText('Where we are')
    await turnTo(page, '/settings')
    await page.getByRole('radio', { name: 'Dark' }).click()
    await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click()
    const keys = '[...Object.keys(localStorage), ...Object.keys(sessionStorage)]'
    const names = [
      ...(await context.cookies()).map(({ name }) => name),
      ...(await page.evaluate<string[]>(keys)),
    ]
    await turnTo(page, '/cookies-policy')
    for (const name of names) await expect(page.getByText(name, { exact: true })).toBeVisible()
    expect(names.length).toBeGreaterThanOrEqual(8)
    for (const { name, expires } of await context.cookies(page.url())) {
      const row = page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
      const days = (expires - Date.now() / 1000) / 86_400
      expect(days, name).toBeLessThanOrEqual(1)
      await expect(row).toContainText('One day')
    }

    // The next visit, in the evening, keeps it for another day.
    const soon = Date.now() / 1000 + 3600
    await context.addCookies([{ ...(consent as Cookie), expires: soon }])
    await page.reload()
    await expect(heading(page)).toHaveText('Cookies policy')
    const renewed = (await context.cookies()).find(({ name }) => name === consent?.name)
    expect(renewed).toMatchObject({ value: 'necessary' })
    expect(renewed?.expires).toBeGreaterThan(soon + 80_000)

    await forget(page)
    await page.goto('/cookies-policy')
    await expect(heading(page)).toHaveText('Cookies policy')
    await expectGoodLooks(page, 'cookies-policy')
  })
})

test('the staging banner links to the live site and stays closed', async ({ page, context }) => {
  const bannerOn = (tab: Page) => tab.getByRole('complementary', { name: 'Staging environment' })
  const banner = bannerOn(page)
  await page.goto(stagingAddressOf('northfield.localhost', '/login'))
  await expect(banner).toContainText('This is a staging environment.')
  const link = banner.getByRole('link', { name: 'Go to the live site' })
  await expect(link).toHaveAttribute('href', 'https://waymark.example.org')
  const box = await banner.boundingBox()
  const bottom = Math.round((box?.y ?? 0) + (box?.height ?? 0))
  expect(bottom).toBe(page.viewportSize()?.height)
  await banner.getByRole('button', { name: 'Close' }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Support' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(bannerOn(other)).toBeVisible()

  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sys')) requests += 1
  })
  await page.goto('/login')
  // The next page remembers only an answer that has arrived.
  const stored = () => page.evaluate("sessionStorage.getItem('pat-app__sys__')")
  await expect.poll(stored).not.toBeNull()
  expect(requests).toBe(1)
  await page.goto('/cookies-policy')
  await expect(heading(page)).toHaveText('Cookies policy')
  await expect(page.getByRole('link', { name: 'Support' })).toBeVisible()
  expect(requests).toBe(1)
  await expect(banner).toHaveCount(0)
})

test('an offline page says so and can be tried again', async ({ page, context, db }) => {
  await page.clock.install()
  await enter(page, await aNewcomer(db))
  const start = page.getByRole('button', { name: 'Start', exact: true })
  await expect(start).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await start.click()
  await expect(page.getByText('The assessment could not be started').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Certification' }).click()
  const panel = page.getByRole('alert')
  const failed = panel.getByRole('heading', { name: 'Something went wrong!' })
  await expect(async () => {
    // To the next of three attempts.
    await page.clock.fastForward(4000)
    await expect(failed).toBeVisible({ timeout: 500 })
  }).toPass()
  const message = 'We can’t reach Waymark. Check your connection and try again.'
  const detail = panel.getByRole('code').or(panel.locator('pre'))
  await expect(detail).toBeHidden()
  await panel.getByRole('button', { name: 'Show Error' }).click()
  await expect(detail).toHaveText(message)
  await panel.getByRole('button', { name: 'Hide Error' }).click()
  await expect(detail).toBeHidden()
  await context.setOffline(false)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('radio', { name: 'Certification' })).toBeChecked()
  await page.getByRole('radio', { name: 'Self-assessment' }).click()
  await start.click()
  await expect(page).toHaveURL(/\/assessment\/\d+\?elementId=/)
})
