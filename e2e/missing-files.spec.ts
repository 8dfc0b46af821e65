import type { Page } from '@playwright/test'
import { aTenant, aUser } from 'api/testing/factories'
import { aNewcomer, addressOf, enter, expect, forget, test } from './fixtures.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const AUDIT_MODULE = /\/assets\/audit-(?!texts)[^/]+\.js$/
const SETTINGS_MODULE = /\/assets\/settings-[^/]+\.js$/

test('a module that fails to load is fetched again, once', async ({ page, db }) => {
  const person = await aNewcomer(db)
  await enter(page, person, '/terms-of-use')
  await expect(heading(page)).toHaveText('Terms of use')
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.route(SETTINGS_MODULE, (route) => (loads === 0 ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(heading(page)).toHaveText('Settings')
  expect(loads).toBe(1)

  await forget(page)
  await enter(page, person, '/terms-of-use')
  await page.route(SETTINGS_MODULE, (route) => route.abort())
  loads = 0
  await page.goto(addressOf(person.host, '/settings'))
  await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible()
  expect(loads).toBe(2)
  await page.unroute(SETTINGS_MODULE)
  await page.reload()
  await expect(heading(page)).toHaveText('Settings')
})

test('a page is loaded again, once, if the module that loads its data is missing', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  await enter(page, await aUser(db, { tenant, roles: ['admin'] }), '/admin')
  await expect(heading(page)).toHaveText('Dashboard')
  await page.waitForLoadState('networkidle')
  let loads = 0
  // In the admin area, data is loaded by the module of the page.
  let missing = /\/assets\/.*\.js$/
  await page.route('**', async (route) => {
    if (route.request().isNavigationRequest()) loads += 1
    const isMissing = missing.test(route.request().url())
    await (isMissing && (loads === 0 || missing === AUDIT_MODULE)
      ? route.abort()
      : route.fallback())
  })
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(heading(page)).toHaveText('Users')
  expect(loads).toBe(1)

  missing = AUDIT_MODULE
  loads = 0
  await page.getByRole('link', { name: 'Audit log' }).first().click()
  await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible()
  expect(loads).toBe(1)
})

test('a page of another version is replaced when its files are gone', async ({ page, db }) => {
  const tenant = await aTenant(db)
  await enter(page, await aUser(db, { tenant, roles: ['admin'] }), '/admin')
  await expect(heading(page)).toHaveText('Dashboard')
  await page.waitForLoadState('networkidle')
  let isReplaced = false
  // Until the next page the server has the files of another version.
  await page.route('**', async (route) => {
    if (route.request().isNavigationRequest()) isReplaced = true
    const { pathname } = new URL(route.request().url())
    if (isReplaced) return route.fallback()
    if (pathname.startsWith('/assets/')) return route.fulfill({ status: 404 })
    if (pathname !== '/') return route.fallback()
    return route.fulfill({ body: '<script type="module" src="/assets/index-other.js"></script>' })
  })
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(heading(page)).toHaveText('Users')
  expect(isReplaced).toBe(true)
})
