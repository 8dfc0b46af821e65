import { aTenant } from 'api/testing/factories'
import type { Sys } from 'contract/sys'
import { addressOf, anAdmin, enter, expect, test, turnTo } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

/** What the server says with MAIL=off. */
const MAIL_OFF: Sys = {
  is_staging: false,
  production_url: null,
  support_email: null,
  is_mail_off: true,
  has_outbox: false,
  version: '0.2.0',
}

const PREPARING =
  'We’re preparing your download. You can leave this page and come back for the file.'

test('while email is turned off, no page promises one, nor a download in preparation', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const admin = await anAdmin(db, { tenant })
  await db
    .insertInto('generated_files')
    .values(
      ['own-data', 'whole-data'].map((kind) => ({
        tenant_id: tenant.id,
        created_by: admin.id,
        kind,
        name: 'data.zip',
      })),
    )
    .execute()
  await page.route('**/api/sys', (route) => route.fulfill({ json: MAIL_OFF }))
  await page.goto(addressOf(tenant.host, '/forgot-password'))
  await expect(page.getByText('We can’t send you a link at the moment.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send link' })).toHaveCount(0)
  await expectGoodLooks(page, 'mail-off-password')
  await enter(page, admin, '/admin')
  await expect(page.getByText('Copy and share invitation links instead.')).toBeVisible()
  await turnTo(page, `/admin/applications/${tenant.id}/invites`)
  await page.getByRole('button', { name: 'Invite users' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('copy and share their links')
  await expect(page.getByRole('button', { name: 'Create invitations' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await turnTo(page, '/admin/users/create')
  await expect(page.getByText('We’ll email the user a link to set a password')).toBeVisible()
  await page.getByLabel('Name').fill('Nadia New')
  await page.getByLabel('Email').fill('nadia@example.org')
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect(
    page
      .getByText('We’ll email nadia@example.org a link to set a password when email is turned on.')
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit user' })).toBeVisible()

  for (const [path, title] of [
    ['/admin/organisation', 'Download everything'],
    ['/admin/account/general', 'Download my data'],
  ] as const) {
    await turnTo(page, path)
    const section = page.getByRole('region', { name: title })
    await expect(section.getByRole('status')).toHaveText(PREPARING)
    await expect(section).not.toContainText(/email/i)
  }
  await expect(page.getByText('a link that we can’t send at the moment')).toBeVisible()
})
