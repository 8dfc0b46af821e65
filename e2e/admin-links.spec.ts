import type { Page } from '@playwright/test'
import { PASSWORD, aConnection, aTenant, aUser, anIdentity } from 'api/testing/factories'
import { anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const ISSUER = 'http://127.0.0.1:9'

async function confirm(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

test('an admin removes links, and turns a connection off with its sessions', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  await db
    .updateTable('tenants')
    .set({ sign_in_mode: 'combined' })
    .where('id', '=', tenant.id)
    .execute()
  const admin = await anAdmin(db, { tenant })
  const connection = await aConnection(db, tenant, { domain: 'alder.example' })
  const [lena, noor] = [
    await aUser(db, { tenant, name: 'Lena Linked' }),
    await aUser(db, { tenant, name: 'Noor Nobody' }),
  ]
  await anIdentity(db, lena, ISSUER)
  await anIdentity(db, noor, 'https://gone.example/metadata')
  await enter(page, admin, '/admin/organisation')
  const age = async () => {
    const proved_at = '2026-01-01T00:00:00Z'
    await db.updateTable('sessions').set({ proved_at }).where('user_id', '=', admin.id).execute()
  }
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for alder.example' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await expect(page.getByRole('link', { name: 'Noor Nobody' })).toBeVisible()
  await expectGoodLooks(page, 'links-unassigned')

  await age()
  await act('Remove all links')
  await expectGoodLooks(page, 'links-all')
  await page.getByRole('button', { name: 'Remove all links' }).click()
  await confirm(page)
  await expect(page.getByText('1 link removed', { exact: true })).toBeVisible()

  await act('Edit')
  const form = page.getByRole('form', { name: 'Edit alder.example' })
  await form.getByRole('textbox', { name: 'Provider address' }).fill('http://127.0.0.1:8')
  await form.getByRole('button', { name: 'Save connection' }).click()
  const moving = page.getByRole('alertdialog', { name: 'Change the provider of alder.example?' })
  await expect(moving).toContainText('they can use their password again')
  await expect(moving.getByRole('checkbox', { name: 'Sign out everyone' })).toBeChecked()
  await moving.getByRole('button', { name: 'Change provider' }).click()
  await expect(page.getByText('Connection saved', { exact: true })).toBeVisible()

  await act('Turn off')
  const sessions = page.getByRole('checkbox', { name: 'Sign out everyone who signed in' })
  await expect(sessions).toBeChecked()
  await expect(page.getByText('they can use their password again')).toBeVisible()
  await expectGoodLooks(page, 'links-turning-off')
  await page.getByRole('button', { name: 'Turn off', exact: true }).click()
  await expect(page.getByText('Connection turned off', { exact: true })).toBeVisible()
  await age()
  await act('Turn on')
  await confirm(page)
  await page.getByRole('button', { name: 'Actions for alder.example' }).click()
  await expect(page.getByRole('menuitem', { name: 'Turn off' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: 'Email and password' }).click()
  await page.keyboard.press('Control+s')
  const off = page.getByRole('alertdialog', { name: 'Turn off single sign-on?' })
  await expect(off.getByRole('checkbox', { name: 'with single sign-on' })).toBeChecked()
  await off.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Organisation saved').first()).toBeVisible()

  const link = await anIdentity(db, lena, 'http://127.0.0.1:8')
  await db
    .updateTable('identities')
    .set({ provider_email: 'lena@alder.example' })
    .where('id', '=', link)
    .execute()
  await go(page, `/admin/users/${lena.id}/main-details`)
  await page.getByRole('button', { name: 'Remove the link to alder.example' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'last sent the address lena@alder.example',
  )
  await page.getByRole('button', { name: 'Remove link', exact: true }).click()
  await expect(page.getByText('Link removed', { exact: true })).toBeVisible()
  await expect(page.getByText('alder.example, linked on')).toBeHidden()
  const left = await db
    .selectFrom('identities')
    .select('user_id')
    .where('tenant_id', '=', tenant.id)
    .where('connection_id', '=', connection)
    .execute()
  expect(left).toEqual([])
})
