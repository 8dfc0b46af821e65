import { aNewcomer, addressOf, expect, provingCalls, signIn, test } from './fixtures.ts'
import { anAddress, linkInMail } from './outbox.ts'

const PHRASE = 'four unrelated words here'
const mail = { subject: 'Choose a new password', button: 'Choose a new password' }

test('a new password by mail ends all sessions', async ({ page, as, context, db }) => {
  const proving = provingCalls(context)
  const { host, email } = await aNewcomer(db, { email: anAddress() })
  const elsewhere = await as({ host, email }, '/settings')
  const heading = page.getByRole('heading', { level: 1 })
  const field = page.getByRole('textbox', { name: 'Email' })
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await page.goto(addressOf(host, '/login'))
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading).toHaveText('Forgot your password?')
  await expect(page).toHaveTitle(/^Forgot your password\? · Northfield Trust$/)
  const unknown = anAddress()
  await field.fill(unknown)
  await page.getByRole('button', { name: 'Send link' }).click()
  const sent = page.getByText(
    `If there is an account for ${unknown} that can use a password, we have sent a link to set a new password`,
  )
  await expect(sent).toBeVisible()
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(field).toHaveValue(unknown)
  await field.fill(email)
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('Check your email')
  await page.getByRole('button', { name: 'Send again' }).click()
  const again =
    'If we can send a link to this address, it’s on its way. You can request up to 5 emails an hour.'
  await expect(page.getByText(again)).toBeVisible()

  const link = await linkInMail(page, { ...mail, host, to: email })
  const late = await context.newPage()
  await late.goto(link)
  await late.getByLabel('New password', { exact: true }).fill(PHRASE)
  await page.goto(link)
  await page.reload()
  await expect(field).toHaveValue(email)
  const password = page.getByLabel('New password', { exact: true })
  const save = page.getByRole('button', { name: 'Set new password' })
  await password.fill('short')
  await save.click()
  await expect(password).toHaveAccessibleDescription(/Use at least 12 characters/)
  await password.fill(PHRASE)
  await expect(password).toHaveAccessibleDescription(/Strong password/)
  await save.click()
  await expect(page).toHaveURL(addressOf(host, '/login'))
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login\?redirect=%2Fsettings$/)

  await late.getByRole('button', { name: 'Set new password' }).click()
  const alert = late.getByRole('alert')
  await expect(alert).toContainText('This link has already been used.')
  await alert.getByRole('link', { name: 'Request a new link' }).click()
  await expect(late).toHaveURL(addressOf(host, '/forgot-password'))
  await late.close()

  await signIn(page, email)
  await expect(page.getByRole('alert')).toContainText('We could not sign you in')
  await page.getByLabel('Password', { exact: true }).fill(PHRASE)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(addressOf(host))
  expect(proving).toEqual([`/api${new URL(link).pathname}`, '/api/login', '/api/login'])
})
