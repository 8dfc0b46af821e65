import { readFile } from 'node:fs/promises'
import { aTenant, aUser, theTenant } from 'api/testing/factories'
import { addressOf, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a god-admin finds people, and the address says so', async ({ page, db }) => {
  await test.step('a god-admin finds people by parts of names, in one organisation, and the address says so', async () => {
    const platform = await theTenant(db, 'admin')
    const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
    const tenant = await aTenant(db, { name: 'Quince Trust' })
    await aUser(db, { tenant, name: 'Märta Quist' })
    await aUser(db, { tenant, name: 'Olaf Quist', roles: ['admin'] })
    await enter(page, god, '/admin/users')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
    await expect(page).toHaveTitle(/^Users/)
    await page.getByRole('button', { name: 'Organisation', exact: true }).first().click()
    await page.getByRole('menuitemcheckbox', { name: 'Quince Trust' }).click()
    await expect(page.getByRole('rowheader')).toHaveText(['Märta Quist', 'Olaf Quist'])
    await page.getByRole('searchbox', { name: 'Name' }).fill('marta')
    await expect(page.getByRole('rowheader')).toHaveText(['Märta Quist'])
    await expect(page).toHaveURL(
      new RegExp(`tenant_id=${tenant.id}&name=marta|name=marta&tenant_id=${tenant.id}`),
    )
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.goto(
      addressOf(platform.host, '/admin/users?name=quist&order_column=name&order_dir=desc'),
    )
    await expect(page.getByRole('rowheader')).toHaveText(['Olaf Quist', 'Märta Quist'])
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  await test.step('an address with invalid parameters says so, and they can be cleared', async () => {
    const platform = await theTenant(db, 'admin')
    const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
    await enter(page, god, '/admin/users?order_dir=sideways&limit=ten&name=lead')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Illegal query parameters detected')
    await expect(alert).toContainText('order_dir=sideways')
    await expect(alert).toContainText('limit=ten')
    await page.getByRole('button', { name: 'Clear Invalid Parameters' }).click()
    await expect(alert).toBeHidden()
    await expect(page).toHaveURL(addressOf(platform.host, '/admin/users?name=lead'))
  })
})

test('an admin changes several people at once', async ({ page, db }) => {
  await test.step('a company admin deactivates the chosen people, undoes it, and takes the list as a file', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
    await aUser(db, { tenant, name: 'Ben Brown' })
    await aUser(db, { tenant, name: 'Cleo Castell' })
    await enter(page, admin, '/admin/users')
    for (const name of ['Ben Brown', 'Cleo Castell'])
      await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText('2 people deactivated', { exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Inactive' })).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 people activated', { exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Inactive' })).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Choose Ben Brown' }).check()
    await page.getByRole('button', { name: 'Set role' }).click()
    await page.getByRole('menuitem', { name: 'Admin' }).click()
    await page.getByRole('button', { name: 'Set role of 1 person' }).click()
    await expect(page.getByRole('row', { name: 'Ben Brown' })).toContainText('Admin')
    await page.getByRole('button', { name: 'Download the list' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/-users-\d{4}-\d\d-\d\d\.csv$/)
    expect(await readFile(await file.path(), 'utf8')).toContain('Cleo Castell')
  })

  await test.step('an admin invites the chosen people again and removes them, told how many and what stays', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
    for (const name of ['Ben Brown', 'Cleo Castell']) await aUser(db, { tenant, name })
    await enter(page, admin, '/admin/users')
    const choose = async () => {
      for (const name of ['Ada Admin', 'Ben Brown', 'Cleo Castell'])
        await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
    }
    await choose()
    await expect(page.getByText('You are left out.')).toBeVisible()
    await expectGoodLooks(page, 'admin-users-chosen')
    await page.getByRole('button', { name: 'Send invitation again' }).click()
    const asked = page.getByRole('alertdialog')
    await asked.getByRole('button', { name: 'Send to 2 people' }).click()
    await expect(page.getByText('Invitation sent again to 2 people', { exact: true })).toBeVisible()
    await choose()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(asked).toContainText('Kept by the organisation under “Former user”')
    await expectGoodLooks(page, 'admin-users-remove')
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await asked.getByRole('button', { name: 'Remove 2 people' }).click()
    await expect(page.getByText('2 people removed', { exact: true })).toBeVisible()
    await expect(page.getByText('Ben Brown')).toHaveCount(0)
  })
})

test('the users of an organisation are added and invited where they are listed', async ({
  page,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  const { id } = await aTenant(db, { name: 'Kestrel Water' })
  await enter(page, god, `/admin/applications/${id}/users`)
  await page.getByRole('button', { name: 'Invite users' }).click()
  await expect(page.getByRole('dialog', { name: 'Invite users to Kestrel Water' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectGoodLooks(page, 'organisation-no-users')
  await page.getByRole('link', { name: 'Add user' }).click()
  await expect(page.getByRole('combobox', { name: 'Organisation' })).toHaveValue(String(id))
})
