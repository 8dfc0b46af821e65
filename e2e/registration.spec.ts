import { aUser, theTenant } from 'api/testing/factories'
import { addressOf, expect, test } from './fixtures.ts'
import { anAddress, linkInMail } from './outbox.ts'

const host = 'localhost'
const PHRASE = 'four unrelated words here'
const mail = { host, subject: 'Finish your registration', button: 'Continue registration' }

test('a stranger asks for a link, registers with it and is signed in', async ({ page }) => {
  const email = anAddress()
  await page.goto(addressOf(host, '/settings'))
  await expect(page).toHaveURL(/\/register\/request\?redirect=%2Fsettings$/)
  await expect(page).toHaveTitle(/^Request access · /)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Enter a full address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Check your mail')
  await expect(heading).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()

  const link = await linkInMail(page, { ...mail, to: email })
  expect(link).toContain('%2B')
  await page.goto(link)
  await expect(heading).toHaveText('Register')
  await expect(page).toHaveURL(/\/register\/request\/[\w-]{43}$/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await expect(page.getByRole('textbox', { name: 'Email' })).not.toBeEditable()

  const register = page.getByRole('button', { name: 'Register' })
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
  await dialog.getByRole('button', { name: 'Close the terms' }).click()
  await page.getByRole('checkbox', { name: 'I have read and accept the terms of use' }).check()
  const [refused] = await Promise.all([
    page.waitForResponse('**/api/register/request/*'),
    register.click(),
  ])
  expect(refused.status()).toBe(400)
  await expect(password).toHaveAccessibleDescription(/easy to guess/)
  await password.fill(PHRASE)
  await expect(password).toHaveAccessibleDescription(/Long and strong/)
  await expect(page.getByText('Your account was not made.')).toHaveCount(0)
  await register.click()
  await expect(page).toHaveURL(addressOf(host))
  await page.goto(addressOf(host, '/settings'))
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada Example')
  await expect(page.getByRole('textbox', { name: 'Organisation' })).toHaveValue('Example Kitchens')
})

test('a link is dead when it was used or is not ours, is checked, and exists in public scope alone', async ({
  page,
}) => {
  await test.step('a link is dead when it was used, is not ours, or names another address or none', async () => {
    const email = anAddress()
    await page.goto(addressOf(host, '/register/request'))
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail')
    const link = await linkInMail(page, { ...mail, to: email })
    const path = new URL(link).pathname
    const dead = [
      addressOf(host, path),
      addressOf(host, `${path}?email=other%40example.org`),
      addressOf(host, `${path}?email=nonsense`),
      addressOf(host, `/register/request/${'x'.repeat(43)}?email=a%40example.org`),
    ]
    for (const address of dead) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
      await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0)
    }
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page).toHaveURL(addressOf(host, '/register/request'))
  })

  await test.step('a link that cannot be checked registers nobody, and can be tried again', async () => {
    await page.route('**/api/register/request/*', (route) => route.abort())
    await page.goto(addressOf(host, `/register/request/${'x'.repeat(43)}?email=a%40example.org`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'The link could not be checked',
    )
    await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(0)
    await page.unroute('**/api/register/request/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  })

  await test.step('in private and in admin scope registration leads to sign-in', async () => {
    for (const domain of ['northfield', 'admin']) {
      for (const path of ['', `/${'x'.repeat(43)}?email=a%40example.org`]) {
        await page.goto(addressOf(`${domain}.localhost`, `/register/request${path}`))
        await expect(page).toHaveURL(addressOf(`${domain}.localhost`, '/login'))
      }
    }
    await expect(page.getByRole('link', { name: 'Request access' })).toHaveCount(0)
  })
})

test('a known address sees what an unknown one sees, and learns the rest by mail', async ({
  page,
  db,
}) => {
  const { email } = await aUser(db, { tenant: await theTenant(db, 'public'), email: anAddress() })
  await page.goto(addressOf(host, '/login'))
  await page.getByRole('link', { name: 'Request access' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request access')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(
    page.getByText(`A link to go on is on its way to ${email}. It works once, for 7 days.`),
  ).toBeVisible()
  const known = { host, to: email, subject: 'You already have an account', button: 'Sign in' }
  await page.goto(await linkInMail(page, known))
  await expect(page).toHaveURL(addressOf(host, '/login'))
})
