import type { Db } from 'api/db/scope'
import { type TestUser, PASSWORD, aSession, aUser, theTenant } from 'api/testing/factories'
import { aNewcomer, addressOf, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { linkInMail } from './outbox.ts'

test('a user changes name and theme, and leaving unsaved changes asks', async ({
  page,
  context,
  db,
}) => {
  await enter(page, await aNewcomer(db), '/settings')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Ada Newcomer')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your menu, Ada Newcomer' })).toBeVisible()
  await expectGoodLooks(page, 'settings')

  await name.fill('Half typed')
  const policy = page.getByRole('link', { name: 'Cookies policy' })
  await policy.click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await policy.click()
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/cookies-policy$/)

  // The link of the daily email.
  await go(page, '/settings#emails')
  await expect(page.getByRole('heading', { name: 'Emails you get' })).toBeInViewport()
  await go(page, '/settings')
  await expect(name).toHaveValue('Ada Newcomer')
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('radio', { name: 'System' })).toBeChecked()
  const html = page.locator('html')
  const stored = () => page.evaluate<string | null>("localStorage.getItem('theme')")
  expect(await stored()).toBeNull()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(html).toHaveClass(/dark/)
  expect(await stored()).toBe('dark')
  await expect(other.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(other.locator('html')).toHaveClass(/dark/)
  await page.getByRole('radio', { name: 'System' }).click()
  expect(await stored()).toBeNull()
  await expect(html).toHaveClass(/^(?!.*dark)/)
  // Pressed while the menu still fades out, the button opens it again.
  const button = page.getByRole('button', { name: 'Your menu' })
  const menu = page.getByRole('menu')
  const slow = await page.addStyleTag({ content: '* { animation-duration: 1s !important }' })
  await button.click()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveAttribute('data-state', 'closed')
  await button.click()
  await expect(menu).toHaveAttribute('data-state', 'open')
  await slow.evaluate((style: Element) => style.remove())
  await expectGoodLooks(page, 'user-menu')
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(html).toHaveClass(/dark/)
  // Without the application's script only the small one in the head can set it.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(html).toHaveClass(/dark/)
})

test('in the admin area the account has its own pages', async ({ page, db }) => {
  const tenant = await theTenant(db, 'admin')
  await enter(page, await aUser(db, { tenant, roles: ['auditor'] }), '/admin')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL(addressOf(tenant.host, '/admin/account/general'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ana Renamed')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('button', { name: 'Your menu, Ana Renamed' })).toBeVisible()
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await expectGoodLooks(page, 'admin-account-security')
})

test('a new email address needs the password or a recent sign-in, and its link', async ({
  page,
  db,
}) => {
  const person = await aNewcomer(db)
  const email = `new.${person.email}`
  await enter(page, person, '/settings')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('textbox', { name: 'New email' }).fill(email)
  await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(`Confirm your new email address, ${email}.`)).toBeVisible()
  await expectGoodLooks(page, 'settings-faults')

  const mail = { subject: 'Confirm your new', button: 'Confirm the address' }
  const address = await linkInMail(page, { ...mail, host: person.host, to: email })
  await page.goto(address)
  await expect(page.getByText('Confirm your new email.')).toBeVisible()
  const stored = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(stored.email).toBe(person.email)
  const confirm = page.getByRole('button', { name: 'Confirm email' })
  await confirm.click()
  await expect(page.getByText(`Your email address is now ${email}`).first()).toBeVisible()
  await page.goto(address)
  await confirm.click()
  await expect(page.getByText('This link no longer works.')).toBeVisible()

  await proveAt(db, person, 660_000, 'sso')
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute()
  await go(page, '/settings')
  const noPassword = 'You sign in with single sign-on, so you don’t have a password.'
  await expect(page.getByText(noPassword)).toBeVisible()
  await expect(page.getByText('Two-step verification is only for password sign-in')).toBeVisible()
  const region = page.getByRole('region', { name: 'Email' })
  await expect(region.getByText('Sign in again to change your email.')).toBeVisible()
  await proveAt(db, person, 0)
  await page.reload()
  await region.getByLabel('New email').fill(person.email)
  await expect(region.getByLabel('Your password')).toHaveCount(0)
  await region.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(`Confirm your new email address, ${person.email}.`)).toBeVisible()
})

async function proveAt(db: Db, { id }: TestUser, ago: number, method?: 'sso') {
  const proved_at = new Date(Date.now() - ago).toISOString()
  const change = { proved_at, ...(method && { method }) }
  await db.updateTable('sessions').set(change).where('user_id', '=', id).execute()
}

test('a user signs out one device, the other devices, then all', async ({ page, as, db }) => {
  const person = await aNewcomer(db)
  const other = await as(person, '/favicon.svg')
  for (let count = 0; count < 21; count += 1) await aSession(db, person)
  await enter(page, person, '/settings')
  await proveAt(db, person, 660_000)
  const section = page.getByRole('region', { name: 'Where you are signed in' })
  const devices = section.getByRole('listitem')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const first = devices.getByRole('button', { name: 'Sign out' }).first()
  const confirm = async (password = PASSWORD) => {
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
  }
  const signOut = async (name: string) => {
    await page.getByRole('button', { name }).click()
    await page.getByRole('alertdialog').getByRole('button', { name }).click()
  }
  await expect(devices).toHaveCount(20)
  await expect(devices.first()).toContainText('This device')
  await section.getByRole('button', { name: 'Show all 23' }).click()
  await expect(devices).toHaveCount(23)
  await expect(devices.nth(20)).toBeFocused()
  await first.click()
  await expect(dialog).toBeVisible()
  await expectGoodLooks(page, 'confirm-owner-dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The device was not signed out.')).toBeVisible()
  await expect(first).toBeFocused()
  await expect(devices).toHaveCount(23)
  await first.click()
  await confirm('not the password')
  await expect(dialog.getByText('That password is wrong')).toBeVisible()
  await confirm()
  await expect(devices).toHaveCount(22)
  // The next one needs no password.
  await signOut('Sign out elsewhere')
  await expect(devices).toHaveCount(1)
  await go(other, '/settings')
  await expect(other).toHaveURL(/\/login/)

  const field = (name: string) => page.getByRole('textbox', { name })
  const change = page.getByRole('button', { name: 'Change password' })
  await field('Current password').fill('not the password')
  await field('New password').fill('long grey rivers walk')
  await change.click()
  await expect(page.getByText('That password is wrong')).toBeVisible()
  await field('Current password').fill(PASSWORD)
  await change.click()
  await expect(page.getByText('Password changed').first()).toBeVisible()
  await proveAt(db, person, 660_000)
  await signOut('Sign out everywhere')
  await confirm('long grey rivers walk')
  await expect(page).toHaveURL(/\/login/)
})
