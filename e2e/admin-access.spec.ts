import { aTenant, aUser, theTenant } from 'api/testing/factories'
import { addressOf, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a god-admin finds somebody, assigns organisations and deactivates', async ({ page, db }) => {
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  const auditor = await aUser(db, { tenant: platform, roles: ['auditor'], name: 'Ána Assessor' })
  const name = `Linden ${auditor.id}`
  await aTenant(db, { name })
  await enter(page, god, '/admin/admin-users')
  await expect(page).toHaveTitle('Access · Waymark platform')
  await page.getByRole('searchbox', { name: 'Name' }).fill('ana ass')
  await expect(page).toHaveURL(/name=ana\+ass/)
  await expectGoodLooks(page, 'admin-access')
  await page.getByRole('link', { name: 'Ána Assessor' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ána Assessor')
  await page.getByRole('checkbox', { name }).check()
  await page.getByRole('switch', { name: 'Active' }).uncheck()
  await expectGoodLooks(page, 'admin-access-person')
  await page.getByRole('button', { name: 'Save changes' }).last().click()
  await expect(page.getByText('Changes saved').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name })).toBeChecked()
  await expect(page.getByText('Inactive')).toBeVisible()
  await page.getByRole('button', { name: 'Remove access' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove Ána Assessor?' })
  await expect(dialog).toContainText('1 organisation will no longer be audited by them.')
  await dialog.getByRole('button', { name: 'Remove Ána Assessor' }).click()
  await expect(page).toHaveURL(addressOf(platform.host, '/admin/admin-users'))
})

test('on a phone, where no head says it, whether the second step is on says what it is about', async ({
  page,
  db,
}) => {
  const god = await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['god-admin'] })
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, god, `/admin/admin-users?email=${god.email}`)
  await expect(page.getByText('Second step Off')).toBeVisible()
})

test('without a role nothing is saved, and one is led to the roles', async ({ page, db }) => {
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  const auditor = await aUser(db, { tenant: platform, roles: ['auditor'] })
  await enter(page, god, `/admin/admin-users/${auditor.id}`)
  await page.getByRole('checkbox', { name: 'Auditor' }).uncheck()
  await page.getByRole('button', { name: 'Save changes' }).last().click()
  await expect(page.getByRole('group', { name: 'Role' })).toHaveAccessibleDescription(
    'Choose a role',
  )
  await expect(page.getByRole('checkbox', { name: 'God-admin' })).toBeFocused()
})

test('giving up one’s own access asks first', async ({ page, db }) => {
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'], name: 'Greta God' })
  await enter(page, god, `/admin/admin-users/${god.id}`)
  await expect(page.getByRole('button', { name: 'Remove access' })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'God-admin' }).uncheck()
  await page.getByRole('checkbox', { name: 'Auditor' }).check()
  await page.getByRole('button', { name: 'Save changes' }).last().click()
  const dialog = page.getByRole('alertdialog', { name: 'Give up your own access?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save changes' }).last().click()
  await dialog.getByRole('button', { name: 'Give up my access' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page Not Found')
})

test('why nothing was saved is in sight beside the bar that saves', async ({
  page,
  context,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  const auditor = await aUser(db, { tenant: platform, roles: ['auditor'] })
  await page.setViewportSize({ width: 390, height: 600 })
  await enter(page, god, `/admin/admin-users/${auditor.id}`)
  await page.getByLabel('Name', { exact: true }).fill('Ada Assessor')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save changes' }).last().click()
  const failure = page.getByRole('alert').filter({ hasText: 'Nothing was saved.' })
  await expect(failure).toBeInViewport({ ratio: 1 })
  const [told, bar] = await Promise.all([
    failure.boundingBox(),
    page.getByRole('region', { name: 'Unsaved changes' }).boundingBox(),
  ])
  expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('two god-admins change the same person: the second sees both and chooses', async ({
  page,
  browser,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  const [one, two] = [
    await aUser(db, { tenant: platform, roles: ['god-admin'] }),
    await aUser(db, { tenant: platform, roles: ['god-admin'] }),
  ]
  const auditor = await aUser(db, { tenant: platform, roles: ['auditor'], name: 'Ana' })
  const path = `/admin/admin-users/${auditor.id}`
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enter(page, one, path)
  await enter(other, two, path)
  await other.getByRole('button', { name: 'Only necessary' }).click()
  await other.getByRole('textbox', { name: 'Name' }).fill('Ana Theirs')
  await other.getByRole('checkbox', { name: 'God-admin' }).check()
  await other.getByRole('button', { name: 'Save changes' }).last().click()
  await expect(other.getByText('Changes saved').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ana Mine')
  await page.getByRole('button', { name: 'Save changes' }).last().click()
  const versions = page.getByRole('alert', { name: 'Two versions' })
  await expect(versions).toContainText('Ana Theirs')
  await versions.getByRole('button', { name: 'Keep yours: Name' }).click()
  await page.getByRole('button', { name: 'Save changes' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Mine')
  await expect(page.getByRole('checkbox', { name: 'God-admin' })).toBeChecked()
  await elsewhere.close()
})

test('Access is not found by company admins and auditors', async ({ page, db }) => {
  const people = [
    await aUser(db, { tenant: await aTenant(db), roles: ['admin'] }),
    await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['auditor'] }),
  ]
  for (const person of people) {
    await enter(page, person, '/admin/admin-users')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page Not Found')
  }
})
