import { aTenant, aUser, theTenant } from 'api/testing/factories'
import { addressOf, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a god-admin keeps access: finds, assigns, deactivates, removes', async ({ page, db }) => {
  await test.step('a god-admin finds somebody, assigns organisations and deactivates', async () => {
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

  await test.step('without a role nothing is saved, and one is led to the roles', async () => {
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

  await test.step('giving up one’s own access asks first', async () => {
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

  await test.step('Access is not found by company admins and auditors', async () => {
    const people = [
      await aUser(db, { tenant: await aTenant(db), roles: ['admin'] }),
      await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['auditor'] }),
    ]
    for (const person of people) {
      await enter(page, person, '/admin/admin-users')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page Not Found')
    }
  })
})
