import { PASSWORD } from 'api/testing/factories'
import { aNewcomer, enter, expect, go, test } from './fixtures.ts'

test('the name is changed, and leaving with something unsaved asks first', async ({ page, db }) => {
  await test.step('the name is changed, and the whole page knows it', async () => {
    await enter(page, await aNewcomer(db), '/settings')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Newcomer')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile saved').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Your menu, Ada Newcomer' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Newcomer')
  })

  await test.step('leaving with something unsaved asks first', async () => {
    await enter(page, await aNewcomer(db), '/settings')
    await page.getByRole('textbox', { name: 'Name' }).fill('Half typed')
    await page.getByRole('link', { name: 'Cookies policy' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL(/\/settings$/)
    await page.getByRole('link', { name: 'Cookies policy' }).click()
    await dialog.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(/\/cookies-policy$/)
  })
})

test('a new password ends the session of every other device', async ({ page, as, db }) => {
  const person = await aNewcomer(db)
  const other = await as(person, '/settings')
  await enter(page, person, '/settings')
  await page.getByRole('textbox', { name: 'Present password' }).fill('not the password')
  await page.getByRole('textbox', { name: 'New password' }).fill('long grey rivers walk')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This is not your password')).toBeVisible()
  await page.getByRole('textbox', { name: 'Present password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed').first()).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/login\?redirect=%2Fsettings$/)
  await expect(other.getByText('Your session ended.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
})

test('a new email counts once its link is opened', async ({ page, db }) => {
  const person = await aNewcomer(db)
  const email = `new.${person.email}`
  await enter(page, person, '/settings')
  await page.getByRole('textbox', { name: 'New email' }).fill(email)
  await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(`Waiting for ${email}.`)).toBeVisible()

  await go(page, '/api/outbox')
  const mail = page.getByRole('listitem').filter({ hasText: `To ${email}` })
  if (!(await mail.locator('iframe').isVisible()))
    await mail.getByText('Confirm your new').first().click()
  const link = mail.frameLocator('iframe').getByRole('link', { name: 'Confirm the address' })
  const opened = page.waitForEvent('popup')
  await link.click()
  const settings = await opened
  await expect(settings.getByText('Confirm your new email.')).toBeVisible()
  expect(
    (
      await db
        .selectFrom('users')
        .select('email')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
    ).email,
  ).toBe(person.email)
  const address = settings.url()
  await settings.getByRole('button', { name: 'Confirm email' }).click()
  await expect(settings.getByText(`You now sign in with ${email}`).first()).toBeVisible()
  await settings.goto(address)
  await settings.getByRole('button', { name: 'Confirm email' }).click()
  await expect(settings.getByText('This link no longer works.')).toBeVisible()
})

test('dark is kept as specified and painted before anything else', async ({ page, db }) => {
  await enter(page, await aNewcomer(db), '/settings')
  const html = page.locator('html')
  const stored = () => page.evaluate<string | null>("localStorage.getItem('theme')")
  expect(await stored()).toBeNull()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(html).toHaveClass(/dark/)
  expect(await stored()).toBe('dark')
  await page.getByRole('radio', { name: 'System' }).click()
  expect(await stored()).toBeNull()
  await expect(html).toHaveClass(/^(?!.*dark)/)
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  const chosen = /dark/
  await expect(html).toHaveClass(chosen)
  // Without the application's own script nothing but the small one in the head can have set it.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(html).toHaveClass(chosen)
})

test('other devices are listed and signed out', async ({ page, as, db }) => {
  const person = await aNewcomer(db)
  const others = [await as(person), await as(person)]
  await enter(page, person, '/settings')
  const devices = page
    .getByRole('region', { name: 'Where you are signed in' })
    .getByRole('listitem')
  await expect(devices).toHaveCount(3)
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1)
  await devices.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(devices).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out elsewhere' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign out on 1 other device?' })
  await dialog.getByRole('button', { name: 'Sign out elsewhere' }).click()
  await expect(devices).toHaveCount(1)
  for (const other of others) {
    await go(other, '/settings')
    await expect(other).toHaveURL(/\/login/)
  }
})
