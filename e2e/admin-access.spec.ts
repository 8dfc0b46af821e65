import { aTenant, aUser, theTenant } from 'api/testing/factories'
import { aGod, addressOf, enter, expect, go, test } from './fixtures.ts'
import { expectLeavingAsks } from './leaving.ts'
import { expectGoodLooks } from './looks.ts'
import { takeTheirs } from './two-versions.ts'

test('a god-admin changes and removes an auditor’s access, and gives up their own', async ({
  page,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  const auditor = await aUser(db, { tenant: platform, roles: ['auditor'], name: 'Ána Assessor' })
  const organisation = `Linden ${auditor.id}`
  await aTenant(db, { name: organisation })
  const god = await aGod(db, { name: 'Greta God' })
  const heading = page.getByRole('heading', { level: 1 })
  const save = page.getByRole('button', { name: 'Save changes' }).last()
  const remove = page.getByRole('button', { name: 'Remove access' })
  const role = (name: string) => page.getByRole('checkbox', { name })
  await enter(page, god, '/admin/admin-users')
  await expect(page).toHaveTitle('Access · Waymark platform')
  await page.getByRole('searchbox', { name: 'Name' }).fill('ana ass')
  await expect(page).toHaveURL(/name=ana\+ass/)
  await expectGoodLooks(page, 'admin-access')
  await page.getByRole('link', { name: 'Ána Assessor' }).first().click()
  await expect(heading).toHaveText('Ána Assessor')
  await go(page, `/admin/admin-users/${auditor.id}`)

  await role('Auditor').uncheck()
  await save.click()
  const roles = page.getByRole('group', { name: 'Role' })
  await expect(roles).toHaveAccessibleDescription('Choose a role')
  await expect(role('God-admin')).toBeFocused()
  await role('Auditor').check()
  await role(organisation).check()
  await page.getByRole('switch', { name: 'Active' }).uncheck()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Mine')
  await expectLeavingAsks(page, 'this user')
  await expectGoodLooks(page, 'admin-access-person')
  await db
    .updateTable('users')
    .set({ name: 'Theirs', version: 2 })
    .where('id', '=', auditor.id)
    .execute()
  await save.click()
  await takeTheirs(page, name, { label: 'Name', mine: 'Mine', theirs: 'Theirs' })
  await save.click()
  await expect(page.getByText('Changes saved').first()).toBeVisible()
  await page.reload()
  await expect(role(organisation)).toBeChecked()
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
  await remove.click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove Theirs?' })
  await expect(dialog).toContainText('The user will no longer audit 1 organisation.')
  await dialog.getByRole('button', { name: 'Remove Theirs' }).click()
  await expect(page).toHaveURL(addressOf(platform.host, '/admin/admin-users'))

  await go(page, `/admin/admin-users/${god.id}`)
  await role('God-admin').uncheck()
  await expect(remove).toBeHidden()
  await role('Auditor').check()
  await save.click()
  const loss = page.getByRole('alertdialog', { name: 'Give up your god-admin access?' })
  await loss.getByRole('button', { name: 'Cancel' }).click()
  await save.click()
  await loss.getByRole('button', { name: 'Give up access' }).click()
  await expect(heading).toHaveText('Oops! Page Not Found')
})
