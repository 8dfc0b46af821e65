import { aNewcomer, addressOf, enter, expect, forget, test, signOut, signIn } from './fixtures.ts'

test('signing in says what is wrong or missing', async ({ page }) => {
  await test.step('says the same whatever is wrong, and keeps the address', async () => {
    await page.goto('/login')
    await signIn(page, 'nobody@example.org', 'not the password')
    await expect(page.getByRole('alert')).toContainText('We could not sign you in')
    await expect(page.getByRole('alert')).toContainText('Check your email and password')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nobody@example.org')
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toHaveValue('')
    await expect(password).toBeFocused()
    await expect(password).toHaveAccessibleDescription(/Enter your password again/)
  })

  await test.step('names what is missing before anything is sent', async () => {
    await forget(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await expect(page.getByText('Enter your password')).toBeVisible()
  })

  await test.step('can show the password', async () => {
    await forget(page)
    await page.goto('/login')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('four unrelated words')
    await expect(password).toHaveAttribute('type', 'password')
    const show = page.getByRole('button', { name: 'Show password' })
    await show.click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(show).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('at the platform tells who administers an organisation where to', async () => {
    await forget(page)
    const words = page.getByText('Do you administer an organisation?')
    await page.goto(addressOf('admin.localhost', '/login'))
    await expect(words).toContainText(`which ends in .${new URL(addressOf('localhost')).host}.`)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(words).toBeHidden()
  })
})

test('signing in leads to the page that was asked for, also after a session ended, and out again', async ({
  page,
  db,
}) => {
  await test.step('leads to the page that was asked for, with its query', async () => {
    const { host, email } = await aNewcomer(db)
    await page.goto(addressOf(host, '/action-reports?year=2025'))
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await signIn(page, email)
    await expect(page).toHaveURL(addressOf(host, '/action-reports?year=2025'))
  })

  await test.step('is the way back after the session ended', async () => {
    await forget(page)
    const person = await aNewcomer(db)
    await enter(page, person, '/settings')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    await db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    await page.reload()
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
    await expect(
      page.getByText('Your session ended. Sign in to carry on where you left off.'),
    ).toBeVisible()
    await signIn(page, person.email)
    await expect(page).toHaveURL(addressOf(person.host, '/settings'))
  })

  await test.step('and out again ends in a sign-in page that tells of no ended session', async () => {
    await forget(page)
    await enter(page, await aNewcomer(db))
    await signOut(page)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Your session ended')).toBeHidden()
    await page.goto('/settings')
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
  })
})
