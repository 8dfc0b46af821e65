import { PASSWORD, aTenant, aUser, theTenant } from 'api/testing/factories'
import { aNewcomer, addressOf, demoPerson, enter, expect, go, test } from './fixtures.ts'

test.describe('without a session', () => {
  test('a page of the private area leads to signing in, with path and query', async ({ page }) => {
    await page.goto('/action-reports?year=2025')
    await expect(page).toHaveURL(/\/login\?redirect=%2Faction-reports%3Fyear%3D2025$/)
  })

  test('the home page leads there without a redirect value', async ({ page }) => {
    for (const path of ['/', '/?year=2025']) {
      await page.goto(path)
      await expect(page).toHaveURL(addressOf('northfield.localhost', '/login'))
    }
  })

  test('the admin host leads to /login', async ({ page }) => {
    await page.goto(addressOf('admin.localhost', '/admin'))
    await expect(page).toHaveURL(addressOf('admin.localhost', '/login?redirect=%2Fadmin'))
  })

  test('/register/request in private scope leads to /login', async ({ page }) => {
    await page.goto('/register/request')
    await expect(page).toHaveURL(addressOf('northfield.localhost', '/login'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  })

  test('invalid search values of the sign-in page are dropped silently', async ({ page }) => {
    await page.goto('/login?mode=nonsense')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  })
})

test.describe('with a session', () => {
  test('/login leads to /', async ({ page, db }) => {
    const person = await aNewcomer(db)
    await enter(page, person, '/login')
    await expect(page).toHaveURL(addressOf(person.host))
  })

  test('a god-level user or auditor outside the admin scope goes to /admin', async ({
    page,
    db,
  }) => {
    const tenant = await theTenant(db, 'northfield')
    for (const roles of [['god-admin'], ['auditor']] as const) {
      const person = await aUser(db, { tenant, roles: [...roles] })
      await enter(page, person, '/settings')
      await expect(page).toHaveURL(addressOf(person.host, '/admin'))
    }
  })

  test('the admin area is not found without its permission', async ({ page, db }) => {
    await enter(page, await aNewcomer(db), '/admin')
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  })

  test('/_debug always leads to /', async ({ page, db }) => {
    const person = await aNewcomer(db)
    await enter(page, person, '/_debug')
    await expect(page).toHaveURL(addressOf(person.host))
  })

  test('a trailing slash goes away', async ({ page, db }) => {
    const person = await aNewcomer(db)
    await enter(page, person, '/settings/')
    await expect(page).toHaveURL(addressOf(person.host, '/settings'))
    await go(page, '/action-reports/?year=2025')
    await expect(page).toHaveURL(addressOf(person.host, '/action-reports?year=2025'))
  })

  test('the admin area has one spelling', async ({ page, db }) => {
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

  test('invalid search values fall back to their defaults silently', async ({ page, db }) => {
    await enter(page, await aNewcomer(db), '/?year=nonsense&type=nonsense')
    const year = new Date().getFullYear()
    await expect(page.getByRole('combobox', { name: 'Year' })).toHaveValue(String(year))
    await expect(page.getByRole('radio', { name: 'Self-assessment' })).toBeChecked()
  })
})

test('the root layout marks the page as admin or as user experience', async ({ page, db }) => {
  const scope = page.locator('[data-scope]')
  await enter(page, await aNewcomer(db))
  await expect(scope).toHaveAttribute('data-scope', 'ux')
  await enter(page, demoPerson('admin', 'platform.admin'), '/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(scope).toHaveAttribute('data-scope', 'admin')
  await enter(page, demoPerson('northfield', 'northfield.admin'), '/admin')
  await expect(scope).toHaveAttribute('data-scope', 'admin')
})

test('a god-level user finds no content set, and the way to the admin panel', async ({ page }) => {
  await enter(page, demoPerson('admin', 'platform.admin'))
  await expect(
    page.getByRole('heading', { name: 'Oops! We could not find content set.' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Go to the admin panel' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})

test('the public organisation’s people see their own name as the heading', async ({ page }) => {
  const person = demoPerson('public', 'kitchen.coordinator')
  await enter(page, { ...person, host: 'localhost' })
  await expect(page.getByRole('banner')).toContainText('Millbrook Community Kitchen')
  await enter(page, demoPerson('northfield', 'procurement.manager'))
  await expect(page.getByRole('banner')).toContainText('Northfield Trust')
})

for (const target of [
  'https://evil.example/settings',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
]) {
  test(`signing in never leads away from the own origin: ${target}`, async ({ page, db }) => {
    const { host, email } = await aNewcomer(db)
    await page.goto(addressOf(host, `/login?redirect=${encodeURIComponent(target)}`))
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we stand')
    await expect(page).toHaveURL(addressOf(host))
  })
}
