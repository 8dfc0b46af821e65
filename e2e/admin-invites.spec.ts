import type { Page } from '@playwright/test'
import { aTenant, aUser, theTenant } from 'api/testing/factories'
import { addressOf, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { anAddress, linkInMail } from './outbox.ts'

/** Types, pastes and sends in the open dialog. */
async function invite(page: Page, wish: { emails: string; role: string; where?: string }) {
  const dialog = page.getByRole('dialog')
  if (wish.where) await dialog.getByLabel('Organisation').selectOption({ label: wish.where })
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(wish.emails)
  await dialog.getByRole('textbox', { name: 'Email addresses' }).press('Enter')
  await dialog.getByRole('radio', { name: wish.role }).click()
  await dialog.getByRole('button', { name: /^Send/ }).click()
  await expect(dialog).toBeHidden()
}

async function leave(page: Page) {
  await page.evaluate('localStorage.clear()')
  await page.context().clearCookies({ name: '__Host-pat_rt' })
}

/** From the mail to being signed in. */
async function accept(page: Page, link: string, name: string) {
  await leave(page)
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill('four unrelated words here')
  await page.getByRole('checkbox', { name: 'I have read and accept the terms of use' }).check()
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(page).not.toHaveURL(/register/)
  await expect(page.getByRole('button', { name: `Your menu, ${name}` })).toBeVisible()
}

test('a god-admin invites a user and an admin into an organisation, and both join', async ({
  page,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'], name: 'Greta God' })
  const name = `Kestrel ${god.id}`
  const { host } = await aTenant(db, { name })
  const invited = [
    { email: anAddress(), role: 'User', heading: 'Oops! Page Not Found' },
    { email: anAddress(), role: 'Admin', heading: 'Dashboard' },
  ]
  await enter(page, god, '/admin/admin-invites')
  await expect(page).toHaveTitle('Invites · Waymark platform')
  for (const { email, role } of invited) {
    await page.getByRole('button', { name: 'Invite users' }).click()
    await invite(page, { emails: email, role, where: name })
    await expect(page.getByText('1 invitation sent').first()).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText(name)
    await expect(row).toContainText('Greta God')
  }
  await expectGoodLooks(page, 'admin-invites')
  for (const { email, role, heading } of invited) {
    const subject = `You are invited to ${name}`
    const mail = { host, to: email, subject, button: 'Accept the invitation' }
    await accept(page, await linkInMail(page, mail), `Ida ${role}`)
    await page.goto(addressOf(host, '/admin'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
})

test('of many pasted addresses each that cannot be invited is named before anything is sent', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Linden Health' })
  const admin = await aUser(db, { tenant, roles: ['admin'] })
  await enter(page, admin, `/admin/applications/${tenant.id}/invites`)
  await page.getByRole('button', { name: 'Invite users' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invite users to Linden Health' })
  const [one, two, three] = [anAddress(), anAddress(), anAddress()]
  await dialog
    .getByRole('textbox', { name: 'Email addresses' })
    .fill(`${one}; "Lead, Catering" <catering.lead@example>, ${admin.email}`)
  await dialog.getByRole('textbox', { name: 'Email addresses' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveText([one, 'catering.lead@example', admin.email])
  await expect(
    dialog.getByText('catering.lead@example is missing its ending, for example .org'),
  ).toBeVisible()
  await expect(dialog.getByText(`${admin.email} has an account already`)).toBeVisible()
  await expectGoodLooks(page, 'admin-invite-dialog')
  await dialog.getByRole('button', { name: 'Send 3 invitations' }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Leave these 2 out' }).click()
  await dialog.getByLabel('CSV file with addresses').setInputFiles({
    name: 'people.xlsx',
    mimeType: 'text/csv',
    buffer: Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000'),
  })
  await expect(dialog.getByText('people.xlsx is no text: save it as CSV first')).toBeVisible()
  await expect(dialog.getByText('1 address', { exact: true })).toBeVisible()
  await dialog.getByLabel('CSV file with addresses').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Name,Email\r\n"Two, Ida",${two}\r\nThree,${three}\r\n`),
  })
  await expect(dialog.getByText('3 addresses')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send 3 invitations' }).click()
  await expect(page.getByText('3 invitations sent').first()).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(3)
})

test('an invitation is sent again, its link copied, and it is withdrawn', async ({ page, db }) => {
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const admin = await aUser(db, { tenant, roles: ['admin'] })
  await enter(page, admin, `/admin/applications/${tenant.id}/invites`)
  await page.getByRole('button', { name: 'Invite users' }).first().click()
  const emails = [anAddress(), anAddress(), anAddress()]
  await invite(page, { emails: emails.join(' '), role: 'User' })
  const [first = '', second = '', third = ''] = emails
  await page.getByRole('button', { name: `Actions for ${first}` }).click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  await expect(page.getByText('Invitation sent again').first()).toBeVisible()

  await page.getByRole('button', { name: `Actions for ${first}` }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const dialog = page.getByRole('dialog', { name: `Link for ${first}` })
  await expect(dialog).toContainText('The one that was sent before stops working.')
  await dialog.getByRole('button', { name: 'Make a new link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await expectGoodLooks(page, 'admin-invite-link')
  await dialog.getByRole('button', { name: 'Done' }).click()

  for (const email of [second, third])
    await page.getByRole('checkbox', { name: `Choose ${email}` }).check()
  const chosen = page.getByRole('group', { name: 'Chosen rows' })
  await chosen.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  // Who thinks better of it has chosen the same as before.
  await chosen.getByRole('button', { name: 'Withdraw' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Withdraw 2 invitations?' })
  await ask.getByRole('button', { name: 'Withdraw 2 invitations' }).click()
  await expect(page.getByRole('rowheader')).toHaveText([first])
  await page.goto(`${page.url()}?status=revoked&email=${encodeURIComponent(second)}`)
  await expect(page.getByRole('rowheader')).toHaveText([second])
  await expect(page.getByRole('button', { name: `Actions for ${second}` })).toHaveCount(0)

  const { pathname, search } = new URL(link)
  await accept(page, addressOf(tenant.host, pathname + search), 'Ida Copied')
})

test('into a suspended organisation an invitation can only be withdrawn', async ({ page, db }) => {
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  const tenant = await aTenant(db, { name: `Halted ${god.id}` })
  const email = anAddress()
  await enter(page, god, `/admin/applications/${tenant.id}/invites`)
  await page.getByRole('button', { name: 'Invite users' }).first().click()
  await invite(page, { emails: email, role: 'User' })
  await db.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', tenant.id).execute()
  await go(page, `/admin/admin-invites?email=${encodeURIComponent(email)}`)
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText(
    `Halted ${god.id}, suspended`,
  )
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Withdraw'])
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: `Choose ${email}` }).check()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0)
})
