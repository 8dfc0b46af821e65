import { aUser, theTenant } from 'api/testing/factories'
import { addressOf, expect, test, signIn } from './fixtures.ts'
import { anAddress, linkInMail } from './outbox.ts'

const PHRASE = 'four unrelated words here'
const mail = { subject: 'Choose a new password', button: 'Choose a new password' }

test('who forgot the password sets a new one by mail, and is out everywhere', async ({
  page,
  as,
  db,
}) => {
  const tenant = await theTenant(db, 'northfield')
  const { host, email } = await aUser(db, { tenant, email: anAddress() })
  const elsewhere = await as({ host, email }, '/settings')
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Settings')

  await page.goto(addressOf(host, '/login'))
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await expect(page).toHaveTitle(/^Forgotten password · Northfield Trust$/)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail')
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(
    page.getByText('If there is an account, a mail is on its way. At most 5 an hour.'),
  ).toBeVisible()

  const link = await linkInMail(page, { ...mail, host, to: email })
  await page.goto(link)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  const password = page.getByLabel('New password', { exact: true })
  await password.fill('short')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(password).toHaveAccessibleDescription(/Use at least 12 characters/)
  await password.fill(PHRASE)
  await expect(password).toHaveAccessibleDescription(/Long and strong/)
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page).toHaveURL(addressOf(host, '/login'))
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login\?redirect=%2Fsettings$/)
  await elsewhere.context().close()

  await signIn(page, email)
  await expect(page.getByRole('alert')).toContainText('We could not sign you in')
  await page.getByLabel('Password', { exact: true }).fill(PHRASE)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(addressOf(host))
})

test('a link that is used elsewhere, and an unknown address', async ({ page, context, db }) => {
  await test.step('a link that is used elsewhere while its form is open says so and offers a new one', async () => {
    const tenant = await theTenant(db, 'northfield')
    const { host, email } = await aUser(db, { tenant, email: anAddress() })
    await page.goto(addressOf(host, '/forgot-password'))
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail')
    const link = await linkInMail(page, { ...mail, host, to: email })
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto(link)
      await tab.getByLabel('New password', { exact: true }).fill(PHRASE)
    }
    await other.getByRole('button', { name: 'Set the new password' }).click()
    await expect(other).toHaveURL(addressOf(host, '/login'))
    await page.getByRole('button', { name: 'Set the new password' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('This link was used before.')
    await alert.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page).toHaveURL(addressOf(host, '/forgot-password'))
  })

  await test.step('an unknown address sees the same page', async () => {
    const email = anAddress()
    await page.goto(addressOf('northfield.localhost', '/forgot-password'))
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(
      page.getByText(`If there is an account for ${email}, a link to set a new password`),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Use another address' }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  })
})
