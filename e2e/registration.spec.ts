import { addressOf, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { anAddress, linkInMail } from './outbox.ts'
import { expectPendingUntilNextPage } from './pending.ts'

const host = 'localhost'
const mail = { host, subject: 'Finish your registration', button: 'Continue registration' }

test('a visitor requests a link, registers with it once and is signed in', async ({ page }) => {
  const email = anAddress()
  const heading = page.getByRole('heading', { level: 1 })
  const field = page.getByRole('textbox', { name: 'Email' })
  await page.goto(addressOf(host, '/settings'))
  await expect(page).toHaveURL(/\/register\/request\?redirect=%2Fsettings$/)
  await expect(page).toHaveTitle(/^Request access · /)
  await page.getByRole('button', { name: 'Send link' }).click()
  const example = 'Enter a full email address, for example finance@example.org'
  await expect(page.getByText(example)).toBeVisible()
  await field.fill(email)
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('Check your email')
  await expect(heading).toBeFocused()
  const sent = `We have sent an email to ${email}. If there is no account for this address yet, the email contains a link to register. The link works once and expires after 7 days.`
  await expect(page.getByText(sent)).toBeVisible()

  const link = await linkInMail(page, { ...mail, to: email })
  const register = page.getByRole('button', { name: 'Register' })
  const { pathname } = new URL(link)
  const unknown = 'x'.repeat(43)
  for (const path of [
    pathname,
    `${pathname}?email=other%40example.org`,
    `${pathname}?email=nonsense`,
    `/register/request/${unknown}?email=a%40example.org`,
  ]) {
    await page.goto(addressOf(host, path))
    await expect(heading).toHaveText('This link does not work')
    await expect(register).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL(addressOf(host, '/register/request'))

  expect(link).toContain('%2B')
  await page.route('**/api/terms/latest', (route) => route.abort())
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Example')
  await page.getByRole('textbox', { name: 'Organisation' }).fill('Example Kitchens')
  await page.getByLabel('Password', { exact: true }).fill('four unrelated words here')
  const agree = page.getByRole('checkbox', { name: 'I have read and accept the terms of use' })
  await agree.check()
  await register.click()
  await expect(agree).toBeFocused()
  await expect(agree).toHaveAccessibleDescription(/The terms could not be loaded/)
  await page.unroute('**/api/terms/latest')
  await page.reload()
  await expect(heading).toHaveText('Register')
  await expect(page).toHaveURL(/\/register\/request\/[\w-]{43}$/)
  await page.reload()
  await expect(field).toHaveValue(email)
  await expect(field).not.toBeEditable()
  await register.click()
  await expect(page.getByText('4 fields need attention')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Example')
  await page.getByRole('textbox', { name: 'Organisation' }).fill('Example Kitchens')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('password1234')
  await expect(password).toHaveAccessibleDescription(/easy to guess/)
  await page.getByRole('button', { name: 'Read the terms of use' }).click()
  const dialog = page.getByRole('dialog', { name: 'Terms of use' })
  await expect(dialog.getByText('What Waymark is for')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close terms' }).click()
  await agree.check()
  const [refused] = await Promise.all([
    page.waitForResponse('**/api/register/request/*'),
    register.click(),
  ])
  expect(refused.status()).toBe(400)
  await expect(password).toHaveAccessibleDescription(/easy to guess/)
  await password.fill('four unrelated words here')
  await expect(password).toHaveAccessibleDescription(/Strong password/)
  await expect(page.getByText('Your account was not created.')).toHaveCount(0)
  await expectPendingUntilNextPage(page, () => register.click())
  await expect(page).toHaveURL(addressOf(host))
  await page.goto(addressOf(host, '/settings'))
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada Example')
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toHaveValue('Example Kitchens')
})

test('an account whose session the browser can’t keep is there all the same', async ({ page }) => {
  const email = anAddress()
  await page.goto(addressOf(host, '/register/request'))
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  const link = await linkInMail(page, { ...mail, to: email })
  const terms = Promise.withResolvers<void>()
  await page.route('**/api/terms/latest', async (route) => {
    await terms.promise
    await route.continue()
  })
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Example')
  await page.getByRole('textbox', { name: 'Organisation' }).fill('Example Kitchens')
  await page.getByLabel('Password', { exact: true }).fill('four unrelated words here')
  await page.getByRole('checkbox', { name: 'I have read and accept the terms of use' }).check()
  await page.evaluate(
    "globalThis.setItem = Storage.prototype.setItem; Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError') }",
  )
  await page.getByRole('button', { name: 'Register' }).click()
  // Terms that still load are waited for.
  await expect(page.getByRole('button', { name: 'Register' })).toHaveAttribute('aria-busy', 'true')
  terms.resolve()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Your account was created, but we could not sign you in.')
  await expect(alert).toContainText('Your browser can’t store data for this site.')
  await expectGoodLooks(page, 'register-not-stored')
  // The form would create the account again.
  await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/login')
  const again = page.getByRole('button', { name: 'Try signing in again' })
  await expect(again).toBeFocused()
  await again.click()
  await expect(alert).toContainText('Your browser can’t store data for this site.')
  await page.evaluate('Storage.prototype.setItem = globalThis.setItem')
  await again.click()
  await expect(page).toHaveURL(addressOf(host))
})

test('registration exists in public scope only', async ({ page }) => {
  const path = `/register/request/${'x'.repeat(43)}?email=a%40example.org`
  const heading = page.getByRole('heading', { level: 1 })
  await page.route('**/api/register/request/*', (route) => route.abort())
  await page.goto(addressOf(host, path))
  await expect(heading).toHaveText('The link could not be checked')
  await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0)
  await page.unroute('**/api/register/request/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading).toHaveText('This link does not work')
  for (const domain of ['northfield.localhost', 'admin.localhost'])
    for (const each of ['/register/request', path]) {
      await page.goto(addressOf(domain, each))
      await expect(page).toHaveURL(addressOf(domain, '/login'))
    }
  await expect(heading).toHaveText('Sign in')
  const request = page.getByRole('link', { name: 'Request access' })
  await expect(request).toHaveCount(0)
  await page.goto(addressOf(host, '/login'))
  await request.click()
  await expect(heading).toHaveText('Request access')
  await expect(page.getByText('About half a minute a statement.')).toBeVisible()
  await expectGoodLooks(page, 'request-access')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(heading).toHaveText('Sign in')
})
