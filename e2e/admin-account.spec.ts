import { aUser, theTenant } from 'api/testing/factories'
import { addressOf, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('the own account is changed inside the admin area', async ({ page, db }) => {
  await test.step('the own account is changed inside the admin area', async () => {
    const platform = await theTenant(db, 'admin')
    const auditor = await aUser(db, { tenant: platform, roles: ['auditor'], name: 'Ana Auditor' })
    await enter(page, auditor, '/admin')
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(page).toHaveURL(addressOf(platform.host, '/admin/account/general'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ana Renamed')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByRole('button', { name: 'Your menu, Ana Renamed' })).toBeVisible()
    await expectGoodLooks(page, 'admin-account-general')
    await page.getByRole('link', { name: 'Security' }).click()
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
    await expectGoodLooks(page, 'admin-account-security')
  })

  await test.step('what somebody else has made of the own name meanwhile is shown, and one chooses', async () => {
    const platform = await theTenant(db, 'admin')
    const auditor = await aUser(db, { tenant: platform, roles: ['auditor'], name: 'Ana Auditor' })
    const rename = (name: string) =>
      db.updateTable('users').set({ name }).where('id', '=', auditor.id).execute()
    await enter(page, auditor, '/admin/account/general')
    const name = page.getByRole('textbox', { name: 'Name' })
    const save = page.getByRole('button', { name: 'Save profile' })
    await name.fill('Ana Mine')
    await rename('Ana Theirs')
    await save.click()
    const versions = page.getByRole('alert', { name: 'Two versions' })
    await expect(versions.getByRole('listitem')).toContainText(/Name.*Ana Mine.*Ana Theirs/)
    await expectGoodLooks(page, 'admin-account-conflict')
    await versions.getByRole('button', { name: 'Use theirs' }).click()
    await expect(versions).toHaveCount(0)
    await expect(name).toHaveValue('Ana Theirs')
    await name.fill('Ana Mine')
    await rename('Ana Theirs again')
    await save.click()
    await versions.getByRole('button', { name: 'Keep yours' }).click()
    await save.click()
    await expect(page.getByRole('button', { name: 'Your menu, Ana Mine' })).toBeVisible()
    await expect(versions).toHaveCount(0)
  })
})
