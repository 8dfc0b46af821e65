import type { Page } from '@playwright/test'
import { aConnection, aTenant, aUser } from 'api/testing/factories'
import { aGod, addressOf, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectPendingUntilNextPage } from './pending.ts'
import { expectGoodLooks } from './looks.ts'
import { anAddress, linkInMail } from './outbox.ts'

/** Types, pastes and sends in the open dialog. */
async function invite(page: Page, input: { emails: string; role: string; into?: string }) {
  const dialog = page.getByRole('dialog')
  if (input.into) await dialog.getByLabel('Organisation').selectOption({ label: input.into })
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(input.emails)
  await dialog.getByRole('textbox', { name: 'Email addresses' }).press('Enter')
  await dialog.getByRole('radio', { name: new RegExp(`^${input.role}`) }).click()
  await dialog.getByRole('button', { name: /^Send/ }).click()
  await expect(dialog).toBeHidden()
}

async function openWithoutSession(page: Page, link: string) {
  await page.evaluate('localStorage.clear()')
  await page.context().clearCookies({ name: 'pat_rt' })
  await page.goto(link)
}

async function accept(page: Page, name: string) {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill('four unrelated words here')
  await page.getByRole('checkbox', { name: 'I have read and accept the terms of use' }).check()
  await expectPendingUntilNextPage(page, () =>
    page.getByRole('button', { name: 'Accept invitation' }).click(),
  )
  await expect(page).not.toHaveURL(/register/)
  await expect(page.getByRole('button', { name: `Your menu, ${name}` })).toBeVisible()
}

test('an invited admin joins by mail, once', async ({ page, db }) => {
  const god = await aGod(db, { name: 'Greta God' })
  const name = `Kestrel ${god.id}`
  const { host, id } = await aTenant(db, { name })
  const email = anAddress()
  await enter(page, god, '/admin/admin-invites')
  await expect(page).toHaveTitle('Invites · Waymark platform')
  await page.getByRole('button', { name: 'Invite users' }).click()
  await invite(page, { emails: email, role: 'Admin', into: name })
  await expect(page.getByText('1 invitation sent').first()).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText(name)
  await expect(row).toContainText('Greta God')
  await expectGoodLooks(page, 'admin-invites')

  const become = (status: 'active' | 'suspended', moving_at: string | null = null) =>
    db.updateTable('tenants').set({ status, moving_at }).where('id', '=', id).execute()
  await become('suspended', new Date().toISOString())
  await page.reload()
  await expect(row).toContainText(`${name} (moving)`)
  await expect(page.getByRole('button', { name: `Actions for ${email}` })).toHaveCount(0)
  await become('suspended')
  await page.reload()
  await expect(row).toContainText(`${name} (suspended)`)
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Withdraw'])
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: `Select ${email}` }).check()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send again' })).toBeHidden()
  await become('active')
  await go(page, `/admin/users?email=${encodeURIComponent(email)}`)
  await expect(row).toContainText(/Invited.*Sent \d/)
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Send again', 'Copy link', 'Withdraw'])
  await page.keyboard.press('Escape')

  const subject = `You’re invited to join ${name}`
  const title = page.getByRole('heading', { level: 1 })
  const mail = { host, subject, button: 'Accept invitation', to: email }
  const link = await linkInMail(page, mail)
  await openWithoutSession(page, link)
  await expect(title).toHaveText(`Join ${name}`)
  await expect(page).toHaveTitle(`Accept invitation · ${name}`)
  await expect(page).toHaveURL(/\/register\/invite\/[\w-]{43}$/)
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toBeHidden()
  await accept(page, 'Ida Admin')
  await page.goto(addressOf(host, '/admin'))
  await expect(title).toHaveText('Dashboard')
  await openWithoutSession(page, link)
  await expect(title).toHaveText('This link has already been used')
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await expect(page).toHaveURL(addressOf(host, '/login'))
})

