import { PASSWORD } from 'api/testing/factories'
import { aNewcomer, addressOf, enter, expect, test } from './fixtures.ts'

test.describe('signing in', () => {
  test(
    'says the same whatever is wrong, and keeps the address',
    { tag: '@once' },
    async ({ page }) => {
      await page.goto('/login')
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.org')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toContainText('We could not sign you in')
      await expect(page.getByRole('alert')).toContainText('Check your email and password')
      await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nobody@example.org')
      const password = page.getByLabel('Password', { exact: true })
      await expect(password).toHaveValue('')
      await expect(password).toBeFocused()
      await expect(password).toHaveAccessibleDescription(/Enter your password again/)
    },
  )

  test('at the platform tells who administers an organisation where to', async ({ page }) => {
    const words = page.getByText('Do you administer an organisation?')
    await page.goto(addressOf('admin.localhost', '/login'))
    await expect(words).toContainText(`which ends in .${new URL(addressOf('localhost')).host}.`)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(words).toBeHidden()
  })

  test('names what is missing before anything is sent', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await expect(page.getByText('Enter your password')).toBeVisible()
  })

  test('can show the password', async ({ page }) => {
    await page.goto('/login')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('four unrelated words')
    await expect(password).toHaveAttribute('type', 'password')
    const show = page.getByRole('button', { name: 'Show password' })
    await show.click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(show).toHaveAttribute('aria-pressed', 'true')
  })

  test(
    'leads to the page that was asked for, with its query',
    { tag: '@once' },
    async ({ page, db }) => {
      const { host, email } = await aNewcomer(db)
      await page.goto(addressOf(host, '/action-reports?year=2025'))
      await expect(page).toHaveURL(/\/login\?redirect=/)
      await page.getByRole('textbox', { name: 'Email' }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(addressOf(host, '/action-reports?year=2025'))
    },
  )

  test('is the way back after the session ended', { tag: '@once' }, async ({ page, db }) => {
    const person = await aNewcomer(db)
    await enter(page, person, '/settings')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    await db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    await page.reload()
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
    await expect(
      page.getByText('Your session ended. Sign in to carry on where you left off.'),
    ).toBeVisible()
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(addressOf(person.host, '/settings'))
  })

  test(
    'and out again ends in a sign-in page that tells of no ended session',
    { tag: '@once' },
    async ({ page, db }) => {
      await enter(page, await aNewcomer(db))
      await page.getByRole('button', { name: 'Your menu' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByText('Your session ended')).toBeHidden()
      await page.goto('/settings')
      await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
    },
  )
})
