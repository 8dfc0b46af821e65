import { aTenant, aUser, theTenant } from 'api/testing/factories'
import { aGod, addressOf, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a god-admin changes and removes an auditor’s access', async ({ page, db }) => {
  const platform = await theTenant(db, 'admin')
  const auditor = await aUser(db, { tenant: platform, roles: ['auditor'], name: 'Ána Assessor' })
  const name = `Linden ${auditor.id}`
  await aTenant(db, { name })
  const save = page.getByRole('button', { name: 'Save changes' }).last()
  await enter(page, await aGod(db), '/admin/admin-users')
  await expect(page).toHaveTitle('Access · Waymark platform')
  await page.getByRole('searchbox', { name: 'Name' }).fill('ana ass')
  await expect(page).toHaveURL(/name=ana\+ass/)
  await expectGoodLooks(page, 'admin-access')
  await page.getByRole('link', { name: 'Ána Assessor' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ána Assessor')

  await page.getByRole('checkbox', { name: 'Auditor' }).uncheck()
  await save.click()
  const roles = page.getByRole('group', { name: 'Role' })
  await expect(roles).toHaveAccessibleDescription('Choose a role')
  await expect(page.getByRole('checkbox', { name: 'God-admin' })).toBeFocused()

  await page.getByRole('checkbox', { name: 'Auditor' }).check()
  await page.getByRole('checkbox', { name }).check()
  await page.getByRole('switch', { name: 'Active' }).uncheck()
  await expectGoodLooks(page, 'admin-access-person')
  await save.click()
  await expect(page.getByText('Changes saved').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name })).toBeChecked()
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove access' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove Ána Assessor?' })
  await expect(dialog).toContainText('The user will no longer audit 1 organisation.')
  await dialog.getByRole('button', { name: 'Remove Ána Assessor' }).click()
  await expect(page).toHaveURL(addressOf(platform.host, '/admin/admin-users'))
})

test('a god-admin gives up their own access, which others can’t open', async ({ page, db }) => {
  const god = await aGod(db, { name: 'Greta God' })
  const save = page.getByRole('button', { name: 'Save changes' }).last()
  await enter(page, god, `/admin/admin-users/${god.id}`)
  await expect(page.getByRole('button', { name: 'Remove access' })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'God-admin' }).uncheck()
  await page.getByRole('checkbox', { name: 'Auditor' }).check()
  await save.click()
  const dialog = page.getByRole('alertdialog', { name: 'Give up your own access?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await save.click()
  await dialog.getByRole('button', { name: 'Give up access' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Oops! Page Not Found')
  for (const person of [god, await anAdmin(db)]) {
    await enter(page, person, '/admin/admin-users')
    await expect(heading).toHaveText('Oops! Page Not Found')
    await go(page, '/admin/admin-invites')
    await expect(heading).toHaveText('Oops! Page Not Found')
  }
})