test('what can’t be invited or sent is named, and sent again', async ({ page, db }) => {
  const tenant = await aTenant(db, { name: 'Linden Health' })
  const admin = await anAdmin(db, { tenant })
  for (const name of ['ada', 'bo'])
    await aUser(db, { tenant, email: `${name}.${admin.id}@linden.example` })
  await aConnection(db, tenant, { domain: 'linden-group.example' })
  await enter(page, admin, `/admin/applications/${tenant.id}/invites`)
  await page.getByRole('button', { name: 'Invite users' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invite users to Linden Health' })
  const field = dialog.getByRole('textbox', { name: 'Email addresses' })
  const choose = (name: string, content: string) =>
    dialog
      .getByLabel('CSV file with email addresses')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  const [one, two, three] = [anAddress(), anAddress(), anAddress()]
  await field.fill(`${one}; "Lead, Catering" <catering.lead@example>, ${admin.email}`)
  await field.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveText([one, 'catering.lead@example', admin.email])
  for (const fault of [
    'catering.lead@example is missing its ending, for example .org',
    `${admin.email} already has an account`,
  ])
    await expect(dialog.getByText(fault)).toBeVisible()
  const send = dialog.getByRole('button', { name: /^Send/ })
  await expect(send).toHaveText('Send invitations')
  await expect(
    dialog.getByText('First remove the 2 addresses that can’t be invited.'),
  ).toBeVisible()
  await expectGoodLooks(page, 'admin-invite-dialog')
  const user = dialog.getByRole('radio', { name: /^User/ })
  const other = dialog.getByRole('radio', { name: /^Admin/ })
  await send.click()
  await expect(field).toBeFocused()
  await other.press('Space')
  await expect(other, 'the focus stays, whatever is at fault').toBeFocused()
  await user.press('Space')
  await dialog.getByRole('button', { name: 'Remove these 2 addresses' }).click()
  await expect(send).toHaveText('Send 1 invitation')
  await choose('people.xlsx', 'PK\u0003\u0004\u0014\u0000\u0006\u0000')
  await expect(
    dialog.getByText('people.xlsx is not a text file. Save it as CSV and try again.'),
  ).toBeVisible()
  await expect(dialog.getByText('1 address', { exact: true })).toBeVisible()
  const column = dialog.getByLabel('Column of people.csv')
  await choose('people.csv', 'Email A,Email B\r\nida@one.example,ida@two.example')
  await expect(column).toHaveAccessibleDescription(
    'Choose the column with the addresses to invite.',
  )
  await expect(column.locator(':checked')).toHaveText('Choose a column')
  await expect(dialog.getByRole('listitem')).toHaveText([one])
  await dialog.getByRole('button', { name: /^Send/ }).click()
  await expect(dialog.getByText('1 field needs attention')).toBeVisible()
  await column.selectOption('Email B')
  await expect(dialog.getByRole('listitem')).toHaveText([one, 'ida@two.example'])
  await column.selectOption('Email A')
  await expect(dialog.getByRole('listitem')).toHaveText([one, 'ida@one.example'])
  for (const domain of ['linden.example', 'linden-group.example']) {
    await choose('people.csv', `Foo,Bar\r\nida@one.example,ida@${domain}`)
    await expect(dialog.getByRole('listitem')).toHaveText([one, `ida@${domain}`])
  }
  await choose(
    'people.csv',
    ['Exported by,p@home.example', 'Name,Email', `Two,${two}`].join('\r\n'),
  )
  await expect(dialog.getByText('Row 1: Exported by, p@home.example')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add this address' })).toBeVisible()
  const rows = [`"Two, Ida",${two},p@home.example`, `Three,${three},`, 'Four,,']
  await choose('people.csv', ['Name,Contact,Private email', ...rows].join('\r\n'))
  await expect(dialog.getByText('3 addresses')).toBeVisible()
  await expect(column).toHaveValue('1')
  await expect(dialog.getByText('1 row has no address in this column')).toBeVisible()
  await column.selectOption('Private email')
  await expect(dialog.getByRole('listitem')).toHaveText([one, 'p@home.example'])
  await expectGoodLooks(page, 'admin-invite-column')
  await column.selectOption('Contact')
  await dialog.getByRole('button', { name: /^Send \d invitation/ }).click()
  await expect(page.getByText('3 invitations sent').first()).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Invites 3' })).toBeVisible()

  const sent: string[] = []
  let isCut = true
  await page.route('**/api/invitations/*/link*', async (route) => {
    sent.push(new URL(route.request().url()).pathname)
    await (isCut && sent.length > 1 ? route.abort() : route.continue())
  })
  const question = page.getByRole('alertdialog')
  const sendAllAgain = async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    await expect(page.getByText('3 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Send again', exact: true }).press('Enter')
    await question.getByRole('button', { name: 'Send 3 invitations' }).press('Enter')
  }
  await sendAllAgain()
  await expect(question).toHaveAccessibleName('Send 2 invitations again?')
  await expect(question).toContainText('2 of 3 failed. We can’t reach Waymark.')
  isCut = false
  await question.getByRole('button', { name: 'Send 2 invitations' }).press('Enter')
  await expect(page.getByText('2 invitations sent again').first()).toBeVisible()
  expect(sent.filter((path) => path === sent[0])).toHaveLength(1)

  const revoked_at = new Date().toISOString()
  await db.updateTable('one_time_links').set({ revoked_at }).where('email', '=', two).execute()
  await sendAllAgain()
  await expect(page.getByText('1 invitation was not sent', { exact: true })).toBeVisible()
  const failed = `1 of 3 failed. The invitation to ${two} has already been accepted or withdrawn.`
  await expect(page.getByText(failed).first()).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveText([three, one])
  await expect(page.getByRole('group', { name: 'Selected rows' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('an invitation is sent again, copied by link or withdrawn', async ({ page, db }) => {
  const admin = await anAdmin(db)
  const { host, tenantId } = admin
  const path = `/admin/applications/${tenantId}/invites`
  await enter(page, admin, path)
  await page.getByRole('button', { name: 'Invite users' }).first().click()
  const [first, second, third] = [anAddress(), anAddress(), anAddress()]
  await invite(page, { emails: `${first} ${second} ${third}`, role: 'User' })
  const mail = { host, to: second, subject: 'You’re invited', button: 'Accept invitation' }
  const withdrawn = await linkInMail(page, mail)
  await go(page, path)
  const act = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${first}` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Send again')
  await expect(page.getByText('Invitation sent again').first()).toBeVisible()
  await act('Copy link')
  const dialog = page.getByRole('dialog', { name: `Link for ${first}` })
  await expect(dialog).toContainText('Earlier links stop working.')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await expectGoodLooks(page, 'admin-invite-link')
  await dialog.getByRole('button', { name: 'Done' }).click()

  for (const email of [second, third])
    await page.getByRole('checkbox', { name: `Select ${email}` }).check()
  const chosen = page.getByRole('group', { name: 'Selected rows' })
  await chosen.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  // Cancelling keeps the choice.
  await chosen.getByRole('button', { name: 'Withdraw' }).click()
  const question = page.getByRole('alertdialog', { name: 'Withdraw 2 invitations?' })
  await question.getByRole('button', { name: 'Withdraw 2 invitations' }).click()
  await expect(page.getByRole('rowheader')).toHaveText([first])
  await page.goto(`${page.url()}?status=revoked&email=${encodeURIComponent(second)}`)
  await expect(page.getByRole('rowheader')).toHaveText([second])
  await expect(page.getByRole('button', { name: `Actions for ${second}` })).toBeHidden()

  await openWithoutSession(page, withdrawn)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was withdrawn')
  await expect(page.getByText('Ask your administrator for a new invitation')).toBeVisible()
  const { pathname, search } = new URL(link)
  await openWithoutSession(page, addressOf(host, pathname + search))
  await accept(page, 'Ida Copied')
  await go(page, '/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page Not Found')
})
