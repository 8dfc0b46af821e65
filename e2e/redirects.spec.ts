import { aTenant, aUser, theTenant } from 'api/testing/factories'
import {
  aNewcomer,
  addressOf,
  anAdmin,
  demoPerson,
  enter,
  expect,
  go,
  test,
  turnTo,
} from './fixtures.ts'

const LOGIN = addressOf('northfield.localhost', '/login')

test('without a session every private page redirects to sign-in', async ({ page }) => {
  for (const [path, address] of [
    ['/action-reports?year=2025', `${LOGIN}?redirect=%2Faction-reports%3Fyear%3D2025`],
    ['/', LOGIN],
    ['/?year=2025', LOGIN],
    ['/register/request', LOGIN],
    [
      addressOf('admin.localhost', '/admin'),
      addressOf('admin.localhost', '/login?redirect=%2Fadmin'),
    ],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(address)
  }
  await page.goto('/login?mode=nonsense')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})

test('with a session pages redirect to the role’s scope and name the organisation', async ({
  page,
  db,
}) => {
  const tenant = await theTenant(db, 'northfield')
  for (const roles of [['god-admin'], ['auditor']] as const) {
    const person = await aUser(db, { tenant, roles: [...roles] })
    await enter(page, person, '/settings')
    await expect(page).toHaveURL(addressOf(person.host, '/admin'))
    // Of these two only an auditor is a company admin.
    await turnTo(page, '/admin/organisation')
    const title = roles[0] === 'auditor' ? 'Application' : 'Oops! Page Not Found'
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
  const person = await aNewcomer(db)
  await enter(page, person, '/login')
  await expect(page).toHaveURL(addressOf(person.host))
  await go(page, '/admin')
  await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  for (const [path, target] of [
    ['/_debug', '/'],
    ['/settings/', '/settings'],
    ['/action-reports/?year=2025', '/action-reports?year=2025'],
  ] as const) {
    await go(page, path)
    await expect(page).toHaveURL(addressOf(person.host, target))
  }
  await turnTo(page, '/?year=nonsense&type=nonsense')
  const year = String(new Date().getFullYear())
  await expect(page.getByRole('combobox', { name: 'Year' })).toHaveValue(year)
  await expect(page.getByRole('radio', { name: 'Self-assessment' })).toBeChecked()
  const scope = page.locator('[data-scope]')
  await expect(scope).toHaveAttribute('data-scope', 'ux')
  await expect(page.getByRole('banner')).toContainText('Northfield Trust')

  const own = await aTenant(db)
  const admin = await anAdmin(db, { tenant: own })
  await enter(page, admin, '/Admin/Users?name=Zo')
  await expect(page).toHaveURL(addressOf(admin.host, '/admin/users?name=Zo'))
  await expect(scope).toHaveAttribute('data-scope', 'admin')
  await go(page, `/admin/applications/${own.id}/Invites`)
  const tab = page.getByRole('link', { name: 'Invites' })
  await expect(tab).toHaveAttribute('aria-current', 'page')

  await enter(page, { ...demoPerson('public', 'kitchen.coordinator'), host: 'localhost' })
  await expect(page.getByRole('banner')).toContainText('Millbrook Community Kitchen')
  await enter(page, demoPerson('admin', 'platform.admin'))
  const none = page.getByRole('heading', { name: 'Oops! We could not find content set.' })
  await expect(none).toBeVisible()
  await page.getByRole('link', { name: 'Go to the admin area' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(scope).toHaveAttribute('data-scope', 'admin')
})
