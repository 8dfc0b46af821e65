import { aTenant, aUser, theTenant } from 'api/testing/factories'
import { aNewcomer, addressOf, demoPerson, enter, expect, go, test } from './fixtures.ts'

test('without a session each page leads to signing in', async ({ page }) => {
  await test.step('a page of the private area leads to signing in, with path and query', async () => {
    await page.goto('/action-reports?year=2025')
    await expect(page).toHaveURL(/\/login\?redirect=%2Faction-reports%3Fyear%3D2025$/)
  })

  await test.step('the home page leads there without a redirect value', async () => {
    for (const path of ['/', '/?year=2025']) {
      await page.goto(path)
      await expect(page).toHaveURL(addressOf('northfield.localhost', '/login'))
    }
  })

  await test.step('the admin host leads to /login', async () => {
    await page.goto(addressOf('admin.localhost', '/admin'))
    await expect(page).toHaveURL(addressOf('admin.localhost', '/login?redirect=%2Fadmin'))
  })

  await test.step('/register/request in private scope leads to /login', async () => {
    await page.goto('/register/request')
    await expect(page).toHaveURL(addressOf('northfield.localhost', '/login'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  })

  await test.step('invalid search values of the sign-in page are dropped silently', async () => {
    await page.goto('/login?mode=nonsense')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  })
})

test('with a session each page leads where one may be', async ({ page, db }) => {
  await test.step('/login leads to /', async () => {
    const person = await aNewcomer(db)
    await enter(page, person, '/login')
    await expect(page).toHaveURL(addressOf(person.host))
  })

  await test.step('a god-level user or auditor outside the admin scope goes to /admin', async () => {
    const tenant = await theTenant(db, 'northfield')
    for (const roles of [['god-admin'], ['auditor']] as const) {
      const person = await aUser(db, { tenant, roles: [...roles] })
      await enter(page, person, '/settings')
      await expect(page).toHaveURL(addressOf(person.host, '/admin'))
    }
  })

  await test.step('the admin area is not found without its permission', async () => {
    await enter(page, await aNewcomer(db), '/admin')
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  })

  await test.step('/_debug always leads to /', async () => {
    const person = await aNewcomer(db)
    await enter(page, person, '/_debug')
    await expect(page).toHaveURL(addressOf(person.host))
  })

  await test.step('a trailing slash goes away', async () => {
    const person = await aNewcomer(db)
    await enter(page, person, '/settings/')
    await expect(page).toHaveURL(addressOf(person.host, '/settings'))
    await go(page, '/action-reports/?year=2025')
    await expect(page).toHaveURL(addressOf(person.host, '/action-reports?year=2025'))
  })

  await test.step('the admin area has one spelling', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, roles: ['admin'] })
    await enter(page, admin, '/Admin/Users?name=Zo')
    await expect(page).toHaveURL(addressOf(admin.host, '/admin/users?name=Zo'))
    await expect(page.locator('[data-scope]')).toHaveAttribute('data-scope', 'admin')
    await go(page, `/admin/applications/${tenant.id}/Invites`)
    await expect(page.getByRole('link', { name: 'Invites' })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })

  await test.step('invalid search values fall back to their defaults silently', async () => {
    await enter(page, await aNewcomer(db), '/?year=nonsense&type=nonsense')
    const year = new Date().getFullYear()
    await expect(page.getByRole('combobox', { name: 'Year' })).toHaveValue(String(year))
    await expect(page.getByRole('radio', { name: 'Self-assessment' })).toBeChecked()
  })
})

test('the page is marked with its scope, and named after its organisation', async ({
  page,
  db,
}) => {
  await test.step('the root layout marks the page as admin or as user experience', async () => {
    const scope = page.locator('[data-scope]')
    await enter(page, await aNewcomer(db))
    await expect(scope).toHaveAttribute('data-scope', 'ux')
    await enter(page, demoPerson('admin', 'platform.admin'), '/admin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await expect(scope).toHaveAttribute('data-scope', 'admin')
    await enter(page, demoPerson('northfield', 'northfield.admin'), '/admin')
    await expect(scope).toHaveAttribute('data-scope', 'admin')
  })

  await test.step('a god-level user finds no content set, and the way to the admin panel', async () => {
    await enter(page, demoPerson('admin', 'platform.admin'))
    await expect(
      page.getByRole('heading', { name: 'Oops! We could not find content set.' }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Go to the admin panel' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  })

  await test.step('the public organisation’s people see their own name as the heading', async () => {
    const person = demoPerson('public', 'kitchen.coordinator')
    await enter(page, { ...person, host: 'localhost' })
    await expect(page.getByRole('banner')).toContainText('Millbrook Community Kitchen')
    await enter(page, demoPerson('northfield', 'procurement.manager'))
    await expect(page.getByRole('banner')).toContainText('Northfield Trust')
  })
})
